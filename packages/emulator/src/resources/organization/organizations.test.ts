import { deleteOrganization, getOrganization, updateOrganization } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const { organizations } = COMPANY;
const settings = {
  billing_email: "bills@acme.example",
  two_factor_requirement_enabled: true,
  is_verified: true,
  members_can_create_public_repositories: false,
  web_commit_signoff_required: true,
  plan: { name: "team", space: 1000, private_repos: 100, seats: 5 },
};
const test = emulatorTest({
  seed: {
    ...COMPANY,
    enterprises: { "globex-inc": { organizations: ["globex"] } },
    tokens: {
      ...COMPANY.tokens,
      "globex-owner": { kind: "classic", user: "dave", scopes: ["admin:org"] },
      "bob-bare": { kind: "classic", user: "bob", scopes: ["gist"] },
      "alice-repo": { kind: "classic", user: "alice", scopes: ["repo"] },
      "alice-fine": { kind: "fine-grained", user: "alice", permissions: { organization_administration: "write" } },
      "alice-reads": { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
    },
    organizations: {
      ...organizations,
      acme: {
        ...organizations.acme,
        settings,
        blog: "acme.example",
        hooks: [{ url: "http://127.0.0.1:9/organization", events: ["organization", "repository"] }],
      },
    },
  },
});

const acme = { org: "acme" };

describe("an organization", () => {
  test("returns its public profile to everyone", async ({ emulator }) => {
    for (const name of [undefined, "mallory", "bob-bare"]) {
      const response = await clientFor(emulator, name).call(getOrganization, acme);
      expect(response).toMatchObject({
        login: "acme",
        type: "Organization",
        description: "Widgets and what turns them",
        blog: "acme.example",
        public_repos: 2,
        is_verified: true,
        has_organization_projects: true,
        has_repository_projects: true,
      });
      expect(response).not.toHaveProperty("billing_email");
      expect(response).not.toHaveProperty("total_private_repos");
    }
  });

  test("returns its settings to owners with an authorized token", async ({ emulator }) => {
    for (const name of ["alice", "installation"]) {
      expect(await clientFor(emulator, name).call(getOrganization, acme)).toMatchObject({
        billing_email: "bills@acme.example",
        two_factor_requirement_enabled: true,
        default_repository_permission: "none",
        total_private_repos: 2,
        owned_private_repos: 2,
        members_can_create_repositories: true,
        members_allowed_repository_creation_type: "private",
        members_can_create_public_repositories: false,
        members_can_create_private_repositories: true,
        web_commit_signoff_required: true,
        deploy_keys_enabled_for_repositories: true,
        collaborators: 0,
        plan: { name: "team", space: 1000, private_repos: 100, seats: 5, filled_seats: 3 },
      });
    }
  });

  // As recorded in 2025 for a member whose token has `repo`.
  test.for(["bob", "alice-repo", "alice-narrow"])(
    "returns a part of its settings to %s",
    async (name, { emulator }) => {
      const response = await clientFor(emulator, name).call(getOrganization, acme);
      expect(response).toMatchObject({
        total_private_repos: 2,
        owned_private_repos: 2,
        private_gists: null,
        disk_usage: null,
        collaborators: null,
        billing_email: null,
        default_repository_permission: null,
        members_can_create_repositories: true,
        two_factor_requirement_enabled: null,
        members_allowed_repository_creation_type: "private",
        members_can_create_public_repositories: false,
        members_can_create_private_repositories: true,
        web_commit_signoff_required: true,
        deploy_keys_enabled_for_repositories: true,
        plan: { name: "team", filled_seats: 3 },
      });
      for (const name of ["default_repository_branch", "members_can_create_teams"])
        expect(response).not.toHaveProperty(name);
    },
  );

  test("names the kinds of repositories that members can create", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    for (const [isPublic, isPrivate, type] of [
      [true, true, "all"],
      [true, false, "public"],
      [false, false, "none"],
    ] as const) {
      const changes = {
        members_can_create_public_repositories: isPublic,
        members_can_create_private_repositories: isPrivate,
      };
      const { members_allowed_repository_creation_type } = await call(updateOrganization, { ...acme, ...changes });
      expect(members_allowed_repository_creation_type).toBe(type);
    }
  });

  test("has default settings unless they are seeded", async ({ emulator }) => {
    const response = await clientFor(emulator, "globex-owner").call(getOrganization, { org: "globex" });
    expect(response).toMatchObject({
      default_repository_permission: "read",
      members_allowed_repository_creation_type: "all",
      billing_email: null,
      default_repository_branch: "main",
      two_factor_requirement_enabled: false,
    });
    expect(response).not.toHaveProperty("plan");
  });

  test("is not found by a user's login or an unknown name", async ({ emulator }) => {
    expect((await sendRequest(emulator, "GET /orgs/bob", "bob")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /orgs/unknown-organization", "bob")).status).toBe(404);
  });
});

const patch = (emulator: Emulator, body: object, token = "alice") =>
  requestJson(emulator, "PATCH /orgs/acme", body, token);

describe("an updated organization", () => {
  test("returns its new profile without cleared fields", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const changes = {
      name: "Acme, Inc.",
      company: "@acme",
      location: "Antwerp",
      email: "hello@acme.example",
      twitter_username: "acme_widgets",
      description: "Widgets",
      billing_email: "money@acme.example",
    };
    const before = await call(getOrganization, acme);
    emulator.control.clock.advance(5000);
    const response = await call(updateOrganization, { ...acme, ...changes });
    expect(response).toMatchObject({ ...changes, blog: "acme.example", two_factor_requirement_enabled: true });
    expect(await call(getOrganization, acme)).toEqual(response);
    expect(response.updated_at > before.updated_at).toBe(true);
    expect(await clientFor(emulator, "mallory").call(getOrganization, acme)).toMatchObject({ name: "Acme, Inc." });

    const cleared = await call(updateOrganization, {
      ...acme,
      email: "",
      blog: "",
      twitter_username: "",
      description: "",
    });
    expect(cleared).toMatchObject({ twitter_username: null, description: null, name: "Acme, Inc." });
    for (const field of ["email", "blog"]) expect(cleared).not.toHaveProperty(field);
    expect(await call(updateOrganization, acme)).toMatchObject({ name: "Acme, Inc.", company: "@acme" });
    expect((await requestJson(emulator, "PATCH /orgs/acme")).status).toBe(200);
  });

  test("applies the given settings and keeps the others", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const before = await call(getOrganization, acme);
    const changes = {
      has_organization_projects: false,
      has_repository_projects: false,
      web_commit_signoff_required: false,
      members_can_fork_private_repositories: true,
      deploy_keys_enabled_for_repositories: false,
      advanced_security_enabled_for_new_repositories: true,
      updater_alerts_enabled_for_new_repositories: true,
      updater_security_updates_enabled_for_new_repositories: true,
      dependency_graph_enabled_for_new_repositories: true,
      secret_scanning_enabled_for_new_repositories: true,
      secret_scanning_push_protection_enabled_for_new_repositories: true,
      secret_scanning_push_protection_custom_link_enabled: true,
      secret_scanning_push_protection_custom_link: "https://acme.example/secrets",
    };
    const after = await call(updateOrganization, { ...acme, ...changes });
    expect({ ...after, updated_at: before.updated_at }).toEqual({ ...before, ...changes });
  });

  test("derives repository creation settings by precedence: visibility, type, flag", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const settingsAfter = async (changes: object) => {
      const after = await call(updateOrganization, { ...acme, ...changes });
      return [
        after.members_can_create_repositories,
        after.members_allowed_repository_creation_type,
        after.members_can_create_public_repositories,
        after.members_can_create_private_repositories,
      ];
    };
    const type = "members_allowed_repository_creation_type";
    expect(await settingsAfter({ members_can_create_repositories: true })).toEqual([true, "private", false, true]);
    expect(await settingsAfter({ members_can_create_repositories: false })).toEqual([false, "none", false, false]);
    expect(await settingsAfter({ members_can_create_repositories: true })).toEqual([true, "all", true, true]);
    expect(await settingsAfter({ members_can_create_repositories: true, [type]: "none" })).toEqual([
      false,
      "none",
      false,
      false,
    ]);
    expect(await settingsAfter({ members_can_create_repositories: false, [type]: "private" })).toEqual([
      true,
      "private",
      false,
      true,
    ]);
    expect(await settingsAfter({ [type]: "private", members_can_create_public_repositories: true })).toEqual([
      true,
      "all",
      true,
      true,
    ]);
    expect(await settingsAfter({ members_can_create_public_repositories: false })).toEqual([
      true,
      "private",
      false,
      true,
    ]);
  });

  test("allows internal repositories only within an enterprise", async ({ emulator }) => {
    const internal = { members_can_create_internal_repositories: true };
    expect(await patch(emulator, internal)).toMatchObject({
      status: 422,
      body: { errors: [{ field: "members_can_create_internal_repositories" }] },
    });
    const { call } = clientFor(emulator, "globex-owner");
    const globex = { org: "globex" };
    expect(await call(updateOrganization, { ...globex, ...internal })).toMatchObject(internal);
    expect(await call(updateOrganization, { ...globex, members_can_create_repositories: false })).toMatchObject({
      members_can_create_internal_repositories: false,
      members_can_create_repositories: false,
    });
  });

  test("sets which sites members can create", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const settingsAfter = async (changes: object) => {
      const after = await call(updateOrganization, { ...acme, ...changes });
      const { members_can_create_public_pages: publicPages, members_can_create_private_pages: privatePages } = after;
      return [after.members_can_create_pages, publicPages, privatePages];
    };
    expect(await settingsAfter({ members_can_create_pages: false })).toEqual([false, false, false]);
    expect(await settingsAfter({ members_can_create_private_pages: true })).toEqual([true, false, true]);
    expect(await settingsAfter({ members_can_create_pages: true })).toEqual([true, false, true]);
    expect(await settingsAfter({ members_can_create_private_pages: false })).toEqual([false, false, false]);
    expect(await settingsAfter({ members_can_create_pages: true })).toEqual([true, true, true]);
  });

  test("applies the base permission to every repository", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const readVault = async () => (await requestJson(emulator, "GET /repos/acme/vault", undefined, "carol")).body;
    expect(await readVault()).toMatchObject({ status: "404" });
    for (const [permissionName, permissions] of [
      ["read", { pull: true, push: false, admin: false }],
      ["write", { pull: true, push: true, admin: false }],
      ["admin", { pull: true, push: true, admin: true }],
    ] as const) {
      const response = await call(updateOrganization, { ...acme, default_repository_permission: permissionName });
      expect(response.default_repository_permission).toBe(permissionName);
      expect(await readVault()).toMatchObject({ permissions });
    }
    await call(updateOrganization, { ...acme, default_repository_permission: "none" });
    expect(await readVault()).toMatchObject({ status: "404" });
  });

  test.for<[field: string, value: string]>([
    ["email", "no-at-sign"],
    ["billing_email", "money@"],
    ["billing_email", ""],
    ["twitter_username", "no spaces"],
    ["description", "x".repeat(161)],
    ["secret_scanning_push_protection_custom_link", "javascript:alert(1)"],
    ["secret_scanning_push_protection_custom_link", "nowhere"],
    ["default_repository_permission", "everything"],
    ["members_allowed_repository_creation_type", "internal"],
    ["has_organization_projects", "yes"],
  ])("rejects %s %j", async ([field, value], { emulator }) => {
    const before = (await requestJson(emulator, "GET /orgs/acme")).body;
    expect((await patch(emulator, { name: "Other", [field]: value })).status).toBe(422);
    expect((await requestJson(emulator, "GET /orgs/acme")).body).toEqual(before);
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
  ] as const)("can be updated by authorized tokens only: %s", async ([token, status], { emulator }) => {
    expect((await patch(emulator, { name: "Other" }, token)).status).toBe(status);
  });
});

