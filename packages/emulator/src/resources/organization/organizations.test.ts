import { deleteOrganization, getOrganization, updateOrganization } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { as, ask, send } from "../../calling.fixture.ts";
import type { Emulator } from "../../public.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const { organizations } = COMPANY;
const settings = {
  ...{ billing_email: "bills@acme.example", two_factor_requirement_enabled: true, is_verified: true },
  ...{ members_can_create_public_repositories: false, web_commit_signoff_required: true },
  plan: { name: "team", space: 1000, private_repos: 100, seats: 5 },
};
const test = emulatorTest({
  seed: {
    ...COMPANY,
    enterprises: { "globex-inc": { organizations: ["globex"] } },
    tokens: {
      ...COMPANY.tokens,
      "globex-owner": { kind: "classic", user: "dave", scopes: ["admin:org"] },
      "alice-repo": { kind: "classic", user: "alice", scopes: ["repo"] },
      "alice-fine": { kind: "fine-grained", user: "alice", permissions: { organization_administration: "write" } },
      "alice-reads": { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
    },
    organizations: {
      ...organizations,
      acme: {
        ...{ ...organizations.acme, settings, blog: "acme.example" },
        hooks: [{ url: "http://127.0.0.1:9/organization", events: ["organization", "repository"] }],
      },
    },
  },
});

const acme = { org: "acme" };

describe("an organization", () => {
  test("tells everybody who it is", async ({ emulator }) => {
    for (const name of [undefined, "mallory", "bob"]) {
      const answer = await as(emulator, name).call(getOrganization, acme);
      expect(answer).toMatchObject({
        ...{ login: "acme", type: "Organization", description: "Widgets and what turns them", blog: "acme.example" },
        ...{ public_repos: 2, is_verified: true, has_organization_projects: true, has_repository_projects: true },
      });
      expect(answer).not.toHaveProperty("billing_email");
      expect(answer).not.toHaveProperty("total_private_repos");
    }
  });

  test("tells its owners how it is set up, with a token for it", async ({ emulator }) => {
    for (const name of ["alice", "installation"]) {
      expect(await as(emulator, name).call(getOrganization, acme)).toMatchObject({
        ...{ billing_email: "bills@acme.example", two_factor_requirement_enabled: true },
        ...{ default_repository_permission: "none", total_private_repos: 2, owned_private_repos: 2 },
        ...{ members_can_create_repositories: true, members_allowed_repository_creation_type: "private" },
        ...{ members_can_create_public_repositories: false, members_can_create_private_repositories: true },
        ...{ web_commit_signoff_required: true, deploy_keys_enabled_for_repositories: true, collaborators: 0 },
        plan: { name: "team", space: 1000, private_repos: 100, seats: 5, filled_seats: 3 },
      });
    }
    expect(await as(emulator, "alice-narrow").call(getOrganization, acme)).not.toHaveProperty("billing_email");
  });

  test("that says nothing of it is set up as the service starts it", async ({ emulator }) => {
    const answer = await as(emulator, "globex-owner").call(getOrganization, { org: "globex" });
    expect(answer).toMatchObject({
      ...{ default_repository_permission: "read", members_allowed_repository_creation_type: "all" },
      ...{ billing_email: null, default_repository_branch: "main", two_factor_requirement_enabled: false },
    });
    expect(answer).not.toHaveProperty("plan");
  });

  test("is no person, and nobody", async ({ emulator }) => {
    expect((await send(emulator, "GET /orgs/bob", "bob")).status).toBe(404);
    expect((await send(emulator, "GET /orgs/nobody", "bob")).status).toBe(404);
  });
});

const patch = (emulator: Emulator, body: object, token = "alice") => ask(emulator, "PATCH /orgs/acme", body, token);

describe("a changed organization", () => {
  test("tells what it says of itself from now on, and nothing that it was told to leave out", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const told = {
      ...{ name: "Acme, Inc.", company: "@acme", location: "Antwerp", email: "hello@acme.example" },
      ...{ twitter_username: "acme_widgets", description: "Widgets", billing_email: "money@acme.example" },
    };
    const before = await call(getOrganization, acme);
    emulator.control.clock.advance(5000);
    const answer = await call(updateOrganization, { ...acme, ...told });
    expect(answer).toMatchObject({ ...told, blog: "acme.example", two_factor_requirement_enabled: true });
    expect(await call(getOrganization, acme)).toEqual(answer);
    expect(answer.updated_at > before.updated_at).toBe(true);
    expect(await as(emulator, "mallory").call(getOrganization, acme)).toMatchObject({ name: "Acme, Inc." });

    const left = await call(updateOrganization, {
      ...acme,
      email: "",
      blog: "",
      twitter_username: "",
      description: "",
    });
    expect(left).toMatchObject({ twitter_username: null, description: null, name: "Acme, Inc." });
    for (const field of ["email", "blog"]) expect(left).not.toHaveProperty(field);
    expect(await call(updateOrganization, acme)).toMatchObject({ name: "Acme, Inc.", company: "@acme" });
    expect((await ask(emulator, "PATCH /orgs/acme")).status).toBe(200);
  });

  test("is set up as told, and the rest stays", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const before = await call(getOrganization, acme);
    const told = {
      ...{ has_organization_projects: false, has_repository_projects: false, web_commit_signoff_required: false },
      ...{ members_can_fork_private_repositories: true, deploy_keys_enabled_for_repositories: false },
      ...{ advanced_security_enabled_for_new_repositories: true, updater_alerts_enabled_for_new_repositories: true },
      updater_security_updates_enabled_for_new_repositories: true,
      dependency_graph_enabled_for_new_repositories: true,
      secret_scanning_enabled_for_new_repositories: true,
      secret_scanning_push_protection_enabled_for_new_repositories: true,
      secret_scanning_push_protection_custom_link_enabled: true,
      secret_scanning_push_protection_custom_link: "https://acme.example/secrets",
    };
    const after = await call(updateOrganization, { ...acme, ...told });
    expect({ ...after, updated_at: before.updated_at }).toEqual({ ...before, ...told });
  });

  test("says which repositories members may create: a visibility counts before a word, a word before a yes", async ({
    emulator,
  }) => {
    const { call } = as(emulator, "alice");
    const may = async (told: object) => {
      const after = await call(updateOrganization, { ...acme, ...told });
      return [
        ...[after.members_can_create_repositories, after.members_allowed_repository_creation_type],
        ...[after.members_can_create_public_repositories, after.members_can_create_private_repositories],
      ];
    };
    const type = "members_allowed_repository_creation_type";
    expect(await may({ members_can_create_repositories: true })).toEqual([true, "private", false, true]);
    expect(await may({ members_can_create_repositories: false })).toEqual([false, "none", false, false]);
    expect(await may({ members_can_create_repositories: true })).toEqual([true, "all", true, true]);
    expect(await may({ members_can_create_repositories: true, [type]: "none" })).toEqual([false, "none", false, false]);
    expect(await may({ members_can_create_repositories: false, [type]: "private" })).toEqual([
      true,
      "private",
      false,
      true,
    ]);
    expect(await may({ [type]: "private", members_can_create_public_repositories: true })).toEqual([
      true,
      "all",
      true,
      true,
    ]);
    expect(await may({ members_can_create_public_repositories: false })).toEqual([true, "private", false, true]);
  });

  test("has internal repositories in an enterprise only", async ({ emulator }) => {
    const internal = { members_can_create_internal_repositories: true };
    expect(await patch(emulator, internal)).toMatchObject({
      ...{ status: 422, body: { errors: [{ field: "members_can_create_internal_repositories" }] } },
    });
    const { call } = as(emulator, "globex-owner");
    const globex = { org: "globex" };
    expect(await call(updateOrganization, { ...globex, ...internal })).toMatchObject(internal);
    expect(await call(updateOrganization, { ...globex, members_can_create_repositories: false })).toMatchObject({
      ...{ members_can_create_internal_repositories: false, members_can_create_repositories: false },
    });
  });

  test("says which sites members may make", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const may = async (told: object) => {
      const after = await call(updateOrganization, { ...acme, ...told });
      const { members_can_create_public_pages: open, members_can_create_private_pages: closed } = after;
      return [after.members_can_create_pages, open, closed];
    };
    expect(await may({ members_can_create_pages: false })).toEqual([false, false, false]);
    expect(await may({ members_can_create_private_pages: true })).toEqual([true, false, true]);
    expect(await may({ members_can_create_pages: true })).toEqual([true, false, true]);
    expect(await may({ members_can_create_private_pages: false })).toEqual([false, false, false]);
    expect(await may({ members_can_create_pages: true })).toEqual([true, true, true]);
  });

  test("lets its members do what they may with every repository", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const vault = async () => (await ask(emulator, "GET /repos/acme/vault", undefined, "carol")).body;
    expect(await vault()).toMatchObject({ status: "404" });
    for (const [word, reach] of [
      ["read", { pull: true, push: false, admin: false }],
      ["write", { pull: true, push: true, admin: false }],
      ["admin", { pull: true, push: true, admin: true }],
    ] as const) {
      const answer = await call(updateOrganization, { ...acme, default_repository_permission: word });
      expect(answer.default_repository_permission).toBe(word);
      expect(await vault()).toMatchObject({ permissions: reach });
    }
    await call(updateOrganization, { ...acme, default_repository_permission: "none" });
    expect(await vault()).toMatchObject({ status: "404" });
  });

  test.for<[field: string, value: string]>([
    ["email", "nobody"],
    ["billing_email", "money@"],
    ["billing_email", ""],
    ["twitter_username", "no spaces"],
    ["description", "x".repeat(161)],
    ["secret_scanning_push_protection_custom_link", "javascript:alert(1)"],
    ["secret_scanning_push_protection_custom_link", "nowhere"],
    ["default_repository_permission", "everything"],
    ["members_allowed_repository_creation_type", "internal"],
    ["has_organization_projects", "yes"],
  ])("has no %s %j", async ([field, value], { emulator }) => {
    const before = (await ask(emulator, "GET /orgs/acme")).body;
    expect((await patch(emulator, { name: "Other", [field]: value })).status).toBe(422);
    expect((await ask(emulator, "GET /orgs/acme")).body).toEqual(before);
  });

  test.for([
    ["alice", 200],
    ["alice-repo", 200],
    ["alice-fine", 200],
    ["installation", 200],
    ["alice-narrow", 403],
    ["alice-reads", 403],
    ["bob", 403],
    ["mallory", 403],
    ["globex-owner", 403],
    ["job", 403],
  ] as const)("who may change it: %s", async ([token, status], { emulator }) => {
    expect((await patch(emulator, { name: "Other" }, token)).status).toBe(status);
  });
});

