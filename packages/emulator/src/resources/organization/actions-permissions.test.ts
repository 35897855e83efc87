import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const SEED = {
  users: { alice: {}, bob: {} },
  organizations: { acme: { members: { alice: "owner", bob: "member" } } },
  repositories: {
    "acme/widgets": {
      collaborators: { bob: "push" },
      pulls: [{ number: 1, title: "Round corners", author: "bob", head: "round" }],
      workflow_runs: [
        { title: "Broken", actor: "bob", created: "-40d", conclusion: "failure" },
        { title: "Fresh", actor: "bob", created: "-1h", conclusion: "failure" },
      ],
    },
    "acme/vault": {
      private: true,
      pulls: [{ number: 1, title: "From afar", author: "bob", head: "far", head_repository: "bob/vault" }],
      workflow_runs: [{ title: "Old", actor: "bob", created: "-200d" }],
    },
    "bob/vault": { private: true, fork_of: "acme/vault" },
    "bob/tools": {},
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    bob: { kind: "classic", user: "bob", scopes: "all" },
    narrow: { kind: "classic", user: "alice", scopes: ["read:org", "repo"] },
    reader: {
      kind: "fine-grained",
      user: "alice",
      owner: "acme",
      permissions: { organization_administration: "read" },
    },
  },
} as const;

const START = new Date("2026-06-14T12:00:00Z");
const test = emulatorTest({ seed: SEED, now: () => START, control: true });

const PATH = "/orgs/acme/actions/permissions";
const get = async (emulator: Emulator, path = "") => (await requestJson(emulator, `GET ${PATH}${path}`)).body;
const put = (emulator: Emulator, path: string, body?: object, token?: string) =>
  requestJson(emulator, `PUT ${PATH}${path}`, body, token);

