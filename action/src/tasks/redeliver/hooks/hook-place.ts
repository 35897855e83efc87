import type { CallOptions, Client } from "@forgehand/core";
import {
  listAppHookDeliveries,
  listOrganizationHookDeliveries,
  listOrganizationHooks,
  listRepositoryHookDeliveries,
  listRepositoryHooks,
  redeliverAppHookDelivery,
  redeliverOrganizationHookDelivery,
  redeliverRepositoryHookDelivery,
} from "@forgehand/core/operations";
import type { DeliveryRecord } from "@forgehand/core/recovery";
import { nameOf, type Repository } from "../../../targets/repository.ts";
import type { Store } from "../kept/store.ts";

/** A webhook. */
export interface Hook {
  /** Its digits; of an app's own, which has no number, what it is called where its time is kept. */
  readonly id: string;
  readonly active: boolean;
  /** Where it sends; undefined where the service doesn't show that. */
  readonly address: string | undefined;
  /** The events that it is told of, * for all; undefined where the service doesn't show them. */
  readonly events?: readonly string[] | undefined;
}

/** Whoever has webhooks: a repository, an organization, an app. They work alike (public documents). */
export interface HookPlace {
  readonly kind: "repository" | "organization" | "app";
  readonly name: string;
  /** Where the times of its webhooks are kept. */
  readonly store: Store;
  readonly list: () => Promise<readonly Hook[]>;
  /** A webhook's records, the newest first, by pages. */
  readonly records: (hook: string) => AsyncIterable<readonly DeliveryRecord[]>;
  readonly redeliver: (hook: string, delivery: string, options: CallOptions) => Promise<unknown>;
}

/** The operations that send a delivery again. */
export const REDELIVER = {
  repository: redeliverRepositoryHookDelivery,
  organization: redeliverOrganizationHookDelivery,
  app: redeliverAppHookDelivery,
} as const;

export function repositoryHooks({ call, items, pages }: Client, place: Repository, store: Store): HookPlace {
  const { owner, repo } = place;
  const at = (hook: string) => ({ owner, repo, hook_id: Number(hook) });
  return {
    ...{ kind: "repository", name: nameOf(place), store },
    list: () => Array.fromAsync(items(listRepositoryHooks, { owner, repo }), hookOf),
    records: (hook) => pages(listRepositoryHookDeliveries, at(hook)),
    redeliver: (hook, id, options) => call(REDELIVER.repository, { ...at(hook), delivery_id: id }, options),
  };
}

export function organizationHooks({ call, items, pages }: Client, org: string, store: Store): HookPlace {
  const at = (hook: string) => ({ org, hook_id: Number(hook) });
  return {
    ...{ kind: "organization", name: `organization ${org}`, store },
    list: () => Array.fromAsync(items(listOrganizationHooks, { org }), hookOf),
    records: (hook) => pages(listOrganizationHookDeliveries, at(hook)),
    redeliver: (hook, id, options) => call(REDELIVER.organization, { ...at(hook), delivery_id: id }, options),
  };
}

/** An app's own webhook: it has one, whose settings don't tell whether it is on. */
export function appHooks({ call, pages }: Client, id: string, store: Store): HookPlace {
  return {
    ...{ kind: "app", name: "the app", store },
    list: async () => [{ id, active: true, address: undefined }],
    records: () => pages(listAppHookDeliveries, {}),
    redeliver: (_, delivery, options) => call(REDELIVER.app, { delivery_id: delivery }, options),
  };
}

/** What a target's name begins with. */
export function hookName({ kind, name }: Pick<HookPlace, "kind" | "name">, hook: string): string {
  return kind === "app" ? "the app's webhook" : `${name}, webhook ${hook}`;
}

interface Answered {
  readonly id: number;
  readonly active: boolean;
  readonly config: { readonly url?: string | undefined };
  readonly events: readonly string[];
}

const hookOf = ({ id, active, config, events }: Answered): Hook => ({
  ...{ id: String(id), active, address: config.url, events },
});
