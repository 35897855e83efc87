import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { findAppById } from "../../objects/app.ts";
import { renderCheckRun, renderJobCheck } from "../../objects/check-run.ts";
import { renderAppSuiteDetails, renderRunSuiteDetails } from "../../objects/check-suite.ts";
import type { Account } from "../../state/accounts.ts";
import type { CheckRunWithSuite, CheckSuite } from "../../state/check-runs.ts";
import type { Repository } from "../../state/repositories.ts";
import type { WorkflowJob } from "../../state/workflow-jobs.ts";
import { runsOfSuite } from "../../state/workflow-runs.ts";
import { commonPayload } from "./common-payload.ts";
import type { RunContext } from "./run-context.ts";

// Each job is a check run of its commit, and the jobs of a run form a check suite. `requested` and `rerequested` only
// go to the app that creates the checks, which for workflows is GitHub's own.

export function checkRunEvent(runContext: RunContext, job: WorkflowJob, action: "created" | "completed"): WebhookEvent {
  const { context, repository, run, sender } = runContext;
  return {
    name: "check_run",
    action,
    get payload() {
      const check_run = renderJobCheck(context, repository, run, job);
      return { action, check_run, ...commonPayload(context, repository, sender) };
    },
  };
}

/** Creates the event for a completed check suite; none while other runs of the suite are unfinished. */
export function checkSuiteEvents({ context, repository, run, sender }: RunContext): WebhookEvent[] {
  const action = "completed";
  const runs = runsOfSuite(context.db, repository.id, run.check_suite_id);
  if (runs.some(({ status }) => status !== "completed")) return [];
  const event: WebhookEvent = {
    name: "check_suite",
    action,
    get payload() {
      const check_suite = renderRunSuiteDetails(context, repository, run);
      return { action, check_suite, ...commonPayload(context, repository, sender) };
    },
  };
  return [event];
}

/** Creates the event for a check run that an app created or completed. */
export function appCheckRunEvent(
  context: EmulatorContext,
  repository: Repository,
  run: CheckRunWithSuite,
  sender: Account,
  action: "created" | "completed",
): WebhookEvent {
  return {
    name: "check_run",
    action,
    get payload() {
      const check_run = renderCheckRun(context, repository, run);
      return { action, check_run, ...commonPayload(context, repository, sender) };
    },
  };
}

/** Creates the event for the check suite of an app: all of its runs have completed, or it is requested. */
export function appCheckSuiteEvent(
  context: EmulatorContext,
  repository: Repository,
  suite: CheckSuite,
  sender: Account,
  action: "completed" | "requested" | "rerequested",
): WebhookEvent {
  return {
    name: "check_suite",
    action,
    ...(action === "completed" ? {} : { appId: suite.app_id }),
    get payload() {
      const details = renderAppSuiteDetails(context, repository, suite);
      const check_suite = { ...details, app: findAppById(context, suite.app_id) };
      return { action, check_suite, ...commonPayload(context, repository, sender) };
    },
  };
}
