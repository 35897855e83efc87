import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderJob } from "../../objects/job.ts";
import { renderWorkflow } from "../../objects/workflow.ts";
import { renderWorkflowRun } from "../../objects/workflow-run.ts";
import { getAccount } from "../../state/accounts.ts";
import { getRepository } from "../../state/repositories.ts";
import type { EngineContext, WorkflowChange } from "../../state/workflow-engine.ts";
import { getWorkflowJob, type WorkflowJob } from "../../state/workflow-jobs.ts";
import { getWorkflow, getWorkflowRun } from "../../state/workflow-runs.ts";
import { checkRunEvent, checkSuiteEvents } from "./checks.ts";
import { commonPayload } from "./common-payload.ts";
import type { RunContext } from "./run-context.ts";

/**
 * Creates the engine context that advances an emulator's workflow runs and emits the events of every step
 * (`workflow_run`, `workflow_job`, `check_run`, `check_suite`).
 */
export function engineContextFor(context: EmulatorContext): EngineContext {
  const { db, deliveries } = context;
  return {
    db,
    emit(change, at) {
      const job = change.subject === "job" ? getWorkflowJob(db, change.id) : undefined;
      const run = getWorkflowRun(db, job?.run_id ?? change.id);
      const repository = getRepository(db, run.repository_id);
      if (!repository) return;
      // After the clock was set forward, events are emitted later than they happened.
      const contextAtTime: EmulatorContext = { ...context, now: () => new Date(at) };
      const sender = getAccount(db, run.triggering_actor_id ?? run.actor_id ?? repository.owner_id);
      const runContext: RunContext = { context: contextAtTime, repository, run, sender };
      for (const event of eventsOf(runContext, job, change)) deliveries.emit(repository.id, event);
    },
  };
}

function eventsOf(runContext: RunContext, job: WorkflowJob | undefined, { action }: WorkflowChange): WebhookEvent[] {
  if (!job) {
    const event = runEvent(runContext, action);
    return action === "completed" ? [...checkSuiteEvents(runContext), event] : [event];
  }
  if (action === "created") return [checkRunEvent(runContext, job, action)];
  const event = jobEvent(runContext, job, action);
  return action === "completed" ? [checkRunEvent(runContext, job, action), event] : [event];
}

function runEvent({ context, repository, run, sender }: RunContext, action: string): WebhookEvent {
  return {
    name: "workflow_run",
    action,
    get payload() {
      // Deleted users are null.
      const workflow_run = {
        actor: null,
        triggering_actor: null,
        ...renderWorkflowRun(context, repository, run, true),
      };
      const workflow = renderWorkflow(context, repository, getWorkflow(context.db, run.workflow_id));
      return { action, workflow_run, workflow, ...commonPayload(context, repository, sender) };
    },
  };
}

function jobEvent({ context, repository, run, sender }: RunContext, job: WorkflowJob, action: string): WebhookEvent {
  return {
    name: "workflow_job",
    action,
    get payload() {
      const workflow_job = renderJob(context, repository, run, job);
      return { action, workflow_job, ...commonPayload(context, repository, sender) };
    },
  };
}
