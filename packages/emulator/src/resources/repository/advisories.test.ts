import {
  createRepositoryAdvisory,
  getRepository,
  getRepositoryAdvisory,
  listOrganizationAdvisories,
  listRepositoryAdvisories,
  updateRepositoryAdvisory,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { clientFor, notSupplied, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const seed = {
  users: { alice: {}, bob: {}, carol: {}, dave: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member", carol: "member" },
      teams: { menders: { members: ["carol"] } },
    },
    other: { teams: { strangers: {} } },
  },
  repositories: {
    "acme/widgets": {
      collaborators: { bob: "push" },
      files: { "README.md": "Widgets.\n" },
      advisories: [
        { id: "2222-3333-4444", summary: "Reported", state: "triage", author: "dave" },
        { id: "2222-3333-5555", summary: "Reported too", state: "triage", author: "dave" },
        { id: "2222-3333-6666", summary: "Taken back", state: "withdrawn" },
        { id: "2222-3333-8888", summary: "Drafted", credits: { bob: "finder" } },
        { id: "2222-3333-9999", summary: "Closed", state: "closed" },
        { id: "2222-3333-cccc", summary: "Published", state: "published", published: "-8d" },
      ],
    },
    "acme/museum": { archived: true },
    "acme/gears": { advisories: [{ id: "2222-3333-7777", summary: "Of gears" }] },
  },
  apps: { guard: { owner: "acme", installations: { acme: {} } } },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: ["repo"] },
    "alice-reads": { kind: "classic", user: "alice", scopes: ["repository_advisories:read", "public_repo"] },
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
    carol: { kind: "classic", user: "carol", scopes: ["repo"] },
    fine: { kind: "fine-grained", user: "alice", permissions: { repository_advisories: "write" } },
    "fine-reads": { kind: "fine-grained", user: "alice", permissions: { repository_advisories: "read" } },
    installation: {
      kind: "installation",
      app: "guard",
      account: "acme",
      permissions: { repository_advisories: "write" },
    },
  },
};

const NOW = "2026-03-20T12:00:00Z";
const options = { seed, now: () => new Date(NOW) };
const test = emulatorTest(options);

const widgets = { owner: "acme", repo: "widgets" };
const PATH = "/repos/acme/widgets/security-advisories";
const VECTOR = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H";
const DRAFT = { ...widgets, summary: "Corners cut", description: "A corner can cut.", vulnerabilities: [] };

const post = (emulator: Emulator, body: object, token = "alice") =>
  sendRequest(emulator, `POST ${PATH}`, token, { body: JSON.stringify({ ...DRAFT, ...body }) });
const patch = (emulator: Emulator, id: string, body: object, token = "alice") =>
  sendRequest(emulator, `PATCH ${PATH}/${id}`, token, { body: JSON.stringify(body) });
const fieldError = (field: string) => ({ status: 422, body: { errors: [expect.objectContaining({ field })] } });

async function createDraft(emulator: Emulator): Promise<string> {
  return (await clientFor(emulator, "alice").call(createRepositoryAdvisory, DRAFT)).svcsa_id;
}

