import { createOrganizationRepository, createRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";
import { receiveEvents } from "../received-events.fixture.ts";

const { acme, globex } = COMPANY.organizations;
const test = emulatorTest({
  seed: {
    ...COMPANY,
    organizations: {
      acme: {
        ...acme,
        custom_properties: { tier: {} },
        settings: { default_repository_branch: "trunk", updater_alerts_enabled_for_new_repositories: true },
      },
      globex: { ...globex, settings: { members_can_create_private_repositories: false } },
    },
  },
});

describe("a repository of the user", () => {
  test("is created with GitHub's defaults", async ({ emulator }) => {
    const created = await clientFor(emulator, "bob").call(createRepository, { name: "new things.git" });
    expect(created).toMatchObject({
      full_name: "bob/new-things",
      private: false,
      default_branch: "main",
      has_issues: true,
      has_discussions: false,
      allow_merge_commit: true,
      license: null,
      size: 0,
      permissions: { admin: true },
    });
    expect((await sendRequest(emulator, "GET /repos/bob/new-things/contents/", "bob")).status).toBe(404);
    expect(emulator.control.events()).toMatchObject([{ event: "repository", action: "created" }]);
  });

  test("has the given settings", async ({ emulator }) => {
    const settings = {
      description: "Things",
      homepage: "https://things.example",
      private: true,
      has_issues: false,
      has_projects: false,
      has_wiki: false,
      has_downloads: false,
      has_discussions: true,
      is_template: true,
      allow_squash_merge: true,
      allow_merge_commit: false,
      allow_rebase_merge: false,
      allow_auto_merge: true,
      delete_branch_on_merge: true,
      squash_merge_commit_title: "PR_TITLE",
      squash_merge_commit_message: "BLANK",
      merge_commit_title: "PR_TITLE",
      merge_commit_message: "PR_BODY",
    };
    const created = await requestJson(emulator, "POST /user/repos", { name: "things", ...settings }, "bob");
    expect(created).toMatchObject({ status: 201, body: settings });
  });

  test("starts with a readme, a license and ignored files", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const created = await call(createRepository, {
      name: "things",
      description: "Many things",
      auto_init: true,
      gitignore_template: "Node",
      license_template: "mit",
    });
    expect(created.license).toMatchObject({ key: "mit", spdx_id: "MIT" });
    const read = async (path: string) => {
      const init = { headers: { accept: "application/vnd.github.raw+json" } };
      return (await fetch(`${emulator.apiUrl}/repos/bob/things/contents/${path}`, init)).text();
    };
    expect(await read("README.md")).toBe("# things\nMany things\n");
    expect(await read(".gitignore")).toContain("node_modules/");
    expect(await read("LICENSE")).toMatch(/^MIT License\n\nCopyright/);
    const { body } = await sendRequest(emulator, "GET /repos/bob/things/commits/main", "bob");
    expect(body).toMatchObject({ commit: { message: "Initial commit" }, author: { login: "bob" }, parents: [] });
    expect(emulator.control.events().map(({ event, action }) => [event, action])).toEqual([
      ["repository", "created"],
      ["create", null],
      ["push", null],
    ]);
  });

  test("must have a new name, known templates and settings that go together", async ({ emulator }) => {
    const post = (body: object, token = "bob") => requestJson(emulator, "POST /user/repos", body, token);
    expect(await post({ name: "Notes" })).toMatchObject({
      status: 422,
      body: {
        message: "Repository creation failed.",
        errors: [
          { resource: "Repository", code: "custom", field: "name", message: "name already exists on this account" },
        ],
      },
    });
    expect((await post({ name: ".." })).status).toBe(422);
    expect((await post({})).status).toBe(422);
    expect((await post({ name: "a", gitignore_template: "Nothing" })).status).toBe(422);
    expect((await post({ name: "a", license_template: "none" })).status).toBe(422);
    const noMerges = { allow_merge_commit: false, allow_squash_merge: false, allow_rebase_merge: false };
    expect((await post({ name: "a", ...noMerges })).status).toBe(422);
    expect((await post({ name: "a" }, "bob-public")).status).toBe(403);
    expect((await post({ name: "a" }, "installation")).status).toBe(403);
    expect((await sendRequest(emulator, "GET /repos/bob/a", "bob")).status).toBe(404);
  });
});

describe("a repository of an organization", () => {
  test("is administered by the member who creates it", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const events = await receiveEvents(emulator, async () => {
      const created = await call(createOrganizationRepository, { org: "acme", name: "cogs", visibility: "private" });
      expect(created).toMatchObject({
        full_name: "acme/cogs",
        private: true,
        default_branch: "trunk",
        allow_forking: false,
        permissions: { admin: true },
      });
    });
    expect(events).toMatchObject([
      { event: "repository created", payload: { repository: { full_name: "acme/cogs" }, sender: { login: "bob" } } },
    ]);
    expect((await sendRequest(emulator, "GET /repos/acme/cogs", "carol")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /repos/acme/cogs/vulnerability-alerts", "bob")).status).toBe(204);
  });

  test("has a team and custom properties", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const { body: team } = await sendRequest(emulator, "GET /orgs/acme/teams/testers", "alice");
    const team_id = typeof team === "object" && team !== null && "id" in team ? Number(team.id) : 0;
    const events = await receiveEvents(emulator, () =>
      call(createOrganizationRepository, {
        org: "acme",
        name: "cogs",
        private: true,
        team_id,
        custom_properties: { tier: "one" },
        use_squash_pr_title_as_default: true,
      }),
    );
    expect(events.map(({ event }) => event)).toEqual(["repository created", "team added_to_repository", "team_add"]);
    const { body } = await sendRequest(emulator, "GET /repos/acme/cogs", "alice");
    expect(body).toMatchObject({ custom_properties: { tier: "one" }, use_squash_pr_title_as_default: true });
    expect((await sendRequest(emulator, "GET /repos/acme/cogs", "bob")).body).toMatchObject({
      permissions: { pull: true, push: false },
    });
    const post = async (body: object) => (await requestJson(emulator, "POST /orgs/acme/repos", body)).status;
    expect(await post({ name: "a", team_id: 999_999 })).toBe(422);
    expect(await post({ name: "a", custom_properties: { other: "one" } })).toBe(422);
    expect(await post({ name: "a", visibility: "internal" })).toBe(422);
  });

  test("is created by those whom the organization allows to", async ({ emulator }) => {
    const post = async (org: string, token: string, body: object = {}) =>
      (await requestJson(emulator, `POST /orgs/${org}/repos`, { name: "cogs", ...body }, token)).status;
    expect(await post("globex", "bob", { private: true })).toBe(403);
    expect(await post("globex", "bob")).toBe(201);
    expect(await post("globex", "dave", { name: "wheels", private: true })).toBe(201);
    expect(await post("acme", "mallory")).toBe(403);
    expect(await post("acme", "installation")).toBe(201);
    expect(await post("acme", "alice")).toBe(422);
  });
});
