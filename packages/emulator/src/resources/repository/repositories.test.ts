import {
  checkStar,
  deleteRepository,
  getRepository,
  getSubscription,
  listOrganizationRepositories,
  putOrganizationUpdaterSecret,
  setSubscription,
  starRepository,
  updateRepository,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const test = emulatorTest({ seed: COMPANY });

const widgets = { owner: "acme", repo: "widgets" };
const gears = { owner: "acme", repo: "gears" };

type EmulatorUnderTest = Parameters<typeof sendRequest>[0];

/** Sends a change, expects a 422 and returns the response body. */
async function rejectedChange(
  emulator: EmulatorUnderTest,
  change: object,
  token = "alice",
  path = "/repos/acme/widgets",
) {
  const response = await sendRequest(emulator, `PATCH ${path}`, token, { body: JSON.stringify(change) });
  expect(response.status).toBe(422);
  return response.body;
}

describe("updating a repository", () => {
  test("changes each setting and text, and nothing else", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const before = await call(getRepository, widgets);
    const changes = {
      description: "Rounder",
      homepage: "https://widgets.example",
      has_issues: false,
      has_projects: false,
      has_wiki: false,
      has_pull_requests: false,
      allow_squash_merge: true,
      allow_merge_commit: false,
      allow_rebase_merge: false,
      is_template: true,
      allow_auto_merge: true,
      allow_update_branch: true,
      allow_forking: true,
      delete_branch_on_merge: true,
      web_commit_signoff_required: true,
      pull_request_creation_policy: "collaborators_only",
      squash_merge_commit_title: "PR_TITLE",
      squash_merge_commit_message: "PR_BODY",
      merge_commit_title: "PR_TITLE",
      merge_commit_message: "BLANK",
    } as const;
    // A commit message is only valid with its title, so both are changed together.
    const { merge_commit_title, merge_commit_message, ...individual } = changes;
    const updates = [
      ...Object.entries(individual).map(([field, value]) => ({ [field]: value })),
      { merge_commit_title, merge_commit_message },
    ];
    for (const update of updates) {
      emulator.control.clock.advance(1);
      expect(await call(updateRepository, { ...widgets, ...update })).toMatchObject(update);
    }
    const after = await call(getRepository, widgets);
    expect(after).toMatchObject(changes);
    expect(after.updated_at?.localeCompare(before.updated_at ?? "")).toBe(1);
    expect(after).toEqual({ ...before, ...changes, updated_at: after.updated_at });
  });

  test("changes only the time of the last update if no fields are given", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const before = await call(getRepository, widgets);
    await call(updateRepository, widgets);
    const after = await call(getRepository, widgets);
    expect({ ...after, updated_at: before.updated_at }).toEqual(before);
  });

  test("removes the description", async ({ emulator }) => {
    const { description } = await clientFor(emulator, "alice").call(updateRepository, { ...widgets, description: "" });
    expect(description).toBeNull();
  });

  test("requires a merge method, and a message that matches its title", async ({ emulator }) => {
    const none = { allow_squash_merge: false, allow_merge_commit: false, allow_rebase_merge: false };
    expect(await rejectedChange(emulator, none)).toMatchObject({ errors: [{ field: "allow_merge_commit" }] });
    expect(await rejectedChange(emulator, { squash_merge_commit_message: "BLANK" })).toMatchObject({
      errors: [{ field: "squash_merge_commit_message" }],
    });
    expect(await rejectedChange(emulator, { merge_commit_title: "PR_TITLE" })).toMatchObject({
      errors: [{ field: "merge_commit_message" }],
    });
    const { call } = clientFor(emulator, "alice");
    const enabled = await call(updateRepository, { ...widgets, use_squash_pr_title_as_default: true });
    expect(enabled).toMatchObject({ squash_merge_commit_title: "PR_TITLE" });
    const disabled = await call(updateRepository, { ...widgets, use_squash_pr_title_as_default: false });
    expect(disabled).toMatchObject({ squash_merge_commit_title: "COMMIT_OR_PR_TITLE" });
    expect((await call(getRepository, widgets)).allow_squash_merge).toBe(true);
  });

  test("keeps security features that are not named", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const reviewers = [{ reviewer_id: 1, reviewer_type: "TEAM", mode: "EXEMPT" }] as const;
    await call(updateRepository, { ...widgets, security_and_analysis: { secret_scanning: { status: "enabled" } } });
    await call(updateRepository, {
      ...widgets,
      security_and_analysis: {
        secret_scanning_delegated_bypass: { status: "enabled" },
        secret_scanning_delegated_bypass_options: { reviewers: [...reviewers] },
      },
    });
    await call(updateRepository, { ...widgets, security_and_analysis: null });
    expect((await call(getRepository, widgets)).security_and_analysis).toEqual({
      secret_scanning: { status: "enabled" },
      secret_scanning_delegated_bypass: { status: "enabled" },
      secret_scanning_delegated_bypass_options: { reviewers },
    });
    const on = { security_and_analysis: { secret_scanning: { status: "on" } } };
    expect(await rejectedChange(emulator, on)).toMatchObject({
      errors: [{ field: "security_and_analysis.secret_scanning.status" }],
    });
    const unknownReviewer = { reviewers: [{ reviewer_id: 99, reviewer_type: "TEAM" }] };
    expect(
      await rejectedChange(emulator, {
        security_and_analysis: { secret_scanning_delegated_bypass_options: unknownReviewer },
      }),
    ).toMatchObject({ errors: [{ message: "team 99 does not exist" }] });
  });

  test("accepts only an existing branch as the default branch", async ({ emulator }) => {
    expect(await rejectedChange(emulator, { default_branch: "next" })).toMatchObject({
      errors: [{ field: "default_branch", message: expect.stringContaining("next was not found") }],
    });
    expect(await rejectedChange(emulator, { default_branch: "next" }, "alice", "/repos/acme/vault")).toMatchObject({
      errors: [{ field: "default_branch", message: expect.stringContaining("empty repository") }],
    });
    const unchanged = await clientFor(emulator, "alice").call(updateRepository, { ...widgets, default_branch: "main" });
    expect(unchanged.default_branch).toBe("main");
  });

  test("requires an admin, and a token with the permission", async ({ emulator }) => {
    const body = JSON.stringify({ has_wiki: false });
    expect((await sendRequest(emulator, "PATCH /repos/acme/widgets", "bob", { body })).status).toBe(403);
    expect((await sendRequest(emulator, "PATCH /repos/acme/widgets", "mallory", { body })).status).toBe(403);
    expect((await sendRequest(emulator, "PATCH /repos/acme/gears", "mallory", { body })).status).toBe(404);
    expect((await sendRequest(emulator, "PATCH /repos/acme/widgets", undefined, { body })).status).toBe(401);
    expect((await sendRequest(emulator, "PATCH /repos/acme/widgets", "alice-narrow", { body })).status).toBe(200);
  });
});