test("an advisory is drafted, updated, and public once published", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const { output: drafted, headers } = await call.raw(createRepositoryAdvisory, {
    ...DRAFT,
    cve_id: "CVE-2026-1234",
    cwe_ids: ["CWE-79", "CWE-4711"],
    cvss_vector_string: VECTOR,
    vulnerabilities: [
      { package: { ecosystem: "npm", name: "widgets" }, vulnerable_version_range: "< 1.2", patched_versions: "1.2" },
      { package: { ecosystem: "other" }, vulnerable_functions: ["cut", "turn"] },
    ],
    credits: [
      { login: "alice", type: "coordinator" },
      { login: "Bob", type: "finder" },
    ],
  });
  expect(headers.get("location")).toBe(drafted.url);
  const id = drafted.svcsa_id;
  expect(id).toMatch(/^GHSA(-[2-9cfghjmpqrvwx]{4}){3}$/);
  expect(drafted).toMatchObject({
    summary: "Corners cut",
    description: "A corner can cut.",
    state: "draft",
    severity: "critical",
    url: `${emulator.apiUrl}${PATH}/${id}`,
    html_url: expect.stringContaining(`/security/advisories/${id}`),
    cvss: { vector_string: VECTOR, score: 9.8 },
    cvss_severities: { cvss_v3: { vector_string: VECTOR, score: 9.8 }, cvss_v4: { vector_string: null, score: null } },
    identifiers: [
      { type: "SVCSA", value: id },
      { type: "CVE", value: "CVE-2026-1234" },
    ],
    cwe_ids: ["CWE-79", "CWE-4711"],
    cwes: [{ name: expect.stringContaining("Cross-site Scripting") }, { cwe_id: "CWE-4711", name: "CWE-4711" }],
    vulnerabilities: [
      {
        package: { ecosystem: "npm", name: "widgets" },
        vulnerable_version_range: "< 1.2",
        patched_versions: "1.2",
        vulnerable_functions: [],
      },
      {
        package: { ecosystem: "other", name: null },
        vulnerable_version_range: null,
        patched_versions: null,
        vulnerable_functions: ["cut", "turn"],
      },
    ],
    credits: [
      { login: "alice", type: "coordinator" },
      { login: "bob", type: "finder" },
    ],
    credits_detailed: [
      { user: { login: "alice" }, state: "accepted" },
      { user: { login: "bob" }, state: "pending" },
    ],
    author: { login: "alice" },
    publisher: null,
    submission: null,
    private_fork: null,
    created_at: NOW,
    updated_at: NOW,
    published_at: null,
    closed_at: null,
    withdrawn_at: null,
  });
  const named = { ...widgets, svcsa_id: id };
  expect(await call(getRepositoryAdvisory, named)).toEqual(drafted);
  expect((await sendRequest(emulator, `GET ${PATH}/${id}`)).status).toBe(404);

  emulator.control.clock.advance(3600);
  const later = "2026-03-20T13:00:00Z";
  const published = await call(updateRepositoryAdvisory, {
    ...named,
    state: "published",
    summary: "Corners cut no more",
  });
  const shown = {
    ...drafted,
    summary: "Corners cut no more",
    state: "published",
    updated_at: later,
    published_at: later,
  };
  expect(published).toEqual({ ...shown, publisher: drafted.author });
  expect((await sendRequest(emulator, `GET ${PATH}/${id}`)).status).toBe(200);
  expect((await call(listRepositoryAdvisories, { ...widgets, sort: "published" }))[0]).toEqual(published);
  expect((await call(listOrganizationAdvisories, { org: "acme", sort: "published" }))[0]).toEqual(published);
});

describe("changing the state of an advisory", () => {
  const STATES = {
    triage: { id: "GHSA-2222-3333-4444", next: ["draft", "closed"] },
    draft: { id: "GHSA-2222-3333-8888", next: ["published", "closed"] },
    closed: { id: "GHSA-2222-3333-9999", next: ["draft"] },
    published: { id: "GHSA-2222-3333-cccc", next: [] },
    withdrawn: { id: "GHSA-2222-3333-6666", next: [] },
  };
  const TARGETS = ["draft", "published", "closed"];
  const TRANSITIONS = Object.entries(STATES).flatMap(([from, { id, next }]) =>
    TARGETS.filter((to) => to !== from).map((to) => ({ from, to, id, isAllowed: next.some((state) => state === to) })),
  );

  test.for(TRANSITIONS)(
    "from $from to $to is allowed: $isAllowed",
    async ({ from, to, id, isAllowed }, { emulator }) => {
      const state = async () => Object((await sendRequest(emulator, `GET ${PATH}/${id}`, "alice")).body).state;
      expect(await state()).toBe(from);
      expect(await patch(emulator, id, { state: to })).toMatchObject(isAllowed ? { status: 200 } : fieldError("state"));
      expect(await state()).toBe(isAllowed ? to : from);
    },
  );

  test("publishes a report only after it was accepted", async ({ emulator }) => {
    const id = "GHSA-2222-3333-4444";
    expect((await sendRequest(emulator, `GET ${PATH}/${id}`, "alice")).body).toMatchObject({
      submission: { accepted: false },
    });
    expect(await patch(emulator, id, { state: "published" })).toMatchObject(fieldError("state"));
    expect((await patch(emulator, id, { state: "draft" })).body).toMatchObject({ submission: { accepted: true } });
    expect((await patch(emulator, id, { state: "published" })).body).toMatchObject({
      state: "published",
      submission: { accepted: true },
      author: { login: "dave" },
      publisher: { login: "alice" },
    });
    const closed = await patch(emulator, "GHSA-2222-3333-5555", { state: "closed" });
    expect(closed.body).toMatchObject({ state: "closed", closed_at: NOW, submission: { accepted: false } });
  });

  test("can reopen a closed advisory, and has no effect if the advisory already has the state", async ({
    emulator,
  }) => {
    const id = await createDraft(emulator);
    expect((await patch(emulator, id, { state: "closed" })).body).toMatchObject({ closed_at: NOW });
    expect((await patch(emulator, id, { state: "draft" })).body).toMatchObject({ closed_at: null, state: "draft" });
    expect((await patch(emulator, id, { state: "draft" })).status).toBe(200);
    await patch(emulator, id, { state: "published" });
    emulator.control.clock.advance(60);
    expect((await patch(emulator, id, { state: "published" })).body).toMatchObject({ published_at: NOW });
    expect(await patch(emulator, id, { state: "triage" })).toMatchObject(fieldError("state"));
  });
});