describe("a deleted organization", () => {
  test("is removed with all its resources, and webhooks are notified", async ({ emulator }) => {
    expect(await clientFor(emulator, "alice").call(deleteOrganization, acme)).toEqual({});
    for (const path of ["/orgs/acme", "/orgs/acme/teams", "/repos/acme/widgets", "/repos/acme/gears", "/users/acme"]) {
      expect((await requestJson(emulator, `GET ${path}`)).status).toBe(404);
    }
    expect((await requestJson(emulator, "DELETE /orgs/acme")).status).toBe(404);
    expect((await patch(emulator, {})).status).toBe(404);
    expect((await requestJson(emulator, "GET /orgs/acme", undefined, "installation")).status).toBe(401);
    expect((await requestJson(emulator, "GET /user/orgs", undefined, "bob")).body).toMatchObject([{ login: "globex" }]);
    // Forks of public repositories and user accounts remain.
    expect((await requestJson(emulator, "GET /repos/bob/widgets", undefined, "bob")).body).toMatchObject({
      fork: false,
    });
    expect((await requestJson(emulator, "GET /users/alice")).status).toBe(200);

    await emulator.control.settled();
    const events = emulator.control.events().map(({ event, action }) => `${event} ${action}`);
    expect(events.filter((event) => event.startsWith("repository "))).toHaveLength(4);
    expect(events.at(-1)).toBe("organization deleted");
    // The name can be reused.
    await emulator.control.seed({ organizations: { acme: { name: "The new one" } } });
    expect((await requestJson(emulator, "GET /orgs/acme")).body).toMatchObject({
      name: "The new one",
      public_repos: 0,
    });
  });

  test.for([
    ["alice", 202],
    ["alice-fine", 202],
    ["installation", 202],
    ["alice-repo", 403],
    ["alice-reads", 403],
    ["bob", 403],
    ["mallory", 403],
  ] as const)("can be deleted by authorized tokens only: %s", async ([token, status], { emulator }) => {
    expect((await requestJson(emulator, "DELETE /orgs/acme", undefined, token)).status).toBe(status);
    expect((await requestJson(emulator, "GET /orgs/acme")).status).toBe(status === 202 ? 404 : 200);
  });
});