describe("renaming a repository", () => {
  test("keeps its data, and redirects reads and writes from the old name", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await call(starRepository, widgets);
    const { id } = await call(getRepository, widgets);
    const renamed = await call(updateRepository, { ...widgets, name: "gadgets" });
    expect(renamed).toMatchObject({ id, name: "gadgets", full_name: "acme/gadgets", stargazers_count: 1 });
    expect(renamed.url).toBe(`${emulator.apiUrl}/repos/acme/gadgets`);

    const read = await sendRequest(emulator, "GET /repos/acme/widgets?a=b", "alice");
    expect(read).toMatchObject({ status: 301, body: { message: "Moved Permanently" } });
    expect(read.headers.get("location")).toBe(`${emulator.apiUrl}/repositories/${id}?a=b`);
    expect((await sendRequest(emulator, `GET /repositories/${id}/stargazers`, "alice")).body).toMatchObject([
      { login: "alice" },
    ]);
    const write = await sendRequest(emulator, "PATCH /repos/acme/widgets", "alice", { body: "{}" });
    expect(write.status).toBe(307);
    expect(write.headers.get("location")).toBe(`${emulator.apiUrl}/repositories/${id}`);
    // Clients follow the redirects.
    expect((await call(getRepository, widgets)).name).toBe("gadgets");
    expect((await call(updateRepository, { ...widgets, description: "Moved" })).description).toBe("Moved");
  });

  test("can be reverted, and redirects the right names afterwards", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await call(updateRepository, { ...widgets, name: "gadgets" });
    await call(updateRepository, { owner: "acme", repo: "gadgets", name: "widgets" });
    expect((await sendRequest(emulator, "GET /repos/acme/widgets", "alice")).status).toBe(200);
    expect((await sendRequest(emulator, "GET /repos/acme/gadgets", "alice")).status).toBe(301);
    // Another repository takes a name that redirected to this one.
    await call(updateRepository, { ...gears, name: "gadgets" });
    expect((await call(getRepository, { owner: "acme", repo: "gadgets" })).private).toBe(true);
    await call(updateRepository, { owner: "acme", repo: "gadgets", name: "gears" });
    const response = await sendRequest(emulator, "GET /repos/acme/gadgets", "alice");
    expect(response.headers.get("location")).toMatch(/repositories\/2$/);
  });

  test("stops redirecting a name that another repository takes, even once that is deleted", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await call(updateRepository, { ...widgets, name: "gadgets" });
    await call(updateRepository, { ...gears, name: "widgets" });
    await call(deleteRepository, widgets);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets", "alice")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /repos/acme/gears", "alice")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /repos/acme/gadgets", "alice")).status).toBe(200);
  });

  test("to a different case keeps the address", async ({ emulator }) => {
    expect((await clientFor(emulator, "alice").call(updateRepository, { ...widgets, name: "Widgets" })).name).toBe(
      "Widgets",
    );
    expect((await sendRequest(emulator, "GET /repos/acme/widgets", "alice")).status).toBe(200);
  });

  test("replaces invalid characters", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    expect((await call(updateRepository, { ...widgets, name: "round & small.git" })).name).toBe("round-small");
  });

  test("rejects a name that is taken, empty or too long, and changes nothing", async ({ emulator }) => {
    expect(await rejectedChange(emulator, { name: "GEARS", description: "no" })).toMatchObject({
      errors: [{ resource: "Repository", field: "name", message: "name already exists on this account" }],
    });
    for (const name of ["", "..", "x".repeat(101)]) {
      expect(await rejectedChange(emulator, { name })).toMatchObject({ errors: [{ field: "name" }] });
    }
    const { description } = await clientFor(emulator, "alice").call(getRepository, widgets);
    expect(description).toBe("Widgets for every occasion");
  });

  test("redirects only callers who can see the repository", async ({ emulator }) => {
    await clientFor(emulator, "alice").call(updateRepository, { ...gears, name: "cogs" });
    expect((await sendRequest(emulator, "GET /repos/acme/gears", "bob")).status).toBe(301);
    expect((await sendRequest(emulator, "GET /repos/acme/gears", "mallory")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /repositories/2", "mallory")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /repositories/2", "bob")).status).toBe(200);
  });

  test("accepts one of several concurrent renames to the same name", async ({ emulator }) => {
    const responses = await Promise.all(
      ["widgets", "gears", "vault"].map((repo) =>
        sendRequest(emulator, `PATCH /repos/acme/${repo}`, "alice", { body: '{"name":"prize"}' }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });
});

describe("visibility", () => {
  test("hides the repository from users without access, and shows it again", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    expect(await call(updateRepository, { ...widgets, visibility: "private" })).toMatchObject({
      private: true,
      visibility: "private",
    });
    expect((await sendRequest(emulator, "GET /repos/acme/widgets", "mallory")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets", "dave")).status).toBe(200);
    expect(await call(updateRepository, { ...widgets, private: false })).toMatchObject({ visibility: "public" });
    expect((await sendRequest(emulator, "GET /repos/acme/widgets")).status).toBe(200);
  });

  test("is determined by `visibility` if `private` contradicts it", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const both = { ...widgets, private: false, visibility: "private" } as const;
    expect((await call(updateRepository, both)).private).toBe(true);
  });

  test("detaches forks when it changes, and cannot be changed on a fork", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const fork = { owner: "bob", repo: "widgets" };
    expect(await call(getRepository, fork)).toMatchObject({ fork: true, parent: { full_name: "acme/widgets" } });
    expect(await rejectedChange(emulator, { private: true }, "bob", "/repos/bob/widgets")).toMatchObject({
      errors: [{ field: "private" }],
    });
    await clientFor(emulator, "alice").call(updateRepository, { ...widgets, private: true });
    const detached = await call(getRepository, fork);
    expect([detached.fork, detached.parent]).toEqual([false, undefined]);
    expect((await call(updateRepository, { ...fork, private: true })).private).toBe(true);
  });

  describe("of an organization in an enterprise", () => {
    const scopes = { kind: "classic", scopes: "all" };
    const test = emulatorTest({
      seed: {
        users: { alice: {}, erin: {}, mallory: {} },
        organizations: { acme: { members: { alice: "owner" } }, labs: { members: { erin: "member" } }, other: {} },
        enterprises: { inc: { organizations: ["acme", "labs"] } },
        repositories: { "acme/widgets": {}, "other/things": { collaborators: { alice: "admin" } } },
        tokens: {
          alice: { ...scopes, user: "alice" },
          erin: { ...scopes, user: "erin" },
          mallory: { ...scopes, user: "mallory" },
        },
      },
    });
    const statusFor = async (emulator: EmulatorUnderTest, token?: string) =>
      (await sendRequest(emulator, "GET /repos/acme/widgets", token)).status;

    test("can be internal, which the enterprise's members see", async ({ emulator }) => {
      const { call } = clientFor(emulator, "alice");
      const internal = { private: true, visibility: "internal" };
      expect(await call(updateRepository, { ...widgets, visibility: "internal" })).toMatchObject(internal);
      expect(await call(updateRepository, { ...widgets, private: true })).toMatchObject(internal);
      expect(await statusFor(emulator, "erin")).toBe(200);
      expect([await statusFor(emulator, "mallory"), await statusFor(emulator)]).toEqual([404, 404]);
      const listed = (token: string) => clientFor(emulator, token).call(listOrganizationRepositories, { org: "acme" });
      expect(await listed("erin")).toMatchObject([{ name: "widgets", visibility: "internal" }]);
      expect(await listed("mallory")).toEqual([]);
      await call(updateRepository, { ...widgets, visibility: "private" });
      expect([await statusFor(emulator, "erin"), await listed("erin")]).toEqual([404, []]);
      expect(await call(updateRepository, { ...widgets, visibility: "public" })).toMatchObject({ private: false });
    });

    test("can't be internal elsewhere", async ({ emulator }) => {
      expect(await rejectedChange(emulator, { visibility: "internal" }, "alice", "/repos/other/things")).toMatchObject({
        message: "Only organizations associated with an enterprise can set visibility to internal",
      });
    });
  });

  describe("if restricted to owners", () => {
    const { organizations } = COMPANY;
    const settings = { members_can_change_repo_visibility: false, members_can_delete_repositories: false };
    const acme = { ...organizations.acme, settings };
    const repositories = { ...COMPANY.repositories, "acme/gears": { private: true, collaborators: { bob: "admin" } } };
    const test = emulatorTest({ seed: { ...COMPANY, organizations: { ...organizations, acme }, repositories } });

    test("can only be changed by owners, and only they can delete the repository", async ({ emulator }) => {
      expect(await rejectedChange(emulator, { private: false }, "bob", "/repos/acme/gears")).toMatchObject({
        errors: [{ field: "private", message: expect.stringContaining("organization owners") }],
      });
      expect((await sendRequest(emulator, "DELETE /repos/acme/gears", "bob")).status).toBe(403);
      expect((await clientFor(emulator, "alice").call(updateRepository, { ...gears, private: false })).private).toBe(
        false,
      );
      await clientFor(emulator, "alice").call(deleteRepository, gears);
    });
  });
});

