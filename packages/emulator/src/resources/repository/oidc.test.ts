import { createClient } from "@forgehand/core";
import type { Input } from "@forgehand/core/contract";
import * as operations from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { notSupplied } from "../../requests.fixture.ts";
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

function templateClient({ apiUrl, tokens }: Emulator, token?: string) {
  const { call } = createClient({
    baseUrl: apiUrl,
    ...(token === undefined ? {} : { credentials: tokens[token] ?? "" }),
  });
  return {
    call,
    ofOrganization: () => call(operations.getOrganizationSubjectTemplate, ORG),
    ofRepository: (repo = "widgets") => call(operations.getRepositorySubjectTemplate, { owner: "acme", repo }),
    setOrganization: (settings: Omit<Input<typeof operations.setOrganizationSubjectTemplate>, "org">) =>
      call(operations.setOrganizationSubjectTemplate, { ...ORG, ...settings }),
    setRepository: (
      settings: Omit<Input<typeof operations.setRepositorySubjectTemplate>, "owner" | "repo">,
      repo = "widgets",
    ) => call(operations.setRepositorySubjectTemplate, { owner: "acme", repo, ...settings }),
  };
}

/** Sends a body that the client would reject. */
async function putTemplate({ apiUrl, tokens }: Emulator, path: string, body: string) {
  const headers = { authorization: `Bearer ${tokens["alice"]}` };
  const response = await fetch(`${apiUrl}${path}/actions/oidc/customization/sub`, { method: "PUT", headers, body });
  return { status: response.status, body: await response.json() };
}

/** Fields of a repository whose subjects contain no ids. */
const plain = (repo: string) => ({ use_immutable_subject: false, sub_claim_prefix: `repo:acme/${repo}` });

/** Fields of a repository that is new: its subjects contain ids, though the setting was never changed. */
const withIds = (repo: string) => ({
  use_immutable_subject: false,
  sub_claim_prefix: expect.stringMatching(new RegExp(`^repo:acme@\\d+/${repo}@\\d+$`)),
});

describe("claim keys", () => {
  test("default to GitHub's", async ({ emulator }) => {
    const { ofOrganization, ofRepository } = templateClient(emulator, "alice");
    expect(await ofOrganization()).toEqual({ include_claim_keys: ["repo", "context"], use_immutable_subject: false });
    expect(await ofRepository()).toEqual({ use_default: true, ...plain("widgets") });
  });

  test("are the organization's if a repository opts in without keys", async ({ emulator }) => {
    const { setOrganization, setRepository, ofRepository } = templateClient(emulator, "alice");
    await setRepository({ use_default: false });
    expect(await ofRepository()).toEqual({
      use_default: false,
      include_claim_keys: ["repo", "context"],
      ...plain("widgets"),
    });
    await setOrganization({ include_claim_keys: KEYS });
    expect(await ofRepository()).toEqual({ use_default: false, include_claim_keys: KEYS, ...plain("widgets") });
    expect(await ofRepository("gears")).toEqual({ use_default: true, ...withIds("gears") });
  });

  test("of a repository override the organization's until it returns to the default", async ({ emulator }) => {
    const { setOrganization, setRepository, ofRepository, ofOrganization } = templateClient(emulator, "alice");
    await setOrganization({ include_claim_keys: KEYS });
    const ownKeys = ["environment", "repo"];
    await setRepository({ use_default: false, include_claim_keys: ownKeys });
    expect(await ofRepository()).toEqual({ use_default: false, include_claim_keys: ownKeys, ...plain("widgets") });
    expect(await ofOrganization()).toEqual({ include_claim_keys: KEYS, use_immutable_subject: false });
    // A repository's keys are ignored with `use_default`.
    await setRepository({ use_default: true, include_claim_keys: ownKeys });
    expect(await ofRepository()).toEqual({ use_default: true, ...plain("widgets") });
    await setRepository({ use_default: false });
    expect(await ofRepository()).toEqual({ use_default: false, include_claim_keys: KEYS, ...plain("widgets") });
  });

  test("of a user's repository have no organization to inherit from", async ({ emulator }) => {
    const { call } = templateClient(emulator, "bob");
    const own = { owner: "bob", repo: "own" };
    await call(operations.setRepositorySubjectTemplate, { ...own, use_default: false });
    expect(await call(operations.getRepositorySubjectTemplate, own)).toMatchObject({
      include_claim_keys: ["repo", "context"],
    });
  });

  test("are rejected if invalid", async ({ emulator }) => {
    for (const keys of [["repo", "repo"], ["a-b"], [""], "repo", [1]]) {
      const wrong = JSON.stringify({ include_claim_keys: keys, use_default: false });
      for (const path of ["/orgs/acme", "/repos/acme/widgets"]) {
        expect(await putTemplate(emulator, path, wrong)).toMatchObject({
          status: 422,
          body: { errors: [{ field: expect.stringMatching(/^include_claim_keys/) }] },
        });
      }
    }
    expect(await putTemplate(emulator, "/repos/acme/widgets", "{}")).toMatchObject(notSupplied("use_default"));
    expect(await putTemplate(emulator, "/repos/acme/widgets", "[]")).toMatchObject({ status: 400 });
    expect(await putTemplate(emulator, "/repos/acme/widgets", '{"use_default":true}')).toEqual({
      status: 201,
      body: {},
    });
    expect(await putTemplate(emulator, "/orgs/acme", "{}")).toEqual({ status: 201, body: {} });
  });
});

