import {
  createRepositoryDispatch,
  createWorkflowDispatch,
  disableWorkflow,
  enableWorkflow,
  getWorkflow,
  getWorkflowRun,
  listRunsOfWorkflow,
  listWorkflowRuns,
  listWorkflows,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };

const SITE = { owner: "acme", repo: "site" };
const DEPLOY = `name: Deploy
on:
  workflow_dispatch:
    inputs:
      environment: { type: choice, options: [staging, production], required: true }
      dry: { type: boolean, default: true }
      count: { type: number }
      note:
jobs:
  deploy:
    runs-on: ubuntu-latest
`;
const LINT = "on: repository_dispatch\njobs:\n  lint:\n    runs-on: ubuntu-latest\n";

const test = emulatorTest({
  now: () => new Date("2026-05-01T12:00:00Z"),
  seed: {
    users: { alice: {}, mallory: {} },
    organizations: { acme: { members: { alice: "owner" } } },
    repositories: {
      "acme/widgets": {
        workflow_runs: [
          { actor: "alice", created: "-2d" },
          { actor: "alice", created: "-1d" },
          { actor: "alice", workflow: ".github/workflows/nightly.yml", name: "Nightly", created: "-1h" },
        ],
      },
      "acme/gears": { private: true, workflow_runs: [{ actor: "alice" }] },
      "acme/tools": {
        workflows: { ".github/workflows/old.yml": { name: "Old", state: "disabled_manually" } },
      },
      "acme/site": {
        files: { ".github/workflows/deploy.yml": DEPLOY, ".github/workflows/lint.yaml": LINT },
        commits: [{ branch: "next", from: "main", message: "Next", files: { "a.txt": "a" } }],
        tags: { v1: "main" },
      },
    },

    tokens: {
      alice: { kind: "classic", user: "alice", scopes: "all" },
      mallory: { kind: "classic", user: "mallory", scopes: [] },
    },
  },
});

describe("workflows", () => {
  test("are listed since their first run", async ({ emulator }) => {
    const { call } = clientFor(emulator, "mallory");
    const { total_count, workflows } = await call(listWorkflows, WIDGETS);
    expect(total_count).toBe(2);
    const url = `${emulator.apiUrl}/repos/acme/widgets/actions/workflows/1`;
    expect(workflows).toMatchObject([
      { id: 1, name: "CI", path: ".github/workflows/ci.yml", state: "active", created_at: "2026-04-29T12:00:00Z", url },
      { name: "Nightly", path: ".github/workflows/nightly.yml" },
    ]);
    const { workflow_runs } = await call(listWorkflowRuns, { ...WIDGETS, per_page: 1 });
    expect(workflow_runs[0]?.workflow_id).toBe(workflows[1]?.id);
    const page = await call(listWorkflows, { ...WIDGETS, per_page: 1, page: 2 });
    expect(page).toMatchObject({ total_count: 2, workflows: [{ name: "Nightly" }] });
  });

  test("are found by id and by file name", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const [byId, byName] = await Promise.all(
      [1, "ci.yml"].map((workflow_id) => call(getWorkflow, { ...WIDGETS, workflow_id })),
    );
    expect(byName).toEqual(byId);
    const { body } = await requestJson(emulator, "GET /repos/acme/widgets/actions/workflows/1");
    expect(body).toMatchObject({ id: 1, name: "CI" });
    for (const workflow of ["9", "none.yml", "../../README.md"]) {
      const path = `/repos/acme/widgets/actions/workflows/${encodeURIComponent(workflow)}`;
      expect((await requestJson(emulator, `GET ${path}`)).status, workflow).toBe(404);
    }
  });

  test("belong to one repository", async ({ emulator }) => {
    expect((await requestJson(emulator, "GET /repos/acme/gears/actions/workflows/1")).status).toBe(404);
    expect((await requestJson(emulator, "GET /repos/acme/gears/actions/workflows", undefined, "mallory")).status).toBe(
      404,
    );
  });
});

describe("workflow files", () => {
  test("of the default branch are workflows", async ({ emulator }) => {
    const { call } = clientFor(emulator, "mallory");
    expect(await call(listWorkflows, SITE)).toMatchObject({
      total_count: 2,
      workflows: [
        { name: "Deploy", path: ".github/workflows/deploy.yml", state: "active" },
        { name: ".github/workflows/lint.yaml", path: ".github/workflows/lint.yaml" },
      ],
    });
    const { id } = await call(getWorkflow, { ...SITE, workflow_id: "lint.yaml" });
    expect(await call(getWorkflow, { ...SITE, workflow_id: id })).toMatchObject({
      path: ".github/workflows/lint.yaml",
    });
    expect(await call(listRunsOfWorkflow, { ...SITE, workflow_id: id })).toMatchObject({ total_count: 0 });
  });

  test("can be seeded", async ({ emulator }) => {
    const { workflows } = await clientFor(emulator, "alice").call(listWorkflows, { owner: "acme", repo: "tools" });
    expect(workflows).toMatchObject([{ name: "Old", state: "disabled_manually" }]);
  });

  test("have runs of their own", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const runs = await call(listRunsOfWorkflow, { ...WIDGETS, workflow_id: "ci.yml", per_page: 1 });
    expect(runs).toMatchObject({ total_count: 2, workflow_runs: [{ name: "CI", run_number: 2 }] });
    expect(await call(listRunsOfWorkflow, { ...WIDGETS, workflow_id: "nightly.yml" })).toMatchObject({
      total_count: 1,
    });
    const failed = await call(listRunsOfWorkflow, { ...WIDGETS, workflow_id: "ci.yml", status: "failure" });
    expect(failed.total_count).toBe(0);
  });
});

