import { renderJob } from "../../objects/job.ts";
import { nodeId, userObject } from "../../objects/user.ts";
import { renderWorkflowRun } from "../../objects/workflow-run.ts";
import { latestJobs, type WorkflowJob } from "../../state/workflow-jobs.ts";
import { conclusionOf } from "../../state/workflow-machine.ts";
import { runsOfSuite } from "../../state/workflow-runs.ts";
import type { Event, World } from "../../world.ts";
import { commonPayload } from "./payload.ts";
import type { RunScene } from "./run-scene.ts";

// Every job is a check of its commit, and all jobs of a run are one suite of checks. Only the app that makes checks is asked
// to make them (document 1, Event catalogue: `requested`, `rerequested`); for workflows that is the service's own.

/** A job is there as a check, or has ended as one. */
export function checkRunEvent(scene: RunScene, job: WorkflowJob, action: "created" | "completed"): Event {
  const { world, repository, sender } = scene;
  return {
    ...{ name: "check_run", action },
    get payload() {
      return { action, check_run: renderCheckRun(scene, job), ...commonPayload(world, repository, sender) };
    },
  };
}

/** The suite of a run that has ended: it has too, unless other runs are part of it that have not. */
export function checkSuiteEvents(scene: RunScene): Event[] {
  const { world, repository, run, sender } = scene;
  const [action, runs] = ["completed", runsOfSuite(world.db, repository.id, run.check_suite_id)];
  if (runs.some(({ status }) => status !== "completed")) return [];
  const event: Event = {
    ...{ name: "check_suite", action },
    get payload() {
      const { head_commit, ...suite } = renderSuite(scene);
      const check_suite = {
        ...suite,
        app: renderWorkflowApp(world),
        latest_check_runs_count: runs.flatMap(({ id }) => latestJobs(world.db, id)).length,
        check_runs_url: `${suite.url}/check-runs`,
        head_commit,
        ...{ rerequestable: true, runs_rerequestable: true },
      };
      return { action, check_suite, ...commonPayload(world, repository, sender) };
    },
  };
  return [event];
}

/** A job as the check that it is (public description). */
function renderCheckRun(scene: RunScene, job: WorkflowJob) {
  const { world, repository, run } = scene;
  const rendered = renderJob(world, repository, run, job);
  const { head_commit: _, ...check_suite } = renderSuite(scene);
  const app = renderWorkflowApp(world);
  const url = rendered.check_run_url;
  return {
    ...{ id: job.id, node_id: rendered.node_id, name: job.name, head_sha: run.head_sha },
    external_id: nodeId("Job", job.id),
    ...{ url, html_url: rendered.html_url, details_url: rendered.html_url },
    // Checks know no other words for what has not begun.
    status: job.status === "in_progress" || job.status === "completed" ? job.status : "queued",
    conclusion: job.conclusion,
    ...{ started_at: rendered.started_at, completed_at: job.completed_at },
    output: { title: null, summary: null, text: null, annotations_count: 0, annotations_url: `${url}/annotations` },
    check_suite: { ...check_suite, app },
    ...{ app, pull_requests: check_suite.pull_requests },
  };
}

/** The suite that a run's jobs are in, as it stands. */
function renderSuite({ world, repository, run }: RunScene) {
  const rendered = renderWorkflowRun(world, repository, run, true);
  const runs = runsOfSuite(world.db, repository.id, run.check_suite_id);
  const isOver = runs.every(({ status }) => status === "completed");
  const hasBegun = runs.some(({ status }) => status === "in_progress" || status === "completed");
  // What was pushed to a fork is no branch of this repository (document 1, Event catalogue).
  const isHere = run.head_repository_id === repository.id;
  return {
    ...{ id: run.check_suite_id, node_id: rendered.check_suite_node_id, url: rendered.check_suite_url },
    ...{ head_branch: isHere ? run.head_branch : null, head_sha: run.head_sha, before: null, after: run.head_sha },
    status: isOver ? "completed" : hasBegun ? "in_progress" : "queued",
    conclusion: isOver ? conclusionOf(runs.map(({ conclusion }) => conclusion)) : null,
    ...{ created_at: run.created_at, updated_at: run.updated_at },
    ...{ pull_requests: isHere ? rendered.pull_requests : [], head_commit: rendered.head_commit },
  };
}

/** The service's own app, which runs workflows: it is installed everywhere, and in nobody's list. */
function renderWorkflowApp(world: World) {
  const vendor = world.dialect.mediaTypeVendor;
  const slug = `${vendor}-actions`;
  const owner = { id: 0, login: vendor, type: "Organization", site_admin: false } as const;
  return {
    ...{ id: WORKFLOW_APP, slug, node_id: nodeId("App", WORKFLOW_APP), owner: userObject(world, owner) },
    ...{ name: "Actions", description: "Runs workflows.", external_url: world.webUrl },
    ...{ html_url: `${world.webUrl}/apps/${slug}`, created_at: APP_SINCE, updated_at: APP_SINCE },
    ...{ permissions: { actions: "write", checks: "write", metadata: "read" }, events: [] },
  };
}

/** The number that everybody knows it by. */
export const WORKFLOW_APP = 15368;
const APP_SINCE = "2018-07-30T09:30:17Z";