test("severity and CVSS vector can't be set together, and each replaces the other", async ({ emulator }) => {
  const id = await createDraft(emulator);
  const both = { severity: "low", cvss_vector_string: VECTOR };
  expect((await patch(emulator, id, both)).status).toBe(422);
  expect((await post(emulator, both)).status).toBe(422);
  expect((await patch(emulator, id, { severity: "low" })).body).toMatchObject({
    severity: "low",
    cvss: { vector_string: null, score: null },
  });
  expect((await patch(emulator, id, { cvss_vector_string: VECTOR })).body).toMatchObject({ severity: "critical" });
  expect((await patch(emulator, id, { summary: "Same" })).body).toMatchObject({
    severity: "critical",
    cvss: { score: 9.8 },
  });
  expect((await patch(emulator, id, { severity: "medium" })).body).toMatchObject({
    severity: "medium",
    cvss: { score: null },
  });
  expect((await patch(emulator, id, { cvss_vector_string: VECTOR, severity: null })).body).toMatchObject({
    cvss: { score: 9.8 },
  });
  expect((await patch(emulator, id, { cvss_vector_string: null })).body).toMatchObject({
    severity: null,
    cvss: { score: null },
  });
  await patch(emulator, id, { severity: "low" });
  await patch(emulator, id, { cvss_vector_string: VECTOR });
  expect((await patch(emulator, id, { cvss_vector_string: null })).body).toMatchObject({ severity: null });
  const version4Vector = "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N";
  expect((await patch(emulator, id, { cvss_vector_string: version4Vector })).body).toMatchObject({
    cvss_severities: { cvss_v3: { vector_string: null }, cvss_v4: { vector_string: version4Vector } },
  });
});

test("collaborating users and teams can read a draft", async ({ emulator }) => {
  const id = await createDraft(emulator);
  const reads = async (token: string) => (await sendRequest(emulator, `GET ${PATH}/${id}`, token)).status;
  expect([await reads("bob"), await reads("carol")]).toEqual([404, 404]);
  const collaborators = { collaborating_users: ["Bob"], collaborating_teams: ["menders"] };
  expect((await patch(emulator, id, collaborators)).body).toMatchObject({
    collaborating_users: [{ login: "bob" }],
    collaborating_teams: [{ slug: "menders" }],
  });
  expect([await reads("bob"), await reads("carol")]).toEqual([200, 200]);
  expect((await patch(emulator, id, { collaborating_users: null })).body).toMatchObject({
    collaborating_users: [],
    collaborating_teams: [{ slug: "menders" }],
  });
  expect([await reads("bob"), await reads("carol")]).toEqual([404, 200]);
  expect(await patch(emulator, id, { collaborating_users: ["unknown-user"] })).toMatchObject(
    fieldError("collaborating_users"),
  );
  expect(await patch(emulator, id, { collaborating_teams: ["strangers"] })).toMatchObject(
    fieldError("collaborating_teams"),
  );
});

test("credits are replaced as a whole, and keep their accepted state", async ({ emulator }) => {
  const id = await createDraft(emulator);
  const credits = (...list: [login: string, type: string][]) => ({
    credits: list.map(([login, type]) => ({ login, type })),
  });
  const states = async (body: object) =>
    Object((await patch(emulator, id, body)).body).credits_detailed.map(
      (credit: { user: { login: string }; type: string; state: string }) =>
        `${credit.user.login} ${credit.type} ${credit.state}`,
    );
  expect(await states(credits(["alice", "tool"], ["bob", "finder"]))).toEqual([
    "alice tool accepted",
    "bob finder pending",
  ]);
  expect(await states({ summary: "Other" })).toEqual(["alice tool accepted", "bob finder pending"]);
  expect(await states(credits(["alice", "tool"]))).toEqual(["alice tool accepted"]);
  expect(await states({ credits: null })).toEqual([]);
  // Bob has accepted this credit already.
  const secondUpdate = await patch(emulator, "GHSA-2222-3333-8888", credits(["bob", "finder"], ["bob", "reporter"]));
  expect(secondUpdate.body).toMatchObject({ credits_detailed: [{ state: "accepted" }, { state: "pending" }] });
});

