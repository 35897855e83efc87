import { readAppName } from "../../credentials/read-credentials.ts";
import type { RepositoryRef } from "../../repository.ts";
import type { EntryTargets } from "../../run/task.ts";
import type { Settings } from "../../settings/create-settings.ts";
import type { EventFilter, HookSelector } from "../../settings/parse-values.ts";
import type { RepositorySelection } from "../../targets/directory.ts";
import type { IfNoneFound } from "../../targets/if-none-found.ts";
import { readOrganizations } from "../../targets/read-organizations.ts";
import { MAX_WILDCARDS, readSelection } from "../../targets/read-selection.ts";

/** Options of one entry. */
export interface RedeliverOptions {
  readonly selection: RepositorySelection | undefined;
  readonly organizations: readonly string[];
  /** Includes the app's own webhook. */
  readonly includesApp: boolean;
  /** The app's id; several apps can store their checkpoints in one variable. */
  readonly appId?: string | undefined;
  readonly hooks: readonly HookSelector[];
  /** Result of an address that no webhook has; undefined: by mode. */
  readonly ifNoneFound?: IfNoneFound | undefined;
  readonly stateRepository: RepositoryRef | undefined;
  /** Variables are read and written with a token of their own. */
  readonly hasStateToken?: boolean | undefined;
  /** Name of the checkpoint variable in upper case: names are case-insensitive on GitHub. */
  readonly variable: string;
  /** In milliseconds. */
  readonly overlap: number;
  /** Period before the run that is checked, in milliseconds; undefined: since the checkpoint, which a variable stores. */
  readonly window?: number | undefined;
  readonly maxAttempts: number;
  readonly maxRedeliveries: number;
  readonly events: readonly EventFilter[] | undefined;
  /** In seconds. */
  readonly wait: number;
}

/** GitHub reserves variable names with these prefixes. */
const RESERVED_PREFIX = /^(GITHUB|SVC)_/;

/**
 * Reads an entry.
 * @throws Problem if it names no webhooks, or the variable name is reserved
 */
export function readRedeliverOptions(settings: Settings): RedeliverOptions {
  const selection = readSelection(settings);
  const organizations = readOrganizations(settings) ?? [];
  const hooks = settings.optional("hook") ?? ["all"];
  const app = readAppName(settings);
  const hasNoTargets = selection === undefined && organizations.length === 0;
  // With an app's key but no installation, only the app's own webhook can be meant.
  const includesApp =
    hooks.includes("app") || (hasNoTargets && app !== undefined && !settings.optional("installation"));
  if (hasNoTargets && !includesApp) {
    throw settings.problem(
      "repositories",
      "is missing. Set repositories, organization or hook: app. For example: repositories: acme/widgets",
    );
  }
  if (!hasNoTargets && hooks.every((hook) => hook === "app")) {
    throw settings.problem(
      "hook",
      "must not be app alone if repositories or an organization are set. Remove those, or include their webhooks too. For example: hook: app, all",
    );
  }
  if (hooks.filter((hook) => typeof hook === "object" && "address" in hook).length > MAX_WILDCARDS) {
    throw settings.problem("hook", `must have at most ${MAX_WILDCARDS.toLocaleString("en")} addresses.`);
  }
  const variable = settings.required("state-variable").toUpperCase();
  if (RESERVED_PREFIX.test(variable)) {
    throw settings.problem(
      "state-variable",
      `must not start with GITHUB_ or SVC_, got ${JSON.stringify(variable)}. For example: state-variable: FORGEHAND_REDELIVERY`,
    );
  }
  const window = readWindow(settings);
  return {
    selection,
    organizations,
    hooks,
    ifNoneFound: settings.optional("if-none-found"),
    variable,
    includesApp,
    appId: app,
    stateRepository: settings.optional("state-repository"),
    hasStateToken: settings.isGiven("state-token"),
    overlap: window === undefined ? settings.required("overlap-minutes") * 60_000 : 0,
    window,
    maxAttempts: settings.required("max-attempts"),
    maxRedeliveries: settings.optional("max-redeliveries") ?? Number.POSITIVE_INFINITY,
    events: settings.optional("events"),
    wait: settings.required("wait"),
  };
}

/** @throws Problem if settings of the variable are set too */
function readWindow(settings: Settings): number | undefined {
  const hours = settings.optional("window-hours");
  if (hours === undefined) return undefined;
  const unused = (["state-variable", "state-repository", "overlap-minutes"] as const).find(settings.isGiven);
  if (unused === undefined) return hours * 3_600_000;
  throw settings.problem(unused, 'must not be set with "window-hours", which uses no variable. Remove one.');
}

/** An app has one webhook, which belongs to no owner and therefore to no shard. */
export const APP_NOT_SHARDED =
  "An app's own webhook belongs to no shard: redeliver its events in a separate job without shards.";

export function scopeOf({ selection, organizations, ifNoneFound, includesApp }: RedeliverOptions): EntryTargets {
  return { organizations, ifNoneFound, selection, unsharded: includesApp ? APP_NOT_SHARDED : undefined };
}
