import { isDeepStrictEqual } from "node:util";
import { ANONYMOUS } from "../../callers/caller.ts";
import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderRepository, renderRepositoryWithSecurity, securityOf } from "../../objects/repository.ts";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";

/** Creates an event about a repository (`repository`). */
function repositoryEvent(
  context: EmulatorContext,
  repository: Repository,
  sender: Account,
  action: string,
  changes?: object,
): WebhookEvent {
  const extraFields = changes ? { changes } : {};
  return {
    name: "repository",
    action,
    get payload() {
      return { action, ...extraFields, ...commonPayload(context, repository, sender) };
    },
  };
}

/** Creates the events for changed settings, one for each kind of change. */
export function changeEvents(
  context: EmulatorContext,
  before: Repository,
  after: Repository,
  sender: Account,
): WebhookEvent[] {
  const event = (action: string, changes?: object) => repositoryEvent(context, after, sender, action, changes);
  const edited = Object.fromEntries(
    (["description", "homepage", "default_branch"] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field] }]),
  );
  const isTopicChange = before.topics.join() !== after.topics.join();
  const changes = { ...edited, ...(isTopicChange ? { topics: { from: before.topics } } : {}) };
  return [
    ...(before.name === after.name ? [] : [event("renamed", { repository: { name: { from: before.name } } })]),
    ...(Object.keys(changes).length > 0 ? [event("edited", changes)] : []),
    ...(before.archived === after.archived ? [] : [event(after.archived ? "archived" : "unarchived")]),
    ...(before.private === after.private ? [] : [event(after.private ? "privatized" : "publicized")]),
    ...(before.private && !after.private ? [publicEvent(context, after, sender)] : []),
    ...securityEvents(context, before, after, sender),
  ];
}

/** Creates the additional event for a repository that became public (`public`). */
function publicEvent(context: EmulatorContext, repository: Repository, sender: Account): WebhookEvent {
  return { name: "public", action: null, payload: commonPayload(context, repository, sender) };
}

/** Creates the event for changed security features (`security_and_analysis`). */
function securityEvents(
  context: EmulatorContext,
  before: Repository,
  after: Repository,
  sender: Account,
): WebhookEvent[] {
  const [previous, now] = [securityOf(before), securityOf(after)];
  if (isDeepStrictEqual(previous, now)) return [];
  return [
    {
      name: "security_and_analysis",
      action: null,
      get payload() {
        // Only the full object contains `security_and_analysis`.
        const repository = renderRepositoryWithSecurity(context, after);
        return {
          changes: { from: { security_and_analysis: previous } },
          ...commonPayload(context, after, sender),
          repository,
        };
      },
    },
  ];
}

/** Creates the event for the deletion of a repository, while it still exists. */
export function deletionEvent(context: EmulatorContext, repository: Repository, sender: Account): WebhookEvent {
  return repositoryEvent(context, repository, sender, "deleted");
}

/** Creates the event for a new repository. */
export function creationEvent(context: EmulatorContext, repository: Repository, sender: Account): WebhookEvent {
  return repositoryEvent(context, repository, sender, "created");
}

/** Creates the event of a repository that was forked (`fork`). */
export function forkEvent(
  context: EmulatorContext,
  repository: Repository,
  fork: Repository,
  sender: Account,
): WebhookEvent {
  return {
    name: "fork",
    action: null,
    get payload() {
      return {
        // GitHub determines the language later, when the contents are copied.
        forkee: { ...renderRepository(context, fork, ANONYMOUS), language: null },
        ...commonPayload(context, repository, sender),
      };
    },
  };
}
