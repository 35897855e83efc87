import type { Client } from "@forgehand/core";
import {
  getRepositoryHook,
  listRepositoryHookDeliveries,
  listRepositoryHooks,
  redeliverRepositoryHookDelivery,
} from "@forgehand/core/operations";
import { type FailedEvent, planRecovery, type RecoveryPlan } from "@forgehand/core/recovery";
import { problemOf } from "../../problem.ts";
import { applyEach } from "../../run/apply-each.ts";
import { type Readings, readEach } from "../../run/read-each.ts";
import type { Selection } from "../../targets/directory.ts";
import { nameOf, type Repository } from "../../targets/repository.ts";
import { readSelection } from "../../targets/selection.ts";
import type { Failure, Task } from "../../task.ts";
import { awaitOutcomes } from "./outcomes.ts";
import type { Redelivery } from "./records.ts";
import { type LastRuns, readLastRuns, writeLastRuns } from "./state.ts";

interface Options {
  readonly selection: Selection | undefined;
  /** One webhook's id; undefined for all of them. */
  readonly hook: number | undefined;
  readonly variable: string;
  readonly overlapMinutes: number;
  readonly maxAttempts: number;
  /** Seconds. */
  readonly wait: number;
}

/** What is known of one repository's webhooks. */
interface Found {
  readonly options: Options;
  readonly repository: Repository;
  /** The service's time when reading began. */
  readonly began: Date;
  readonly lastRuns: LastRuns;
  readonly hooks: readonly Hook[];
}

interface Hook {
  readonly id: number;
  /** The receiver's host. Its whole address may hold a secret. */
  readonly receiver: string;
  /** What its records make of its events. They are not kept: there may be very many. */
  readonly recovery: RecoveryPlan;
}

const DAY = 86_400_000;

/** The service keeps records for three days (public documents); what failed before is lost. */
const RETENTION = 3 * DAY;

/** A service that is self-hosted keeps them for seven. Any that lists one that old takes its redelivery. */
const LONGEST_RETENTION = 7 * DAY;

/** Sends each event again that no attempt has delivered, once a run. */
export const redeliver: Task<Options, Readings<Found>, Redelivery> = {
  name: "redeliver",
  title: "Redeliver failed deliveries",

  declare(settings) {
    const hook = settings.optional("hook")?.[0];
    return {
      selection: readSelection(settings),
      hook: typeof hook === "object" && "id" in hook ? hook.id : undefined,
      variable: settings.required("state-variable"),
      overlapMinutes: settings.required("overlap-minutes"),
      maxAttempts: settings.required("max-attempts"),
      wait: settings.required("wait"),
    };
  },

  async read(run, entries) {
    const targets: { repository: Repository; options: Options }[] = [];
    for (const options of entries) {
      if (!options.selection) continue;
      const { repositories } = await run.directory.find(options.selection);
      for (const repository of repositories) targets.push({ repository, options });
    }
    return readEach(
      run,
      targets,
      ({ repository }) => nameOf(repository),
      async ({ repository, options }) => {
        const client = await run.connection.forOwner(repository.owner);
        return readRepository(client, repository, options);
      },
    );
  },

  plan({ states, unreadable }) {
    const perHook = states.flatMap(({ repository, hooks }) => hooks.map((hook) => ({ repository, hook })));
    return {
      changes: perHook.flatMap(({ repository, hook }) =>
        Array.from(hook.recovery.redeliver, (delivery) => ({
          target: targetOf(repository, hook, delivery),
          what: `redeliver to ${hook.receiver}`,
          before: `${delivery.attempts} failed, the last with ${JSON.stringify(delivery.status)}`,
          after: `attempt ${delivery.attempts + 1}`,
          repository,
          hook: hook.id,
          delivery,
        })),
      ),
      skipped: perHook.flatMap(({ repository, hook }) =>
        letGo(hook.recovery).map(({ event, why }) => ({ target: targetOf(repository, hook, event), why })),
      ),
      unreadable,
      notes: states.flatMap((found) => notesOn(found, found.options.variable)),
    };
  },

  calls: (changes) => [{ operation: redeliverRepositoryHookDelivery, count: changes.length }],

  async apply(run, changes, { states }) {
    const sent = await applyEach(run, changes, {
      async apply({ repository, hook, delivery }) {
        const { call } = await run.connection.forOwner(repository.owner);
        await call(redeliverRepositoryHookDelivery, { ...repository, hook_id: hook, delivery_id: delivery.id });
      },
      verify: async () => undefined,
    });
    const wait = states[0]?.options.wait ?? 0;
    const client = await run.connection.forOwner(states[0]?.repository.owner ?? "");
    const note = "sent; its outcome was not waited for";
    const outcomes =
      wait === 0
        ? sent.outcomes.map((outcome) => (outcome.end === "changed" ? { ...outcome, note } : outcome))
        : await awaitOutcomes(client, sent.outcomes, wait);
    // What failed is looked for again next time: a webhook's time moves on only where nothing did.
    const failed = new Set(outcomes.filter(({ end }) => end !== "changed").map(({ change }) => change.hook));
    const failures: Failure[] = [];
    for (const { repository, began, lastRuns, hooks, options } of states) {
      const well = hooks.map(({ id }) => id).filter((id) => !failed.has(id));
      if (well.length === 0) continue;
      try {
        await writeLastRuns(client, { ...repository, variable: options.variable }, lastRuns, well, began);
      } catch (error) {
        const problem = `the time of this run could not be kept in ${options.variable}: ${problemOf(error)}`;
        failures.push({ target: nameOf(repository), problem });
      }
    }
    return { outcomes, failures };
  },
};

