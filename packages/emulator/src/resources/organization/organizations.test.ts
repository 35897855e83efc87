import { getOrganization } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { as, send } from "../../calling.fixture.ts";
import { test } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const { organizations } = COMPANY;
const settings = {
  ...{ billing_email: "bills@acme.example", two_factor_requirement_enabled: true, is_verified: true },
  ...{ members_can_create_public_repositories: false, web_commit_signoff_required: true },
  plan: { name: "team", space: 1000, private_repos: 100, seats: 5 },
};
test.override({
  emulatorOptions: {
    seed: {
      ...COMPANY,
      tokens: { ...COMPANY.tokens, "globex-owner": { kind: "classic", user: "dave", scopes: ["admin:org"] } },
      organizations: { ...organizations, acme: { ...organizations.acme, settings, blog: "acme.example" } },
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
