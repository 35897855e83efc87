import type { Client } from "@forgehand/core";
import {
  getRepositoryHook,
  listRepositoryHookDeliveries,
  listRepositoryHooks,
  redeliverRepositoryHookDelivery,
} from "@forgehand/core/operations";
import { optionalInput, requiredInput } from "../../inputs.ts";
import { serviceTime, type Task } from "../../task.ts";
import { awaitOutcomes } from "./outcomes.ts";
import { planHook } from "./plan.ts";
import type { Delivery, Redelivery, Repository } from "./records.ts";
import { type LastRunState, readLastRun, writeLastRun } from "./state.ts";

interface Options {
  readonly repositories: readonly Repository[];
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
  readonly repository: Repository;
  /** The service's time when reading began. */
  readonly began: Date;
  readonly lastRun: LastRunState;
  readonly hooks: readonly { readonly id: number; readonly url: string; readonly deliveries: readonly Delivery[] }[];
}

/** The service keeps records for three days (public documents); what failed before is lost. */
const RETENTION = 3 * 86_400_000;

/** Sends each event again that no attempt has delivered, once a run. */
export const redeliver: Task<Options, readonly Found[], Redelivery> = {
  title: "Redeliver failed deliveries",

  options: () => ({
    repositories: requiredInput("repositories").map((name) => {
      const [owner = "", repo = ""] = name.split("/");
      return { owner, repo };
    }),
    hook: optionalInput("hook"),
    variable: requiredInput("state-variable"),
    overlapMinutes: requiredInput("overlap-minutes"),
    maxAttempts: requiredInput("max-attempts"),
    wait: requiredInput("wait"),
  }),

  async read(client, options) {
    const found: Found[] = [];
    for (const repository of options.repositories) found.push(await readRepository(client, repository, options));
    return found;
  },

  plan(state, options) {
    const perHook = state.flatMap(({ repository, lastRun, hooks }) => {
      const since =
        lastRun.kind === "at" ? new Date(lastRun.at.getTime() - options.overlapMinutes * 60_000) : undefined;
      return hooks.map((hook) => ({ repository, hook, plan: planHook(hook.deliveries, { ...options, since }) }));
    });
    return {
      changes: perHook.flatMap(({ repository, hook, plan }) =>
        plan.redeliver.map(({ delivery, attempts }) => ({
          target: `${nameOf(repository)}: ${nameOfEvent(delivery)} ${delivery.guid}`,
          what: `redeliver to webhook ${hook.id} (${new URL(hook.url).host})`,
          before: `${attempts} failed, the last with ${JSON.stringify(delivery.status)}`,
          after: `attempt ${attempts + 1}`,
          repository,
          hook: hook.id,
          delivery,
        })),
      ),
      skipped: perHook.flatMap(({ repository, plan }) =>
        plan.letGo.map(({ guid, why }) => ({ target: `${nameOf(repository)}: ${guid}`, why })),
      ),
      notes: state.flatMap((found) => notesOn(found, options)),
    };
  },

  async apply({ call }, { repository, hook, delivery }) {
    const answer = await call.raw(redeliverRepositoryHookDelivery, {
      ...repository,
      hook_id: hook,
      delivery_id: delivery.id,
    });
    return serviceTime(answer.headers);
  },

  async verify(client, applied, { wait }) {
    if (wait === 0) return applied.map(({ change }) => ({ change, problem: undefined }));
    return awaitOutcomes(client, applied, wait);
  },

  async finish(client, state, outcomes, { variable }) {
    for (const { repository, began, lastRun } of state) {
      // What failed is looked for again next time, so the time moves on only where nothing did.
      const allWell = outcomes.every(
        ({ change, problem }) => change.repository !== repository || problem === undefined,
      );
      if (allWell) await writeLastRun(client, { ...repository, variable }, lastRun, began);
    }
  },
};

async function readRepository(client: Client, repository: Repository, options: Options): Promise<Found> {
  const { lastRun, now } = await readLastRun(client, { ...repository, variable: options.variable });
  const hooks =
    options.hook === undefined
      ? await Array.fromAsync(client.items(listRepositoryHooks, repository))
      : [await client.call(getRepositoryHook, { ...repository, hook_id: options.hook })];
  const found: { id: number; url: string; deliveries: Delivery[] }[] = [];
  for (const { id, config } of hooks) {
    const deliveries = await Array.fromAsync(
      client.items(listRepositoryHookDeliveries, { ...repository, hook_id: id }),
    );
    found.push({ id, url: config.url ?? "about:blank", deliveries });
  }
  return { repository, began: now, lastRun, hooks: found };
}

function notesOn({ repository, lastRun, began, hooks }: Found, { variable }: Options): string[] {
  const where = nameOf(repository);
  return [
    ...(hooks.length === 0 ? [`${where} has no webhook.`] : []),
    ...(lastRun.kind === "damaged"
      ? [
          `The variable ${variable} of ${where} holds no time of a run (${JSON.stringify(lastRun.value)}); everything is looked at.`,
        ]
      : []),
    ...(lastRun.kind === "at" && began.getTime() - lastRun.at.getTime() > RETENTION
      ? [
          `The last run for ${where} was ${lastRun.at.toISOString()}, longer ago than records are kept: failures from between may be lost.`,
        ]
      : []),
  ];
}

function nameOf({ owner, repo }: Repository): string {
  return `${owner}/${repo}`;
}

function nameOfEvent({ event, action }: Delivery): string {
  return action === null ? event : `${event} ${action}`;
}