describe("an archived repository", () => {
  test("accepts only being unarchived", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    expect((await call(updateRepository, { ...widgets, archived: true })).archived).toBe(true);
    for (const [route, body] of [
      ["PATCH /repos/acme/widgets", '{"description":"no"}'],
      ["PATCH /repos/acme/widgets", '{"archived":true}'],
      ["POST /repos/acme/widgets/actions/variables", '{"name":"A","value":"b"}'],
    ] as const) {
      expect(await sendRequest(emulator, route, "alice", { body })).toMatchObject({
        status: 403,
        body: { message: "Repository was archived so is read-only." },
      });
    }
    expect((await sendRequest(emulator, "GET /repos/acme/widgets", "alice")).status).toBe(200);
    expect(await call(updateRepository, { ...widgets, archived: false, description: "Back" })).toMatchObject({
      archived: false,
      description: "Back",
    });
  });

  test("can be deleted", async ({ emulator }) => {
    await clientFor(emulator, "alice").call(deleteRepository, { owner: "acme", repo: "museum" });
    expect((await sendRequest(emulator, "GET /repos/acme/museum", "alice")).status).toBe(404);
  });
});

describe("a deleted repository", () => {
  test("disappears with its data, under all of its names", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await call(starRepository, gears);
    await call(setSubscription, { ...gears, subscribed: true });
    await call(updateRepository, { ...gears, name: "cogs" });
    await call(deleteRepository, { owner: "acme", repo: "cogs" });
    for (const path of ["/repos/acme/cogs", "/repos/acme/gears", "/repositories/2", "/repos/acme/cogs/subscription"]) {
      expect((await sendRequest(emulator, `GET ${path}`, "alice")).status).toBe(404);
    }
    expect(await call(checkStar, gears)).toBe(false);
    expect(await call(getSubscription, widgets)).toBeNull();
    expect((await sendRequest(emulator, "GET /user/starred", "alice")).body).toEqual([]);
    const remaining = await call(listOrganizationRepositories, { org: "acme", sort: "full_name" });
    expect(remaining.map(({ name }) => name)).toEqual(["museum", "vault", "widgets"]);
    expect((await sendRequest(emulator, "DELETE /repos/acme/cogs", "alice")).status).toBe(404);
  });

  test("frees its name", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await call(deleteRepository, gears);
    expect((await call(updateRepository, { ...widgets, name: "gears" })).full_name).toBe("acme/gears");
  });

  test("is removed from the selected repositories of a secret", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const key = await sendRequest(emulator, "GET /orgs/acme/dependabot/secrets/public-key", "alice");
    expect(key.status).toBe(200);
    const { sealSecret } = await import("@forgehand/core/sealed-box");
    const { key: publicKey, key_id } = Object(key.body);
    const secret = { org: "acme", secret_name: "KEY", key_id, encrypted_value: sealSecret("value", publicKey) };
    await call(putOrganizationUpdaterSecret, { ...secret, visibility: "selected", selected_repository_ids: [2] });
    await call(deleteRepository, gears);
    const response = await sendRequest(emulator, "GET /orgs/acme/dependabot/secrets/KEY/repositories", "alice");
    expect(response).toMatchObject({ status: 200, body: { total_count: 0 } });
  });

  test("is no longer the parent of its public forks", async ({ emulator }) => {
    await clientFor(emulator, "alice").call(deleteRepository, widgets);
    expect(await clientFor(emulator, "bob").call(getRepository, { owner: "bob", repo: "widgets" })).toMatchObject({
      fork: false,
    });
  });

  test("requires an admin and the scope to be deleted", async ({ emulator }) => {
    expect((await sendRequest(emulator, "DELETE /repos/acme/gears", "bob")).status).toBe(403);
    expect((await sendRequest(emulator, "DELETE /repos/acme/widgets", "alice-narrow")).status).toBe(403);
    await clientFor(emulator, "bob").call(deleteRepository, { owner: "bob", repo: "notes" });
  });
});

