import { isResponseError } from "@forgehand/core";
import { DIALECTS, neutralEvent } from "@forgehand/core/dialects";
import { listAppHookDeliveries, listOrganizationHooks, listRepositoryHooks } from "@forgehand/core/operations";
import { planRecovery, type RecoveryPlan } from "@forgehand/core/recovery";
import { isSelected, mayBeSelected } from "../../hooks/select-hooks.ts";
import type { UnexpectedWebhook, WebhookInfo } from "../../hooks/webhook-info.ts";
import type { Failure, Skipped } from "../../plan.ts";
import { describeError, Problem } from "../../problem.ts";
import { fullName, parseRepositoryPattern, type RepositoryRef } from "../../repository.ts";
import { readEach } from "../../run/read-each.ts";
import type { RunContext } from "../../run/run-context.ts";
import type { EventFilter } from "../../settings/parse-values.ts";
import { defaultIfNoneFound } from "../../targets/if-none-found.ts";
import { type Checkpoint, parseCheckpoint } from "./checkpoint/checkpoint.ts";
import { temporaryVariables } from "./checkpoint/temporary-variables.ts";
import { organizationVariables, repositoryVariables } from "./checkpoint/variable-store.ts";
import { appHooks, type HookScope, hookName, organizationHooks, repositoryHooks } from "./hooks/hook-scope.ts";
import { inFlightKeys } from "./lock/sent-redeliveries.ts";
import { APP_NOT_SHARDED, type RedeliverOptions } from "./redeliver-options.ts";

/** The webhooks of one scope and their recovery state. */
export interface ScopeReading {
  readonly options: RedeliverOptions;
  readonly scope: HookScope;
  /** The service's time when reading began. */
  readonly began: Date;
  readonly checkpoint: Checkpoint;
  /** All webhooks of the scope that could be read. */
  readonly listed: readonly WebhookInfo[];
  readonly unexpected: readonly UnexpectedWebhook[];
  /** The selected webhooks that are active. */
  readonly hooks: readonly HookReading[];
  /** Webhooks that could not be read; the others still are. */
  readonly unreadable: readonly Failure[];
}

/** A webhook and the recovery plan of its events. Delivery records are not stored, since there may be very many. */
export interface HookReading extends WebhookInfo {
  /** Key of its checkpoint. It includes the event filter, because a run with a filter does not check other events. */
  readonly checkpointKey: string;
  readonly since: Date | undefined;
  readonly recovery: RecoveryPlan;
  /** Redeliveries that may have no record yet, as `hook/id`. */
  readonly inFlight: ReadonlySet<string>;
  /** Last attempts of events that runs have reported as given up, as `hook/id`. */
  readonly reported: ReadonlySet<string>;
}

/** State that was read for all entries. */
export interface RedeliveryState {
  readonly entries: readonly RedeliverOptions[];
  readonly found: readonly ScopeReading[];
  /** True if this run handles one shard of the targets. */
  readonly isSharded: boolean;
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
}

/** Converts event names to neutral ones, as delivery records have them. Users can also write the vendor's names. */
function neutralizeFilters({ dialect }: RunContext, filters: RedeliverOptions["events"]): RedeliverOptions["events"] {
  return filters?.map(({ event, action }) => ({ event: neutralEvent(DIALECTS[dialect], event), action }));
}

const DAY = 86_400_000;

/**
 * GitHub Enterprise Server keeps records for seven days, GitHub for three. Both accept redelivery of anything they
 * list.
 */
const MAX_RETENTION = 7 * DAY;

/**
 * Reads the webhooks of all entries, each scope independently.
 * @throws Problem or ForgeError if nothing could be read
 */
export async function readRedeliveryState(
  run: RunContext,
  declared: readonly RedeliverOptions[],
): Promise<RedeliveryState> {
  const entries = declared.map((options) => ({
    ...options,
    events: neutralizeFilters(run, options.events),
    ifNoneFound: options.ifNoneFound ?? defaultIfNoneFound(run.mode),
  }));
  const skipped: Skipped[] = [];
  const unreadable: Failure[] = [];
  const targets: {
    readonly name: string;
    readonly options: RedeliverOptions;
    readonly loadScope: () => Promise<HookScope>;
  }[] = [];
  for (const options of entries) {
    if (options.selection) {
      const found = await run.directory.find(options.selection);
      skipped.push(...found.skipped);
      unreadable.push(...found.unreadable);
      for (const repository of found.repositories) {
        const loadScope = () => repositoryScope(run, repository, options);
        targets.push({ options, name: fullName(repository), loadScope });
      }
    }
    const owners = await run.directory.findOrganizations(options.organizations, options.ifNoneFound);
    skipped.push(...owners.skipped);
    unreadable.push(...owners.unreadable);
    for (const org of owners.organizations) {
      targets.push({ options, name: `organization ${org}`, loadScope: () => organizationScope(run, org, options) });
    }
    if (!options.includesApp) continue;
    if (run.shard !== undefined) {
      skipped.push({ target: "the app", why: APP_NOT_SHARDED });
      continue;
    }
    const checkpointRepository = options.window === undefined ? checkpointRepositoryOf(run, options) : undefined;
    targets.push({ options, name: "the app", loadScope: () => appScope(run, checkpointRepository, options) });
  }
  const readings = await readEach(
    run,
    targets,
    ({ name }) => name,
    async ({ loadScope, options }) => readScope(await loadScope(), options),
  );
  return {
    entries,
    found: readings.states,
    isSharded: run.shard !== undefined,
    skipped,
    unreadable: [...unreadable, ...readings.unreadable, ...readings.states.flatMap(({ unreadable }) => unreadable)],
  };
}

