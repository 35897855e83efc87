import { createClient } from "@forgehand/core";
import type { Input } from "@forgehand/core/contract";
import * as operations from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { emulatorTest } from "../../vitest.ts";

const SEED = {
  users: { alice: {}, bob: { created: "2020-01-01T00:00:00Z" } },
  organizations: { acme: { members: { alice: "owner", bob: "member" } } },
  repositories: {
    "acme/widgets": { created: "2026-07-14T23:59:59Z", collaborators: { bob: "push" } },
    "acme/newer": { created: "2026-07-15T00:00:00Z" },
    "acme/gears": { private: true },
    "bob/own": { created: "2020-01-01T00:00:00Z" },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    bob: { kind: "classic", user: "bob", scopes: ["repo", "read:org"] },
    plain: { kind: "classic", user: "bob" },
  },
} as const;

const test = emulatorTest({ seed: SEED });

const ORG = { org: "acme" };
const WIDGETS = { owner: "acme", repo: "widgets" };
const KEYS = ["repo", "context", "job_workflow_ref"];

function asked({ apiUrl, tokens }: Emulator, token?: string) {
  const { call } = createClient({
    baseUrl: apiUrl,
    ...(token === undefined ? {} : { credentials: tokens[token] ?? "" }),
  });
  return {
    call,
    ofOrganization: () => call(operations.getOrganizationSubjectTemplate, ORG),
    ofRepository: (repo = "widgets") => call(operations.getRepositorySubjectTemplate, { owner: "acme", repo }),
    setOrganization: (told: Omit<Input<typeof operations.setOrganizationSubjectTemplate>, "org">) =>
      call(operations.setOrganizationSubjectTemplate, { ...ORG, ...told }),
    setRepository: (
      told: Omit<Input<typeof operations.setRepositorySubjectTemplate>, "owner" | "repo">,
      repo = "widgets",
    ) => call(operations.setRepositorySubjectTemplate, { owner: "acme", repo, ...told }),
  };
}

/** A call that no client of ours would make. */
async function put({ apiUrl, tokens }: Emulator, path: string, body: string) {
  const headers = { authorization: `Bearer ${tokens["alice"]}` };
  const answer = await fetch(`${apiUrl}${path}/actions/oidc/customization/sub`, { method: "PUT", headers, body });
  return { status: answer.status, body: await answer.json() };
}

describe("keys", () => {
  test("nobody has set any: the service's own", async ({ emulator }) => {
    const { ofOrganization, ofRepository } = asked(emulator, "alice");
    expect(await ofOrganization()).toEqual({ include_claim_keys: ["repo", "context"] });
    expect(await ofRepository()).toEqual({ use_default: true });
  });

  test("a repository that opts in without keys has its organization's, as they are", async ({ emulator }) => {
    const { setOrganization, setRepository, ofRepository } = asked(emulator, "alice");
    await setRepository({ use_default: false });
    expect(await ofRepository()).toEqual({ use_default: false, include_claim_keys: ["repo", "context"] });
    await setOrganization({ include_claim_keys: KEYS });
    expect(await ofRepository()).toEqual({ use_default: false, include_claim_keys: KEYS });
    expect(await ofRepository("gears")).toEqual({ use_default: true });
  });

  test("its own keys count before them, in their order, until it goes back", async ({ emulator }) => {
    const { setOrganization, setRepository, ofRepository, ofOrganization } = asked(emulator, "alice");
    await setOrganization({ include_claim_keys: KEYS });
    const own = ["environment", "repo"];
    await setRepository({ use_default: false, include_claim_keys: own });
    expect(await ofRepository()).toEqual({ use_default: false, include_claim_keys: own });
    expect(await ofOrganization()).toEqual({ include_claim_keys: KEYS });
    // Beside the default they count for nothing.
    await setRepository({ use_default: true, include_claim_keys: own });
    expect(await ofRepository()).toEqual({ use_default: true });
    await setRepository({ use_default: false });
    expect(await ofRepository()).toEqual({ use_default: false, include_claim_keys: KEYS });
  });

  test("a person's repository has no organization above it", async ({ emulator }) => {
    const { call } = asked(emulator, "bob");
    const own = { owner: "bob", repo: "own" };
    await call(operations.setRepositorySubjectTemplate, { ...own, use_default: false });
    expect(await call(operations.getRepositorySubjectTemplate, own)).toMatchObject({
      include_claim_keys: ["repo", "context"],
    });
  });

  test("keys that can't be", async ({ emulator }) => {
    for (const keys of [["repo", "repo"], ["a-b"], [""], "repo", [1]]) {
      const wrong = JSON.stringify({ include_claim_keys: keys, use_default: false });
      for (const path of ["/orgs/acme", "/repos/acme/widgets"]) {
        expect(await put(emulator, path, wrong)).toMatchObject({
          status: 422,
          body: { errors: [{ field: expect.stringMatching(/^include_claim_keys/) }] },
        });
      }
    }
    expect(await put(emulator, "/repos/acme/widgets", "{}")).toMatchObject({
      status: 422,
      body: { errors: [{ field: "use_default", code: "missing_field" }] },
    });
    expect(await put(emulator, "/repos/acme/widgets", "[]")).toMatchObject({ status: 400 });
    expect(await put(emulator, "/repos/acme/widgets", '{"use_default":true}')).toEqual({ status: 201, body: {} });
    expect(await put(emulator, "/orgs/acme", "{}")).toEqual({ status: 201, body: {} });
  });
});