test("renders a repository with its organization, license, parent and permissions", async ({ emulator }) => {
  const own = await clientFor(emulator, "bob").call(getRepository, { owner: "bob", repo: "widgets" });
  expect(own).toMatchObject({
    fork: true,
    parent: { full_name: "acme/widgets" },
    source: { full_name: "acme/widgets" },
    permissions: { admin: true, maintain: true, push: true, triage: true, pull: true },
  });
  expect(await clientFor(emulator, "dave").call(getRepository, widgets)).toMatchObject({
    organization: { login: "acme" },
    license: { spdx_id: "MIT" },
    topics: ["widgets", "round"],
    forks_count: 1,
    permissions: { admin: false, maintain: false, push: false, triage: true, pull: true },
  });
});

describe("a repository", () => {
  const seeded = emulatorTest({
    seed: {
      ...COMPANY,
      repositories: {
        ...COMPANY.repositories,
        "acme/blueprint": { private: true, collaborators: { bob: "pull" } },
        "acme/house": { template: "acme/blueprint" },
        "acme/barn": { template: "acme/widgets" },
      },
    },
  });

  seeded("names its template in lists too, if the caller can see that", async ({ emulator }) => {
    const templatesFor = async (token?: string) => {
      const listed = await clientFor(emulator, token).call(listOrganizationRepositories, {
        org: "acme",
        per_page: 100,
      });
      return Object.fromEntries(
        listed.flatMap(({ name, template_repository: template }) => (template ? [[name, template.full_name]] : [])),
      );
    };
    expect(await templatesFor("bob")).toEqual({ barn: "acme/widgets", house: "acme/blueprint" });
    expect(await templatesFor()).toEqual({ barn: "acme/widgets" });
    const house = await clientFor(emulator, "bob").call(getRepository, { owner: "acme", repo: "house" });
    expect(house.template_repository).toMatchObject({ full_name: "acme/blueprint", private: true });
  });

  seeded("has a token for cloning it if it is private, but not in lists", async ({ emulator }) => {
    const cloneToken = async (repo: string, token?: string) =>
      (await clientFor(emulator, token).call(getRepository, { owner: "acme", repo })).temp_clone_token;
    expect(await cloneToken("widgets")).toBeNull();
    expect(await cloneToken("widgets", "bob")).toBe("");
    const ofBob = await cloneToken("blueprint", "bob");
    expect(ofBob).toMatch(/^A[A-Z2-7]{22}$/);
    expect(await cloneToken("blueprint", "bob")).toBe(ofBob);
    expect(await cloneToken("blueprint", "alice")).not.toBe(ofBob);
    emulator.control.clock.advance(2 * 3600);
    expect(await cloneToken("blueprint", "bob")).not.toBe(ofBob);

    const listed = await clientFor(emulator, "bob").call(listOrganizationRepositories, { org: "acme" });
    expect(listed.filter((repository) => "temp_clone_token" in repository)).toEqual([]);
  });
});
