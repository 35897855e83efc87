import { getRepository, listInstallationRepositories, listOrganizationRepositories } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";

const installation = (permissions: object) => ({ kind: "installation", app: "bot", account: "acme", permissions });

const test = emulatorTest({
  seed: {
    users: { alice: {}, bob: {}, carol: {} },
    organizations: { acme: { members: { alice: "owner" } } },
    repositories: { "acme/widgets": { collaborators: { bob: "push", carol: "pull" } } },
    apps: { bot: { owner: "acme", installations: { acme: {} } } },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: ["repo"] },
      bob: { kind: "classic", user: "bob", scopes: ["repo"] },
      carol: { kind: "classic", user: "carol", scopes: ["repo"] },
      reader: installation({ metadata: "read", contents: "read" }),
      writer: installation({ metadata: "read", contents: "write" }),
    },
  },
});

const widgets = { owner: "acme", repo: "widgets" };

test("only a single repository has its counts and organization, and its merge settings for callers who can push", async ({
  emulator,
}) => {
  const whole = ["subscribers_count", "network_count", "organization"];
  for (const [name, canPush] of [
    ["alice", true],
    ["bob", true],
    ["writer", true],
    ["carol", false],
    ["reader", false],
    [undefined, false],
  ] as const) {
    const { call } = clientFor(emulator, name);
    const single = await call(getRepository, widgets);
    expect(Object.keys(single), name).toEqual(expect.arrayContaining(whole));
    expect("allow_squash_merge" in single, name).toBe(canPush);
    expect("merge_commit_title" in single, name).toBe(canPush);
    const [listed] = await call(listOrganizationRepositories, { org: "acme" });
    for (const field of [...whole, "allow_squash_merge", "merge_commit_title"])
      expect(listed).not.toHaveProperty(field);
    expect(listed).toMatchObject({ full_name: "acme/widgets", allow_forking: false, stargazers_count: 0 });
  }
});

test("an installation has no permissions of its own, whatever its token can do", async ({ emulator }) => {
  for (const name of ["reader", "writer"]) {
    const { repositories } = await clientFor(emulator, name).call(listInstallationRepositories);
    const none = { admin: false, maintain: false, push: false, triage: false, pull: false };
    expect(repositories[0]?.permissions).toEqual(none);
    expect((await clientFor(emulator, name).call(getRepository, widgets)).permissions).toEqual(none);
  }
});