describe("immutable subjects", () => {
  test("an organization opts in, and its repositories with it", async ({ emulator }) => {
    const { setOrganization, ofOrganization, ofRepository } = asked(emulator, "alice");
    await setOrganization({ include_claim_keys: KEYS });
    await setOrganization({ use_immutable_subject: true });
    expect(await ofOrganization()).toEqual({ include_claim_keys: KEYS, use_immutable_subject: true });
    const { call } = asked(emulator, "alice");
    const { id, owner } = await call(operations.getRepository, WIDGETS);
    expect(await ofRepository()).toEqual({
      use_default: true,
      use_immutable_subject: true,
      sub_claim_prefix: `repo:acme@${owner.id}/widgets@${id}`,
    });
    // Whoever sets keys alone takes nothing of it back.
    await setOrganization({ include_claim_keys: ["repo"] });
    expect(await ofOrganization()).toEqual({ include_claim_keys: ["repo"], use_immutable_subject: true });
  });

  test("a repository's own word counts before its organization's", async ({ emulator }) => {
    const { setOrganization, setRepository, ofRepository } = asked(emulator, "alice");
    await setOrganization({ use_immutable_subject: true });
    await setRepository({ use_default: true, use_immutable_subject: false });
    const told = { use_immutable_subject: false, sub_claim_prefix: "repo:acme/widgets" };
    expect(await ofRepository()).toEqual({ use_default: true, ...told });
    await setRepository({ use_default: false, include_claim_keys: KEYS });
    expect(await ofRepository()).toEqual({ use_default: false, include_claim_keys: KEYS, ...told });
  });

  test("a repository of 15 July 2026 and later has no choice", async ({ emulator }) => {
    const { setRepository, ofRepository } = asked(emulator, "alice");
    await setRepository({ use_default: true, use_immutable_subject: false }, "newer");
    expect(await ofRepository("newer")).toMatchObject({
      use_immutable_subject: true,
      sub_claim_prefix: expect.stringMatching(/^repo:acme@\d+\/newer@\d+$/),
    });
  });
});

describe("in the self-hosted edition", () => {
  const it = emulatorTest({ seed: SEED, edition: "self-hosted" });

  it("nobody has heard of immutable subjects", async ({ emulator }) => {
    const { setOrganization, setRepository, ofOrganization, ofRepository } = asked(emulator, "alice");
    await setOrganization({ include_claim_keys: KEYS, use_immutable_subject: true });
    await setRepository({ use_default: false, use_immutable_subject: true });
    expect(await ofOrganization()).toEqual({ include_claim_keys: KEYS });
    expect(await ofRepository()).toEqual({ use_default: false, include_claim_keys: KEYS });
  });
});

test("who may", async ({ emulator }) => {
  const [member, anybody, plain] = [asked(emulator, "bob"), asked(emulator), asked(emulator, "plain")];
  expect(await member.ofOrganization()).toEqual({ include_claim_keys: ["repo", "context"] });
  await expect(member.setOrganization({ include_claim_keys: KEYS })).rejects.toMatchObject({ status: 403 });
  await expect(plain.ofOrganization()).rejects.toMatchObject({ status: 403 });
  expect(await anybody.ofRepository()).toEqual({ use_default: true });
  await expect(anybody.ofRepository("gears")).rejects.toMatchObject({ status: 404 });
  await expect(plain.ofRepository("gears")).rejects.toMatchObject({ status: 404 });
  expect(await member.ofRepository("gears")).toEqual({ use_default: true });
  await expect(member.setRepository({ use_default: true })).rejects.toMatchObject({ status: 403 });
});
