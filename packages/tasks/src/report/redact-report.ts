import type { Change, Failure, Outcome, Plan } from "../plan.ts";
import type { Report, TaskReport } from "./report.ts";

/** Replaces secrets in all texts of a report, and removes what changes contain only for their task. */
export function redactReport(report: Report, redact: (text: string) => string): Report {
  const { tasks, problems, shards } = report;
  return {
    ...report,
    step: redact(report.step),
    webUrl: report.webUrl === undefined ? undefined : redact(report.webUrl),
    tasks: tasks.map((task) => redactTask(task, redact)),
    problems: problems?.map((failure) => redactFailure(failure, redact)),
    shards: shards?.map((shard) => ({ ...shard, headline: redact(shard.headline) })),
  };
}

function redactTask(task: TaskReport, redact: (text: string) => string): TaskReport {
  return {
    task: task.task,
    title: redact(task.title),
    plan: redactPlan(task.plan, redact),
    outcomes: task.outcomes.map((outcome) => redactOutcome(outcome, redact)),
    failures: task.failures.map((failure) => redactFailure(failure, redact)),
  };
}

function redactPlan(plan: Plan<Change>, redact: (text: string) => string): Plan<Change> {
  return {
    changes: plan.changes.map((change) => redactChange(change, redact)),
    skipped: plan.skipped.map(({ target, why, isUnchanged }) => ({
      target: redact(target),
      why: redact(why),
      isUnchanged,
    })),
    unreadable: plan.unreadable.map((failure) => redactFailure(failure, redact)),
    notes: plan.notes.map(redact),
    givenUp: plan.givenUp?.map((item) => ({ ...item, target: redact(item.target), problem: redact(item.problem) })),
    advice: plan.advice?.map(({ title, text }) => ({ title: redact(title), text: redact(text) })),
  };
}

function redactOutcome({ change, end, note }: Outcome<Change>, redact: (text: string) => string): Outcome<Change> {
  return { change: redactChange(change, redact), end, note: note === undefined ? undefined : redact(note) };
}

function redactChange(
  { target, what, before, after, drift, details }: Change,
  redact: (text: string) => string,
): Change {
  return {
    target: redact(target),
    what: redact(what),
    before: redact(before),
    after: redact(after),
    drift: drift === undefined ? undefined : redact(drift),
    details: details?.map((detail) => ({
      label: redact(detail.label),
      before: redact(detail.before),
      after: redact(detail.after),
    })),
  };
}

function redactFailure({ target, problem, isUnread }: Failure, redact: (text: string) => string): Failure {
  return { target: redact(target), problem: redact(problem), isUnread };
}