test("a private fork can be created with the advisory", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const { svcsa_id, private_fork } = await call(createRepositoryAdvisory, { ...DRAFT, start_private_fork: true });
  const name = `widgets-${svcsa_id.toLowerCase()}`;
  expect(private_fork).toMatchObject({ full_name: `acme/${name}`, private: true });
  const fork = { owner: "acme", repo: name };
  expect((await call(getRepository, fork)).id).toBe(private_fork?.id);
  const readme = await sendRequest(emulator, `GET /repos/acme/${name}/contents/README.md`, "alice");
  expect(readme.body).toMatchObject({ content: expect.stringContaining(Buffer.from("Widgets.\n").toString("base64")) });
  expect((await call(getRepository, widgets)).forks_count).toBe(0);
});

describe("rejects", () => {
  test("invalid values", async ({ emulator }) => {
    for (const [body, field] of [
      [{ summary: "x".repeat(1025) }, "summary"],
      [{ description: "x".repeat(65_536) }, "description"],
      [{ severity: "awful" }, "severity"],
      [{ cvss_vector_string: "9.8" }, "cvss_vector_string"],
      [{ cwe_ids: ["79"] }, "cwe_ids"],
      [{ cve_id: "CVE-1" }, "cve_id"],
      [{ vulnerabilities: [{ package: { ecosystem: "cargo" } }] }, "vulnerabilities.0.package.ecosystem"],
      [{ credits: [{ login: "unknown-user", type: "finder" }] }, "credits"],
      [{ credits: [{ login: "bob", type: "hero" }] }, "credits.0.type"],
    ] as const) {
      expect(await post(emulator, body)).toMatchObject(fieldError(field));
      expect(await patch(emulator, "GHSA-2222-3333-4444", body)).toMatchObject(fieldError(field));
    }
    const bare = await sendRequest(emulator, `POST ${PATH}`, "alice", { body: "{}" });
    expect(bare).toMatchObject(notSupplied("summary", "description", "vulnerabilities"));
    expect(await clientFor(emulator, "alice").call(listRepositoryAdvisories, widgets)).toHaveLength(6);
  });

  test("ids of other repositories, unknown ids and malformed ids", async ({ emulator }) => {
    for (const id of ["GHSA-2222-3333-7777", "GHSA-2222-2222-2222", "SVCSA-2222-3333-4444", "2222-3333-4444", "7"]) {
      expect((await sendRequest(emulator, `GET ${PATH}/${id}`, "alice")).status).toBe(404);
      expect((await patch(emulator, id, { summary: "x" })).status).toBe(404);
    }
    expect((await sendRequest(emulator, `GET ${PATH}/ghsa-2222-3333-4444`, "alice")).status).toBe(200);
  });

  test("callers without permission", async ({ emulator }) => {
    for (const token of ["bob", "alice-reads", "fine-reads"]) {
      expect((await post(emulator, {}, token)).status).toBe(403);
      expect((await patch(emulator, "GHSA-2222-3333-4444", { summary: "x" }, token)).status).toBe(403);
    }
    expect(
      (await sendRequest(emulator, `POST /repos/acme/museum/security-advisories`, "alice", { body: "{}" })).status,
    ).toBe(403);
    for (const token of ["fine", "installation"]) {
      expect((await post(emulator, {}, token)).status).toBe(201);
      expect((await patch(emulator, "GHSA-2222-3333-4444", { summary: "x" }, token)).status).toBe(200);
    }
    expect((await sendRequest(emulator, `GET ${PATH}/GHSA-2222-3333-4444`, "alice-reads")).status).toBe(200);
  });
});

describe("in the neutral dialect", () => {
  const test = emulatorTest({ ...options, dialect: "svc" });
  test("ids, their field and their type have neutral names", async ({ emulator }) => {
    const { body } = await sendRequest(emulator, `GET ${PATH}/SVCSA-2222-3333-4444`, "alice");
    expect(body).toMatchObject({
      svcsa_id: "SVCSA-2222-3333-4444",
      identifiers: [{ type: "SVCSA", value: "SVCSA-2222-3333-4444" }],
    });
    expect((await sendRequest(emulator, `GET ${PATH}/GHSA-2222-3333-4444`, "alice")).status).toBe(404);
  });
});

test("ids, their field and their type have GitHub's names by default", async ({ emulator }) => {
  const { body } = await sendRequest(emulator, `GET ${PATH}/GHSA-2222-3333-4444`, "alice");
  expect(body).toMatchObject({
    ghsa_id: "GHSA-2222-3333-4444",
    identifiers: [{ type: "GHSA", value: "GHSA-2222-3333-4444" }],
  });
});