describe("dispatching a workflow", () => {
  const input = { ...SITE, workflow_id: "deploy.yml", ref: "next" };

  test("starts a run of the branch or tag", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const inputs = { environment: "staging", count: 3 };
    const details = await call(createWorkflowDispatch, { ...input, inputs, return_run_details: true });
    const run_id = details?.workflow_run_id ?? 0;
    expect(details).toEqual({
      workflow_run_id: run_id,
      run_url: `${emulator.apiUrl}/repos/acme/site/actions/runs/${run_id}`,
      html_url: `${emulator.webUrl}/acme/site/actions/runs/${run_id}`,
    });
    expect(await call(getWorkflowRun, { ...SITE, run_id })).toMatchObject({
      name: "Deploy",
      display_title: "Deploy",
      event: "workflow_dispatch",
      head_branch: "next",
      head_commit: { message: "Next" },
    });
    expect(await call(createWorkflowDispatch, { ...input, ref: "refs/tags/v1", inputs })).toBeUndefined();
    const { workflow_runs } = await call(listRunsOfWorkflow, { ...SITE, workflow_id: "deploy.yml" });
    expect(workflow_runs.map(({ head_branch }) => head_branch)).toEqual(["v1", "next"]);
  });

  test("is validated against the file", async ({ emulator }) => {
    const messageOf = async (body: object, file = "deploy.yml") => {
      const path = `/repos/acme/site/actions/workflows/${file}/dispatches`;
      const { status, body: response } = await requestJson(emulator, `POST ${path}`, body);
      expect(status).toBe(422);
      return response;
    };
    const inputs = { environment: "staging" };
    const cases: [object, string][] = [
      [{ ref: "gone", inputs }, "No ref found for: gone"],
      [{ ref: "main" }, "Required input 'environment' not provided"],
      [{ ref: "main", inputs: { ...inputs, foo: 1 } }, 'Unexpected inputs provided: ["foo"]'],
      [
        { ref: "main", inputs: { environment: "test" } },
        "Provided value 'test' for input 'environment' not in the list of allowed values",
      ],
      [{ ref: "main", inputs: { ...inputs, dry: "maybe" } }, "Provided value 'maybe' for input 'dry' is not a boolean"],
      [{ ref: "main", inputs: { ...inputs, count: "x" } }, "Provided value 'x' for input 'count' is not a number"],
    ];
    for (const [body, message] of cases) expect(await messageOf(body), message).toMatchObject({ message });
    const message = "Workflow does not have 'workflow_dispatch' trigger";
    expect(await messageOf({ ref: "main" }, "lint.yaml")).toMatchObject({ message });
    const path = "/repos/acme/site/actions/workflows/none.yml/dispatches";
    expect((await requestJson(emulator, `POST ${path}`, { ref: "main" })).status).toBe(404);
    const byMallory = await requestJson(emulator, `POST ${path.replace("none", "deploy")}`, { ref: "main" }, "mallory");
    expect(byMallory.status).toBe(403);
  });

  test("needs an enabled workflow", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await call(disableWorkflow, { ...SITE, workflow_id: "deploy.yml" });
    expect(await call(getWorkflow, { ...SITE, workflow_id: "deploy.yml" })).toMatchObject({
      state: "disabled_manually",
      updated_at: "2026-05-01T12:00:00Z",
    });
    const inputs = { environment: "staging" };
    await expect(call(createWorkflowDispatch, { ...input, inputs })).rejects.toThrow(
      "Cannot trigger a 'workflow_dispatch' on a disabled workflow",
    );
    await call(disableWorkflow, { ...SITE, workflow_id: "lint.yaml" });
    await call(createRepositoryDispatch, { ...SITE, event_type: "lint" });
    expect(await call(listWorkflowRuns, SITE)).toMatchObject({ total_count: 0 });
    for (const workflow_id of ["deploy.yml", "lint.yaml"]) await call(enableWorkflow, { ...SITE, workflow_id });
    await call(createWorkflowDispatch, { ...input, inputs });
    await call(createRepositoryDispatch, { ...SITE, event_type: "lint" });
    expect(await call(listWorkflowRuns, SITE)).toMatchObject({ total_count: 2 });
    const byMallory = clientFor(emulator, "mallory").call(enableWorkflow, { ...SITE, workflow_id: "deploy.yml" });
    await expect(byMallory).rejects.toMatchObject({ status: 403 });
  });
});