describe("a deleted organization", () => {
  test("is gone with everything of it, and its hooks are told", async ({ emulator }) => {
    expect(await as(emulator, "alice").call(deleteOrganization, acme)).toEqual({});
    for (const path of ["/orgs/acme", "/orgs/acme/teams", "/repos/acme/widgets", "/repos/acme/gears", "/users/acme"]) {
      expect((await ask(emulator, `GET ${path}`)).status).toBe(404);
    }
    expect((await ask(emulator, "DELETE /orgs/acme")).status).toBe(404);
    expect((await patch(emulator, {})).status).toBe(404);
    expect((await ask(emulator, "GET /orgs/acme", undefined, "installation")).status).toBe(401);
    expect((await ask(emulator, "GET /user/orgs", undefined, "bob")).body).toMatchObject([{ login: "globex" }]);
    // The fork of a public repository lives on, and so do the people.
    expect((await ask(emulator, "GET /repos/bob/widgets", undefined, "bob")).body).toMatchObject({ fork: false });
    expect((await ask(emulator, "GET /users/alice")).status).toBe(200);

    await emulator.control.settled();
    const told = emulator.control.events().map(({ event, action }) => `${event} ${action}`);
    expect(told.filter((event) => event.startsWith("repository "))).toHaveLength(4);
    expect(told.at(-1)).toBe("organization deleted");
    // The name is free for another one.
    await emulator.control.seed({ organizations: { acme: { name: "The new one" } } });
    expect((await ask(emulator, "GET /orgs/acme")).body).toMatchObject({ name: "The new one", public_repos: 0 });
  });

  test.for([
    ["alice", 202],
    ["alice-fine", 202],
    ["installation", 202],
    ["alice-repo", 403],
    ["alice-reads", 403],
    ["bob", 403],
    ["mallory", 403],
  ] as const)("who may: %s", async ([token, status], { emulator }) => {
    expect((await ask(emulator, "DELETE /orgs/acme", undefined, token)).status).toBe(status);
    expect((await ask(emulator, "GET /orgs/acme")).status).toBe(status === 202 ? 404 : 200);
  });
});