async function readRepository(client: Client, repository: Repository, options: Options): Promise<Found> {
  const { lastRuns, now } = await readLastRuns(client, { ...repository, variable: options.variable });
  const hooks =
    options.hook === undefined
      ? await Array.fromAsync(client.items(listRepositoryHooks, repository))
      : [await client.call(getRepositoryHook, { ...repository, hook_id: options.hook })];
  const found: Hook[] = [];
  for (const { id, config } of hooks) {
    const recovery = await planRecovery(client.pages(listRepositoryHookDeliveries, { ...repository, hook_id: id }), {
      now,
      retention: LONGEST_RETENTION,
      maxAttempts: options.maxAttempts,
      since: lastRuns.hooks.get(id),
      overlap: options.overlapMinutes * 60_000,
    });
    // A forge may mask the address altogether.
    found.push({ id, receiver: URL.parse(config.url ?? "")?.host || "an unknown receiver", recovery });
  }
  return { options, repository, began: now, lastRuns, hooks: found };
}

/** The events that are let go, and why. */
function letGo({ exhausted, outside, expired }: RecoveryPlan): { event: FailedEvent; why: string }[] {
  const last = ({ status, delivered_at }: FailedEvent) => `${delivered_at} with ${JSON.stringify(status)}`;
  const because = (events: Iterable<FailedEvent>, why: (event: FailedEvent) => string) =>
    Array.from(events, (event) => ({ event, why: why(event) }));
  return [
    ...because(expired, (event) => `first failed longer ago than records are kept; last ${last(event)}`),
    ...because(
      outside,
      (event) => `last failed ${last(event)}, before what this run looks at: overlap-minutes has it look further back`,
    ),
    ...because(
      exhausted,
      (event) => `failed ${event.attempts} times or more, the last with ${JSON.stringify(event.status)}`,
    ),
  ];
}

function notesOn({ repository, lastRuns, began, hooks }: Found, variable: string): string[] {
  const where = nameOf(repository);
  const notes = hooks
    .filter(({ id }) => began.getTime() - (lastRuns.hooks.get(id) ?? began).getTime() > RETENTION)
    .map(
      ({ id }) =>
        `Webhook ${id} of ${where} was last looked at longer ago than records are kept: failures may be lost.`,
    );
  if (hooks.length === 0) notes.push(`${where} has no webhook.`);
  if (lastRuns.damaged !== undefined) {
    const value = JSON.stringify(lastRuns.damaged);
    notes.push(`The variable ${variable} of ${where} holds no times of a run (${value}); they count as none.`);
  }
  return notes;
}

/** One event on its way to one webhook: several webhooks get an event under the same GUID. */
function targetOf(repository: Repository, hook: Hook, { event, action, guid }: FailedEvent): string {
  return `${nameOf(repository)}, webhook ${hook.id}: ${action === null ? event : `${event} ${action}`} ${guid}`;
}