describe("settings", () => {
  test("have the service's defaults", async ({ emulator }) => {
    expect(await get(emulator)).toEqual({
      enabled_repositories: "all",
      allowed_actions: "all",
      sha_pinning_required: false,
    });
    expect(await get(emulator, "/artifact-and-log-retention")).toEqual({ days: 90, maximum_allowed_days: 400 });
    expect(await get(emulator, "/fork-pr-contributor-approval")).toEqual({
      approval_policy: "first_time_contributors",
    });
    expect(await get(emulator, "/fork-pr-workflows-private-repos")).toEqual({
      run_workflows_from_fork_pull_requests: true,
      send_write_tokens_to_workflows: false,
      send_secrets_and_variables: false,
      require_approval_for_fork_pr_workflows: false,
    });
    expect(await get(emulator, "/self-hosted-runners")).toEqual({ enabled_repositories: "all" });
    expect(await get(emulator, "/workflow")).toEqual({
      default_workflow_permissions: "write",
      can_approve_pull_request_reviews: true,
    });
  });

  test.for([
    ["/artifact-and-log-retention", { days: 1 }, { days: 1, maximum_allowed_days: 400 }],
    ["/artifact-and-log-retention", { days: 400 }, { days: 400, maximum_allowed_days: 400 }],
    // Requests and responses have the vendor's spelling of this value.
    ["/fork-pr-contributor-approval", { approval_policy: "first_time_contributors_new_to_github" }, undefined],
    ["/self-hosted-runners", { enabled_repositories: "none" }, undefined],
    ["/workflow", { default_workflow_permissions: "read", can_approve_pull_request_reviews: false }, undefined],
  ] as const)("%s stores %j", async ([path, body, shown], { emulator }) => {
    expect((await put(emulator, path, body)).status).toBe(204);
    expect(await get(emulator, path)).toEqual(shown ?? body);
    expect((await put(emulator, path, body)).status).toBe(204);
    expect(await get(emulator, path)).toEqual(shown ?? body);
  });

  test("keep fields that are omitted", async ({ emulator }) => {
    await put(emulator, "/workflow", { can_approve_pull_request_reviews: false });
    await put(emulator, "/workflow", { default_workflow_permissions: "read" });
    await put(emulator, "/workflow");
    expect(await get(emulator, "/workflow")).toEqual({
      default_workflow_permissions: "read",
      can_approve_pull_request_reviews: false,
    });
    const forks = "/fork-pr-workflows-private-repos";
    await put(emulator, forks, { run_workflows_from_fork_pull_requests: true, send_secrets_and_variables: true });
    await put(emulator, forks, { run_workflows_from_fork_pull_requests: false });
    expect(await get(emulator, forks)).toMatchObject({
      run_workflows_from_fork_pull_requests: false,
      send_secrets_and_variables: true,
    });
    await put(emulator, "", { enabled_repositories: "all", allowed_actions: "local_only", sha_pinning_required: true });
    await put(emulator, "", { enabled_repositories: "none" });
    expect(await get(emulator)).toEqual({ enabled_repositories: "none", sha_pinning_required: true });
    await put(emulator, "", { enabled_repositories: "selected" });
    expect(await get(emulator)).toEqual({
      enabled_repositories: "selected",
      allowed_actions: "local_only",
      sha_pinning_required: true,
      selected_repositories_url: `${emulator.apiUrl}${PATH}/repositories`,
    });
  });

  test.for([
    ["", {}],
    ["", { enabled_repositories: "some" }],
    ["", { enabled_repositories: "all", allowed_actions: "none" }],
    ["/artifact-and-log-retention", { days: 0 }],
    ["/artifact-and-log-retention", { days: 401 }],
    ["/artifact-and-log-retention", { days: 1.5 }],
    ["/artifact-and-log-retention", {}],
    ["/fork-pr-contributor-approval", { approval_policy: "unknown-policy" }],
    ["/fork-pr-workflows-private-repos", { send_write_tokens_to_workflows: true }],
    ["/self-hosted-runners", { enabled_repositories: 1 }],
    ["/workflow", { default_workflow_permissions: "admin" }],
  ] as const)("%s rejects %j with 422", async ([path, body], { emulator }) => {
    const before = await get(emulator, path);
    expect((await put(emulator, path, body)).status).toBe(422);
    expect(await get(emulator, path)).toEqual(before);
  });

  test("require an owner with the scope or the permission", async ({ emulator }) => {
    for (const path of ["", "/artifact-and-log-retention", "/workflow", "/fork-pr-workflows-private-repos"]) {
      expect((await requestJson(emulator, `GET ${PATH}${path}`, undefined, "bob")).status).toBe(403);
      expect((await requestJson(emulator, `GET ${PATH}${path}`, undefined, "reader")).status).toBe(200);
    }
    expect((await requestJson(emulator, `GET ${PATH}`, undefined, "narrow")).status).toBe(403);
    // No scope is documented for this operation, so only the caller's role counts.
    const forks = "/fork-pr-workflows-private-repos";
    expect((await requestJson(emulator, `GET ${PATH}${forks}`, undefined, "narrow")).status).toBe(200);
    expect((await put(emulator, "/workflow", {}, "reader")).status).toBe(403);
    expect((await put(emulator, "/workflow", {}, "bob")).status).toBe(403);
    expect((await requestJson(emulator, "GET /orgs/unknown-organization/actions/permissions")).status).toBe(404);
  });
});

describe("selected actions", () => {
  const ACTIONS = "/selected-actions";

  test("are available only if allowed_actions is selected", async ({ emulator }) => {
    for (const input of [
      { enabled_repositories: "all", allowed_actions: "all" },
      { enabled_repositories: "all", allowed_actions: "local_only" },
      { enabled_repositories: "none", allowed_actions: "selected" },
    ]) {
      await put(emulator, "", input);
      expect(await get(emulator)).not.toHaveProperty("selected_actions_url");
      expect((await requestJson(emulator, `GET ${PATH}${ACTIONS}`)).status).toBe(409);
      expect((await put(emulator, ACTIONS, { verified_allowed: true })).status).toBe(409);
    }
    await put(emulator, "", { enabled_repositories: "all" });
    expect(await get(emulator)).toMatchObject({ selected_actions_url: `${emulator.apiUrl}${PATH}${ACTIONS}` });
    expect(await get(emulator, ACTIONS)).toEqual({
      github_owned_allowed: false,
      verified_allowed: false,
      patterns_allowed: [],
    });
  });

  test("are selected by patterns", async ({ emulator }) => {
    await put(emulator, "", { enabled_repositories: "all", allowed_actions: "selected" });
    const patterns_allowed = [
      "acme/*",
      "acme/deploy@*",
      "acme/deploy@v2",
      "acme/deploy/sub@main",
      "space-*/*",
      "!acme/old@*",
      "acme/flows/.github/workflows/ci.yml@refs/heads/main",
    ];
    expect((await put(emulator, ACTIONS, { github_owned_allowed: true, patterns_allowed })).status).toBe(204);
    expect((await put(emulator, ACTIONS, { verified_allowed: true })).status).toBe(204);
    expect(await get(emulator, ACTIONS)).toEqual({
      github_owned_allowed: true,
      verified_allowed: true,
      patterns_allowed,
    });
    for (const pattern of ["", "acme", "acme/", "/deploy", "acme/deploy@", "acme/a, acme/b", "acme/a b"]) {
      expect(await put(emulator, ACTIONS, { patterns_allowed: ["acme/*", pattern] }), pattern).toMatchObject({
        status: 422,
        body: { errors: [{ field: "patterns_allowed" }] },
      });
    }
    expect(await get(emulator, ACTIONS)).toMatchObject({ patterns_allowed });
  });
});

