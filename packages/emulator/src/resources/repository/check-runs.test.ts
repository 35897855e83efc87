import { listCheckRunAnnotations, listWorkflowRunArtifacts, listWorkflowRunJobs } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };

const LOG = `compiling
::notice::Built in 3 s
::error file=src/app.ts,line=3,endLine=5,col=7,title=Syntax::100%25 wrong%0Areally
::debug::not an annotation
printed ::error::not at the start`;

const test = emulatorTest({
  seed: {
    users: { alice: {} },
    organizations: { acme: { members: { alice: "owner" } } },
    repositories: {
      "acme/widgets": {
        workflow_runs: [
          {
            actor: "alice",
            conclusion: "failure",
            jobs: {
              build: {
                steps: [
                  { name: "Compile", log: LOG, fails: true },
                  { name: "Never", log: "::warning::unreached" },
                ],
              },
            },
          },
        ],
      },
    },
    tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
  },
});

test("annotations are the messages that finished steps printed as workflow commands", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const { jobs } = await call(listWorkflowRunJobs, { ...WIDGETS, run_id: 1 });
  const check_run_id = jobs[0]?.id ?? 0;
  const annotations = await call(listCheckRunAnnotations, { ...WIDGETS, check_run_id });
  expect(annotations).toMatchObject([
    {
      path: ".github",
      start_line: 1,
      end_line: 1,
      start_column: null,
      annotation_level: "notice",
      title: "",
      message: "Built in 3 s",
    },
    {
      path: "src/app.ts",
      start_line: 3,
      end_line: 5,
      start_column: 7,
      end_column: 7,
      annotation_level: "failure",
      title: "Syntax",
      message: "100% wrong\nreally",
      blob_href: `${emulator.webUrl}/acme/widgets/blob/${jobs[0]?.head_sha}/src/app.ts`,
    },
  ]);
  const second = await call(listCheckRunAnnotations, { ...WIDGETS, check_run_id, per_page: 1, page: 2 });
  expect(second).toEqual([annotations[1]]);
});

test("a run has no artifacts, and other runs don't exist", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  expect(await call(listWorkflowRunArtifacts, { ...WIDGETS, run_id: 1 })).toEqual({ total_count: 0, artifacts: [] });
  for (const path of ["actions/runs/9/artifacts", "check-runs/9/annotations"]) {
    expect((await requestJson(emulator, `GET /repos/acme/widgets/${path}`)).status, path).toBe(404);
  }
});
