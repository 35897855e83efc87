import { renderJob } from "../../objects/job.ts";
import { renderWorkflow } from "../../objects/workflow.ts";
import { renderWorkflowRun } from "../../objects/workflow-run.ts";
import { getAccount } from "../../state/accounts.ts";
import { getRepository } from "../../state/repositories.ts";
import { getWorkflowJob, type WorkflowJob } from "../../state/workflow-jobs.ts";
import type { Happening, Stage } from "../../state/workflow-machine.ts";
import { firstRunTime, getWorkflowRun } from "../../state/workflow-runs.ts";
import type { Event, World } from "../../world.ts";
import { checkRunEvent, checkSuiteEvents } from "./checks.ts";
import { commonPayload } from "./payload.ts";
import type { RunScene } from "./run-scene.ts";

/**
 * Where a service's runs move: webhooks are told of every step, as things stand then (public description: workflow_run,
 * workflow_job, check_run, check_suite).
 */
export function stageOf(world: World): Stage {
  const { db, deliveries } = world;
  return {
    db,
    tell(happening, at) {
      const job = happening.to === "job" ? getWorkflowJob(db, happening.id) : undefined;
      const run = getWorkflowRun(db, job?.run_id ?? happening.id);
      const repository = getRepository(db, run.repository_id);
      if (!repository) return;
      // Where the clock has jumped, this is told later than it happened.
      const then: World = { ...world, now: () => new Date(at) };
      const sender = getAccount(db, run.triggering_actor_id ?? run.actor_id ?? repository.owner_id);
      const scene: RunScene = { world: then, repository, run, sender };
      for (const event of eventsOf(scene, job, happening)) deliveries.emit(repository.id, event);
    },
  };
}

function eventsOf(scene: RunScene, job: WorkflowJob | undefined, { what }: Happening): Event[] {
  if (!job) {
    const event = runEvent(scene, what);
    return what === "completed" ? [...checkSuiteEvents(scene), event] : [event];
  }
  if (what === "created") return [checkRunEvent(scene, job, what)];
  const event = jobEvent(scene, job, what);
  return what === "completed" ? [checkRunEvent(scene, job, what), event] : [event];
}

function runEvent({ world, repository, run, sender }: RunScene, action: string): Event {
  return {
    ...{ name: "workflow_run", action },
    get payload() {
      // Who is gone is told as nobody.
      const workflow_run = {
        ...{ actor: null, triggering_actor: null },
        ...renderWorkflowRun(world, repository, run, true),
      };
      const { workflow_id: id, workflow_name: name, workflow_path: path } = run;
      // It is there from its first run on.
      const created_at = firstRunTime(world.db, id) ?? run.created_at;
      const workflow = renderWorkflow(world, repository, { id, name, path, created_at });
      return { action, workflow_run, workflow, ...commonPayload(world, repository, sender) };
    },
  };
}

function jobEvent({ world, repository, run, sender }: RunScene, job: WorkflowJob, action: string): Event {
  return {
    ...{ name: "workflow_job", action },
    get payload() {
      const workflow_job = renderJob(world, repository, run, job);
      return { action, workflow_job, ...commonPayload(world, repository, sender) };
    },
  };
}