async function repositoryScope(
  { connection, clock }: RunContext,
  repository: RepositoryRef,
  { window }: RedeliverOptions,
): Promise<HookScope> {
  const { owner, repo } = repository;
  const client = await connection.forOwner(owner);
  const store =
    window === undefined
      ? repositoryVariables(await connection.forState(owner), repository)
      : temporaryVariables(fullName(repository), clock, () =>
          client.call.raw(listRepositoryHooks, { owner, repo, per_page: 1 }),
        );
  return repositoryHooks(client, repository, store);
}

async function organizationScope(
  { connection, clock }: RunContext,
  org: string,
  { window }: RedeliverOptions,
): Promise<HookScope> {
  const client = await connection.forOwner(org);
  const store =
    window === undefined
      ? organizationVariables(await connection.forState(org), org)
      : temporaryVariables(`organization ${org}`, clock, () =>
          client.call.raw(listOrganizationHooks, { org, per_page: 1 }),
        );
  return organizationHooks(client, org, store);
}

/** @param checkpointRepository undefined: no state is stored */
async function appScope(
  { connection, clock }: RunContext,
  checkpointRepository: RepositoryRef | undefined,
  { appId }: RedeliverOptions,
): Promise<HookScope> {
  const client = connection.asApp();
  const store = checkpointRepository
    ? repositoryVariables(await connection.forState(checkpointRepository.owner), checkpointRepository)
    : temporaryVariables("the app", clock, () => client.call.raw(listAppHookDeliveries, { per_page: 1 }));
  return appHooks(client, appId === undefined ? "app" : `app-${appId}`, store);
}

/**
 * Returns the repository that stores the checkpoint of an app's webhook.
 * @throws Problem
 */
function checkpointRepositoryOf({ environment }: RunContext, { stateRepository }: RedeliverOptions): RepositoryRef {
  const checkpointRepository = stateRepository ?? parseRepositoryPattern(environment["GITHUB_REPOSITORY"] ?? "");
  if (checkpointRepository) return checkpointRepository;
  throw new Problem(
    'The input "state-repository" must name a repository that stores the checkpoint of the app\'s webhook, because GITHUB_REPOSITORY is not set. For example: state-repository: acme/automation',
  );
}

/** Reads the webhooks of one scope. */
export async function readScope(scope: HookScope, options: RedeliverOptions): Promise<ScopeReading> {
  const { hooks: listed, unexpected } = await scope.list();
  const selected = listed.filter((hook) => hook.active && (scope.kind === "app" || isSelected(hook, options.hooks)));
  // The time is read before the records, so that later events are left to the next run.
  const { value, now } = await scope.store.read(options.variable);
  const checkpoint = parseCheckpoint(value, now);
  const hooks: HookReading[] = [];
  const unreadable = unexpected
    .filter(({ id }) => mayBeSelected(id, options.hooks))
    .map(
      ({ id, error }): Failure => ({
        target: id === undefined ? scope.name : hookName(scope, id),
        problem: describeError(error),
      }),
    );
  for (const hook of selected) {
    try {
      hooks.push(await readHook(scope, hook, { options, now, checkpoint }));
    } catch (error) {
      // Other errors concern all webhooks of the scope.
      if (!isResponseError(error)) throw error;
      unreadable.push({ target: hookName(scope, hook.id), problem: describeError(error) });
    }
  }
  return { options, scope, began: now, checkpoint, listed, unexpected, hooks, unreadable };
}

/** Plans the recovery of one webhook from its delivery records. */
export async function readHook(
  scope: Pick<HookScope, "records">,
  hook: WebhookInfo,
  {
    options,
    now,
    checkpoint,
  }: { readonly options: RedeliverOptions; readonly now: Date; readonly checkpoint: Checkpoint },
): Promise<HookReading> {
  const checkpointKey = checkpointKeyOf(hook, options);
  const { window } = options;
  const since = window === undefined ? checkpoint.hooks.get(checkpointKey) : new Date(now.getTime() - window);
  const recovery = await planRecovery(scope.records(hook.id), {
    now,
    since,
    retention: MAX_RETENTION,
    maxAttempts: options.maxAttempts,
    overlap: options.overlap,
    events: options.events && [...new Set(options.events.map(({ event }) => event))],
  });
  const reported = new Set(checkpoint.reported.map(({ hook, id }) => `${hook}/${id}`));
  return { ...hook, checkpointKey, since, recovery, reported, inFlight: inFlightKeys(checkpoint.sent, now.getTime()) };
}

function checkpointKeyOf({ id }: Pick<WebhookInfo, "id">, { events }: Pick<RedeliverOptions, "events">): string {
  if (!events) return id;
  return `${id} ${events.map(filterText).toSorted().join(",")}`;
}

const filterText = ({ event, action }: EventFilter) => (action === undefined ? event : `${event}.${action}`);

/** Returns true if the filters include an event. All attempts of an event have the same name and action. */
export function matchesEventFilter(
  { event, action }: { readonly event: string; readonly action: string | null },
  { events }: Pick<RedeliverOptions, "events">,
): boolean {
  return !events || events.some((filter) => filter.event === event && (filter.action ?? action) === action);
}
