import { getWorkflow, listWorkflowRuns, listWorkflows } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };

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