describe("immutable subjects", () => {
  test("are enabled for an organization and its repositories", async ({ emulator }) => {
    const { setOrganization, ofOrganization, ofRepository } = templateClient(emulator, "alice");
    await setOrganization({ include_claim_keys: KEYS });
    await setOrganization({ use_immutable_subject: true });
    expect(await ofOrganization()).toEqual({ include_claim_keys: KEYS, use_immutable_subject: true });
    const { call } = templateClient(emulator, "alice");
    const { id, owner } = await call(operations.getRepository, WIDGETS);
    expect(await ofRepository()).toEqual({
      use_default: true,
      use_immutable_subject: true,
      sub_claim_prefix: `repo:acme@${owner.id}/widgets@${id}`,
    });
    // Setting only the keys doesn't reset `use_immutable_subject`.
    await setOrganization({ include_claim_keys: ["repo"] });
    expect(await ofOrganization()).toEqual({ include_claim_keys: ["repo"], use_immutable_subject: true });
  });

  test("can be overridden by a repository", async ({ emulator }) => {
    const { setOrganization, setRepository, ofRepository } = templateClient(emulator, "alice");
    await setOrganization({ use_immutable_subject: true });
    await setRepository({ use_default: true, use_immutable_subject: false });
    const settings = { use_immutable_subject: false, sub_claim_prefix: "repo:acme/widgets" };
    expect(await ofRepository()).toEqual({ use_default: true, ...settings });
    await setRepository({ use_default: false, include_claim_keys: KEYS });
    expect(await ofRepository()).toEqual({ use_default: false, include_claim_keys: KEYS, ...settings });
  });

  test("are always used by repositories created on or after 15 July 2026, which only the prefix says", async ({
    emulator,
  }) => {
    const { setRepository, ofRepository } = templateClient(emulator, "alice");
    const expected = {
      use_default: true,
      use_immutable_subject: false,
      sub_claim_prefix: expect.stringMatching(/^repo:acme@\d+\/newer@\d+$/),
    };
    expect(await ofRepository("newer")).toEqual(expected);
    await setRepository({ use_default: true, use_immutable_subject: false }, "newer");
    expect(await ofRepository("newer")).toEqual(expected);
  });
});

describe("in the self-hosted edition", () => {
  const test = emulatorTest({ seed: SEED, edition: "self-hosted" });

  test("ignores immutable subjects", async ({ emulator }) => {
    const { setOrganization, setRepository, ofOrganization, ofRepository } = templateClient(emulator, "alice");
    await setOrganization({ include_claim_keys: KEYS, use_immutable_subject: true });
    await setRepository({ use_default: false, use_immutable_subject: true });
    expect(await ofOrganization()).toEqual({ include_claim_keys: KEYS });
    expect(await ofRepository()).toEqual({ use_default: false, include_claim_keys: KEYS });
  });
});

test("requires permissions to read and write templates", async ({ emulator }) => {
  const [member, anonymous, withoutScopes] = [
    templateClient(emulator, "bob"),
    templateClient(emulator),
    templateClient(emulator, "plain"),
  ];
  expect(await member.ofOrganization()).toMatchObject({ include_claim_keys: ["repo", "context"] });
  await expect(member.setOrganization({ include_claim_keys: KEYS })).rejects.toMatchObject({ status: 403 });
  await expect(withoutScopes.ofOrganization()).rejects.toMatchObject({ status: 403 });
  expect(await anonymous.ofRepository()).toEqual({ use_default: true, ...plain("widgets") });
  await expect(anonymous.ofRepository("gears")).rejects.toMatchObject({ status: 404 });
  await expect(withoutScopes.ofRepository("gears")).rejects.toMatchObject({ status: 404 });
  expect(await member.ofRepository("gears")).toEqual({ use_default: true, ...withIds("gears") });
  await expect(member.setRepository({ use_default: true })).rejects.toMatchObject({ status: 403 });
});
