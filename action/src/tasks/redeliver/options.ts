import type { EventFilter, HookSelector } from "../../settings/forms.ts";
import type { Settings } from "../../settings/read.ts";
import type { Selection } from "../../targets/directory.ts";
import type { Repository } from "../../targets/repository.ts";
import { readSelection } from "../../targets/selection.ts";
import type { Scope } from "../../task.ts";

/** What one entry asks for. */
export interface Options {
  readonly selection: Selection | undefined;
  readonly organizations: readonly string[];
  /** Is it about the app's own webhook too? */
  readonly app: boolean;
  /** Which app that is: several may keep their times in one variable. */
  readonly appId?: string | undefined;
  readonly hooks: readonly HookSelector[];
  readonly stateRepository: Repository | undefined;
  /** The variable's name, in capitals: the service tells no cases apart. */
  readonly variable: string;
  /** Milliseconds. */
  readonly overlap: number;
  readonly maxAttempts: number;
  readonly maxRedeliveries: number;
  readonly events: readonly EventFilter[] | undefined;
  /** Seconds. */
  readonly wait: number;
}

/** The service keeps names for itself that begin so (document 2, names of secrets and variables). */
const RESERVED = /^(GITHUB|SVC)_/;

/** Reads an entry. @throws Problem where it names no webhooks, or no variable that there can be */
export function readOptions(settings: Settings): Options {
  const selection = readSelection(settings);
  const organizations = settings.optional("organization") ?? [];
  const hooks = settings.optional("hook") ?? ["all"];
  const app = settings.optional("app-id");
  const namesNone = selection === undefined && organizations.length === 0;
  // An app's key without an installation can do nothing else.
  const isApps = hooks.includes("app") || (namesNone && app !== undefined && !settings.optional("installation"));
  if (namesNone && !isApps) {
    throw settings.problem(
      "repositories",
      "is missing, and so is what else has webhooks: organization, or hook: app. For example: repositories: acme/widgets",
    );
  }
  if (!namesNone && hooks.every((hook) => hook === "app")) {
    throw settings.problem(
      "hook",
      "is app, which is about no repository or organization: leave those out, or name their webhooks too, such as hook: app, all",
    );
  }
  const variable = settings.required("state-variable").toUpperCase();
  if (RESERVED.test(variable)) {
    throw settings.problem(
      "state-variable",
      `is ${JSON.stringify(variable)}, and the service keeps names that begin so for itself. For example: state-variable: FORGEHAND_REDELIVERY`,
    );
  }
  return {
    ...{ selection, organizations, hooks, variable },
    ...{ app: isApps, appId: app },
    stateRepository: settings.optional("state-repository"),
    overlap: settings.required("overlap-minutes") * 60_000,
    maxAttempts: settings.required("max-attempts"),
    maxRedeliveries: settings.optional("max-redeliveries") ?? Number.POSITIVE_INFINITY,
    events: settings.optional("events"),
    wait: settings.required("wait"),
  };
}

/** An app has one webhook, whose owner is nobody that a fleet is cut by. */
export const APP_APART =
  "An app's own webhook belongs to no shard: redeliver its events in a job of its own, without one.";

/** What an entry is about. */
export function scopeOf({ selection, organizations, app }: Options): Scope {
  return { organizations, selection, apart: app ? APP_APART : undefined };
}
