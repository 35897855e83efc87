import { DIALECT_NAMES, DIALECTS, neutralEvent } from "@forgehand/core/dialects";
import { planRecovery, type RecoveryPlan } from "@forgehand/core/recovery";
import type { Failure, Skipped } from "../../plan.ts";
import { Problem } from "../../problem.ts";
import { readEach } from "../../run/read-each.ts";
import type { Run } from "../../run/run.ts";
import type { EventFilter } from "../../settings/forms.ts";
import { inputText } from "../../settings/inputs.ts";
import { nameOf, type Repository, readPattern } from "../../targets/repository.ts";
import { appHooks, type Hook, type HookPlace, organizationHooks, repositoryHooks } from "./hooks/hook-place.ts";
import { isSelected } from "./hooks/select-hooks.ts";
import { type Kept, readKept } from "./kept/kept.ts";
import { organizationStore, repositoryStore } from "./kept/store.ts";
import { inFlightSet } from "./lock/sent.ts";
import { APP_APART, type Options } from "./options.ts";

/** What is known of one place's webhooks. */
export interface Found {
  readonly options: Options;
  readonly place: HookPlace;
  /** The service's time when reading began. */
  readonly began: Date;
  readonly kept: Kept;
  /** All webhooks that there are. */
  readonly listed: readonly Hook[];
  /** Those that are wanted, and on. */
  readonly hooks: readonly FoundHook[];
}

/** A webhook, and what its records make of its events. The records are not kept: there may be very many. */
export interface FoundHook extends Hook {
  /** What its time is kept under: what is looked at with a filter says nothing of what the filter leaves out. */
  readonly key: string;
  readonly since: Date | undefined;
  readonly recovery: RecoveryPlan;
  /** Redeliveries of its that may have no record yet: `hook/id`. */
  readonly inFlight: ReadonlySet<string>;
}

/** What was read. */
export interface State {
  readonly entries: readonly Options[];
  readonly found: readonly Found[];
  /** Is it a part of the targets only? */
  readonly isPart: boolean;
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
}

/** Events by their neutral names, as records have them: people write those of the vendor, too. */
function neutralFilters({ environment }: Run, filters: Options["events"]): Options["events"] {
  const dialect =
    DIALECTS[DIALECT_NAMES.find((name) => name === inputText(environment, "dialect")) ?? DIALECT_NAMES[0]];
  return filters?.map(({ event, action }) => ({ event: neutralEvent(dialect, event), action }));
}

const DAY = 86_400_000;

/** A service that is self-hosted keeps records for seven days, others for three. Any takes the redelivery of what it lists. */
const LONGEST_RETENTION = 7 * DAY;

/** Reads the webhooks of all entries, each place on its own. @throws Problem or ForgeError where nothing can be read */
export async function readAll(run: Run, declared: readonly Options[]): Promise<State> {
  const entries = declared.map((options) => ({ ...options, events: neutralFilters(run, options.events) }));
  const skipped: Skipped[] = [];
  const unreadable: Failure[] = [];
  const targets: { readonly name: string; readonly options: Options; readonly place: () => Promise<HookPlace> }[] = [];
  for (const options of entries) {
    if (options.selection) {
      const found = await run.directory.find(options.selection);
      skipped.push(...found.skipped);
      unreadable.push(...found.unreadable);
      for (const repository of found.repositories) {
        targets.push({ options, name: nameOf(repository), place: () => repositoryPlace(run, repository) });
      }
    }
    for (const org of options.organizations.filter((org) => run.directory.hasOwner(org))) {
      targets.push({ options, name: `organization ${org}`, place: () => organizationPlace(run, org) });
    }
    if (!options.app) continue;
    if (run.shard !== undefined) {
      skipped.push({ target: "the app", why: APP_APART });
      continue;
    }
    const keeper = keeperOf(run, options);
    targets.push({ options, name: "the app", place: () => appPlace(run, keeper, options) });
  }
  const readings = await readEach(
    run,
    targets,
    ({ name }) => name,
    async ({ place, options }) => readPlace(await place(), options),
  );
  return {
    ...{ entries, found: readings.states, isPart: run.shard !== undefined, skipped },
    unreadable: [...unreadable, ...readings.unreadable],
  };
}

async function repositoryPlace({ connection }: Run, repository: Repository): Promise<HookPlace> {
  const { owner } = repository;
  const store = repositoryStore(await connection.forState(owner), repository);
  return repositoryHooks(await connection.forOwner(owner), repository, store);
}

async function organizationPlace({ connection }: Run, org: string): Promise<HookPlace> {
  const store = organizationStore(await connection.forState(org), org);
  return organizationHooks(await connection.forOwner(org), org, store);
}

async function appPlace({ connection }: Run, keeper: Repository, { appId }: Options): Promise<HookPlace> {
  const id = appId === undefined ? "app" : `app-${appId}`;
  return appHooks(connection.asApp(), id, repositoryStore(await connection.forState(keeper.owner), keeper));
}

/** The repository that keeps the time of an app's webhook. @throws Problem */
function keeperOf({ environment }: Run, { stateRepository }: Options): Repository {
  const keeper = stateRepository ?? readPattern(environment["GITHUB_REPOSITORY"] ?? "");
  if (keeper) return keeper;
  throw new Problem(
    'The input "state-repository" is missing, and the runner names no repository: an app\'s webhook needs one that keeps its time. For example: state-repository: acme/automation',
  );
}

/** What one place has. */
export async function readPlace(place: HookPlace, options: Options): Promise<Found> {
  const listed = await place.list();
  const wanted = listed.filter((hook) => hook.active && (place.kind === "app" || isSelected(hook, options.hooks)));
  // The time before the records: what happens while they are read is for the next run.
  const { value, now } = await place.store.read(options.variable);
  const kept = readKept(value, now);
  const hooks: FoundHook[] = [];
  for (const hook of wanted) hooks.push(await readHook(place, hook, { options, now, kept }));
  return { options, place, began: now, kept, listed, hooks };
}

/** What a webhook's records say of its events. */
export async function readHook(
  place: Pick<HookPlace, "records">,
  hook: Hook,
  { options, now, kept }: { readonly options: Options; readonly now: Date; readonly kept: Kept },
): Promise<FoundHook> {
  const key = keyOf(hook, options);
  const since = kept.hooks.get(key);
  const recovery = await planRecovery(place.records(hook.id), {
    ...{ now, since, retention: LONGEST_RETENTION },
    ...{ maxAttempts: options.maxAttempts, overlap: options.overlap },
    events: options.events && [...new Set(options.events.map(({ event }) => event))],
  });
  return { ...hook, key, since, recovery, inFlight: inFlightSet(kept.sent, now.getTime()) };
}

/** What the time of a webhook is kept under. */
function keyOf({ id }: Pick<Hook, "id">, { events }: Pick<Options, "events">): string {
  if (!events) return id;
  return `${id} ${events.map(filterText).toSorted().join(",")}`;
}

const filterText = ({ event, action }: EventFilter) => (action === undefined ? event : `${event}.${action}`);

/** Is an event wanted? All attempts at it have the same name and action. */
export function isWanted(
  { event, action }: { readonly event: string; readonly action: string | null },
  { events }: Pick<Options, "events">,
): boolean {
  return !events || events.some((wanted) => wanted.event === event && (wanted.action ?? action) === action);
}
