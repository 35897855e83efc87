import { branchProtectionConfiguration } from "./branch-protection-configuration.ts";
import { branchProtectionRule } from "./branch-protection-rule.ts";
import { checkRun } from "./check-run.ts";
import { checkSuite } from "./check-suite.ts";
import { codeScanningAlert } from "./code-scanning-alert.ts";
import { commitComment } from "./commit-comment.ts";
import type { AnyEvent, EventRule, WebhookEvent } from "./event-types.ts";
import { installation } from "./installation.ts";
import { issues } from "./issues.ts";
import { member } from "./member.ts";
import { organization } from "./organization.ts";
import { OTHER_EVENTS } from "./other-events.ts";
import { ping } from "./ping.ts";
import { pullRequest } from "./pull-request.ts";
import { pullRequestReview } from "./pull-request-review.ts";
import { push } from "./push.ts";
import { repository } from "./repository.ts";
import { repositoryAdvisory } from "./repository-advisory.ts";
import { repositoryImport } from "./repository-import.ts";
import { secretScanningAlert } from "./secret-scanning-alert.ts";
import { star } from "./star.ts";
import { team } from "./team.ts";
import { watch } from "./watch.ts";
import { workflowJob } from "./workflow-job.ts";
import { workflowRun } from "./workflow-run.ts";

/** The events whose payloads the contract knows, by their neutral names. */
export const EVENTS = {
  branch_protection_configuration: branchProtectionConfiguration,
  branch_protection_rule: branchProtectionRule,
  check_run: checkRun,
  check_suite: checkSuite,
  code_scanning_alert: codeScanningAlert,
  commit_comment: commitComment,
  installation,
  issues,
  member,
  organization,
  ping,
  pull_request: pullRequest,
  pull_request_review: pullRequestReview,
  push,
  repository,
  repository_advisory: repositoryAdvisory,
  repository_import: repositoryImport,
  secret_scanning_alert: secretScanningAlert,
  star,
  team,
  watch,
  workflow_job: workflowJob,
  workflow_run: workflowRun,
};

type Known = typeof EVENTS;

/** An event whose payload the contract knows. */
export type KnownEvent = keyof Known;

/** An event by its neutral name. */
export type EventName = KnownEvent | keyof typeof OTHER_EVENTS;

type PayloadsOf<E> = E extends KnownEvent ? (Known[E] extends WebhookEvent<string, infer P> ? P : never) : never;

/** The actions that an event has today; none where it has no actions, or the contract doesn't know its payload. */
export type ActionOf<E> = Exclude<keyof PayloadsOf<E>, "*">;

/** What an event's deliveries carry: with these actions, or any. */
export type PayloadOf<E extends EventName, A = unknown> = E extends KnownEvent
  ? [unknown] extends [A]
    ? PayloadsOf<E>[keyof PayloadsOf<E>]
    : PayloadsOf<E>[keyof PayloadsOf<E> & A]
  : OpenPayload;

/** The payload of an event that the contract doesn't know. */
export interface OpenPayload {
  readonly [field: string]: unknown;
}

/** Every event's name. */
export const EVENT_NAMES: readonly string[] = [...Object.keys(EVENTS), ...Object.keys(OTHER_EVENTS)].sort();

/** Is there an event of this neutral name? */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name) || Object.hasOwn(OTHER_EVENTS, name);
}

/** The event of this neutral name; undefined where the contract doesn't know its payload. */
export function knownEvent(name: string): AnyEvent | undefined {
  const events: Readonly<Record<string, AnyEvent>> = EVENTS;
  return Object.hasOwn(events, name) ? events[name] : undefined;
}

/** Which webhooks may have an event. */
export function eventRule(name: EventName): EventRule {
  const others: Readonly<Record<string, EventRule>> = OTHER_EVENTS;
  return knownEvent(name)?.rule ?? others[name] ?? { hooks: [], needs: [] };
}