describe("workflows", () => {
  const idOf = async (emulator: Emulator, name: string) =>
    Number(Object((await requestJson(emulator, `GET /repos/${name}`, undefined, "bob")).body).id);

  /** Returns the IDs of a repository's runs by title. */
  const runs = async (emulator: Emulator, name: string): Promise<Readonly<Record<string, number>>> => {
    const { body } = await requestJson(emulator, `GET /repos/${name}/actions/runs`);
    const listed: readonly { display_title: string; id: number }[] = Object(body).workflow_runs;
    return Object.fromEntries(listed.map(({ display_title, id }) => [display_title, id]));
  };

  test("run and rerun only in enabled repositories", async ({ emulator }) => {
    const { control } = emulator;
    const { Fresh: run } = await runs(emulator, "acme/widgets");
    const rerun = (path = "rerun") => requestJson(emulator, `POST /repos/acme/widgets/actions/runs/${run}/${path}`);
    const jobs = Object((await requestJson(emulator, `GET /repos/acme/widgets/actions/runs/${run}/jobs`)).body).jobs;
    const start = () => control.startJob({ repository: "acme/widgets" });
    for (const input of ["none", "selected"]) {
      await put(emulator, "", { enabled_repositories: input });
      expect(start).toThrow("acme/widgets is not allowed to run workflows");
      for (const response of [
        await rerun(),
        await rerun("rerun-failed-jobs"),
        await requestJson(emulator, `POST /repos/acme/widgets/actions/jobs/${jobs[0].id}/rerun`),
      ]) {
        expect(response).toMatchObject({ status: 403, body: { message: "Actions are disabled for this repository" } });
      }
    }
    // The organization's settings don't apply to repositories of users.
    expect(control.startJob({ repository: "bob/tools" }).run).toBeGreaterThan(0);
    const widgets = await idOf(emulator, "acme/widgets");
    await put(emulator, `/repositories/${widgets}`);
    expect(start().run).toBeGreaterThan(0);
    expect((await rerun()).status).toBe(201);
    await requestJson(emulator, `DELETE ${PATH}/repositories/${widgets}`);
    expect(start).toThrow(RangeError);
    await put(emulator, "", { enabled_repositories: "all" });
    expect(start().run).toBeGreaterThan(0);
  });

  test("without a permissions key get the organization's default permissions", async ({ emulator }) => {
    const { control } = emulator;
    const file = { message: "m", content: "" };
    const WIDGETS = "/repos/acme/widgets";
    const writes = (token: string, path: string) =>
      requestJson(emulator, `PUT ${WIDGETS}/contents/${path}`, file, token);
    const writable = control.startJob({ repository: "acme/widgets" });
    expect((await writes(writable.token, "a.txt")).status).toBe(201);
    // ID tokens must be requested.
    expect(writable.env).not.toHaveProperty("ACTIONS_ID_TOKEN_REQUEST_URL");

    await put(emulator, "/workflow", { default_workflow_permissions: "read" });
    const readOnly = control.startJob({ repository: "acme/widgets" });
    expect((await requestJson(emulator, `GET ${WIDGETS}/contents/a.txt`, undefined, readOnly.token)).status).toBe(200);
    expect((await writes(readOnly.token, "b.txt")).status).toBe(403);
    expect((await requestJson(emulator, `GET ${WIDGETS}/actions/secrets`, undefined, readOnly.token)).status).toBe(403);
    // Explicit permissions take precedence, and existing tokens keep theirs.
    const explicit = control.startJob({ repository: "acme/widgets", permissions: { contents: "write" } });
    expect((await writes(explicit.token, "b.txt")).status).toBe(201);
    expect((await writes(writable.token, "c.txt")).status).toBe(201);
  });

  test("can't approve pull requests unless allowed", async ({ emulator }) => {
    const { token } = emulator.control.startJob({ repository: "acme/widgets" });
    const review = (event: string, by = token) =>
      requestJson(emulator, "POST /repos/acme/widgets/pulls/1/reviews", { event, body: "Seen." }, by);
    await put(emulator, "/workflow", { can_approve_pull_request_reviews: false });
    expect(await review("APPROVE")).toMatchObject({
      status: 422,
      body: { errors: ["GitHub Actions is not permitted to approve pull requests."] },
    });
    expect((await review("COMMENT")).status).toBe(200);
    expect((await review("APPROVE", "alice")).status).toBe(200);
    await put(emulator, "/workflow", { can_approve_pull_request_reviews: true });
    expect((await review("APPROVE")).status).toBe(200);
  });

  test("from private forks follow the organization's fork policy", async ({ emulator }) => {
    const { control } = emulator;
    const input = {
      repository: "acme/vault",
      pull: 1,
      permissions: { contents: "write", "id-token": "write" },
    } as const;
    const path = "/fork-pr-workflows-private-repos";
    const writes = async (path: string) => {
      const { token } = control.startJob(input);
      return (
        await requestJson(emulator, `PUT /repos/acme/vault/contents/${path}`, { message: "m", content: "" }, token)
      ).status;
    };
    expect(await writes("a.txt")).toBe(403);
    await put(emulator, path, { run_workflows_from_fork_pull_requests: true, send_write_tokens_to_workflows: true });
    expect(await writes("a.txt")).toBe(201);
    await put(emulator, path, { run_workflows_from_fork_pull_requests: false });
    expect(() => control.startJob(input)).toThrow("acme/vault doesn't run workflows for pull requests from forks");
    expect(control.startJob({ ...input, event: "pull_request_target" }).run).toBeGreaterThan(0);
  });

  test("use repository-level runners only if allowed", async ({ emulator }) => {
    const { control } = emulator;
    const input = { repository: "acme/widgets", runner_environment: "self-hosted" } as const;
    const before = Object.keys(await runs(emulator, "acme/widgets"));
    await put(emulator, "/self-hosted-runners", { enabled_repositories: "none" });
    expect(() => control.startJob(input)).toThrow(
      "acme/widgets is not allowed to have its own runners, and no other is free",
    );
    expect(Object.keys(await runs(emulator, "acme/widgets"))).toEqual(before);
    expect(control.startJob({ repository: "acme/widgets" }).run).toBeGreaterThan(0);

    const { body } = await requestJson(emulator, "POST /orgs/acme/actions/runners/registration-token");
    control.runners.register(String(Object(body).token), { name: "forge-1" });
    control.runners.connect("acme", "forge-1");
    expect(control.startJob(input).env).toMatchObject({ RUNNER_NAME: "forge-1" });

    await put(emulator, "/self-hosted-runners", { enabled_repositories: "selected" });
    await put(emulator, `/self-hosted-runners/repositories/${await idOf(emulator, "acme/widgets")}`);
    expect(control.startJob(input).env).toMatchObject({ RUNNER_NAME: "Self-hosted runner" });
  });

  test("keep logs for the configured number of days, at most 90 for public repositories", async ({ emulator }) => {
    const widgets = await runs(emulator, "acme/widgets");
    const vaultRuns = await runs(emulator, "acme/vault");
    const logs = async (name: string, run: number | undefined) =>
      (await requestJson(emulator, `GET /repos/${name}/actions/runs/${run}/logs`)).status;
    expect(await logs("acme/widgets", widgets["Broken"])).toBe(302);
    expect(await logs("acme/vault", vaultRuns["Old"])).toBe(404);
    await put(emulator, "/artifact-and-log-retention", { days: 30 });
    expect(await logs("acme/widgets", widgets["Broken"])).toBe(404);
    expect(await logs("acme/widgets", widgets["Fresh"])).toBe(302);
    await put(emulator, "/artifact-and-log-retention", { days: 400 });
    expect(await logs("acme/vault", vaultRuns["Old"])).toBe(302);
    emulator.control.clock.advance(60 * 86_400);
    expect(await logs("acme/widgets", widgets["Broken"])).toBe(404);
  });
});
