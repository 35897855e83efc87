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
import { fullName, type RepositoryRef } from "../../../repository.ts";
import type { VariableStore } from "../checkpoint/variable-store.ts";

export interface WebhookInfo {
  /** Its numeric id; for an app's webhook, which has none, the key of its checkpoint. */
  readonly id: string;
  readonly active: boolean;
  /** The URL it delivers to; undefined if the service does not show it. */
  readonly address: string | undefined;
  /** Events it subscribes to, `*` for all; undefined if the service does not show them. */
  readonly events?: readonly string[] | undefined;
}

/** A repository, an organization or an app that has webhooks. Their endpoints work alike. */
export interface HookScope {
  readonly kind: "repository" | "organization" | "app";
  readonly name: string;
  /** Variables that store the checkpoints of its webhooks. */
  readonly store: VariableStore;
  readonly list: () => Promise<readonly WebhookInfo[]>;
  /** Delivery records of a webhook, newest first, page by page. */
  readonly records: (hook: string) => AsyncIterable<readonly DeliveryRecord[]>;
  readonly redeliver: (hook: string, delivery: string, options: CallOptions) => Promise<unknown>;
}

/** The redelivery operations by kind of scope. */
export const REDELIVER_OPERATIONS = {
  repository: redeliverRepositoryHookDelivery,
  organization: redeliverOrganizationHookDelivery,
  app: redeliverAppHookDelivery,
} as const;

export function repositoryHooks(
  { call, items, pages }: Client,
  repository: RepositoryRef,
  store: VariableStore,
): HookScope {
  const { owner, repo } = repository;
  const hookParams = (hook: string) => ({ owner, repo, hook_id: Number(hook) });
  return {
    kind: "repository",
    name: fullName(repository),
    store,
    list: () => Array.fromAsync(items(listRepositoryHooks, { owner, repo }), hookOf),
    records: (hook) => pages(listRepositoryHookDeliveries, hookParams(hook)),
    redeliver: (hook, id, options) =>
      call(REDELIVER_OPERATIONS.repository, { ...hookParams(hook), delivery_id: id }, options),
  };
}

export function organizationHooks({ call, items, pages }: Client, org: string, store: VariableStore): HookScope {
  const hookParams = (hook: string) => ({ org, hook_id: Number(hook) });
  return {
    kind: "organization",
    name: `organization ${org}`,
    store,
    list: () => Array.fromAsync(items(listOrganizationHooks, { org }), hookOf),
    records: (hook) => pages(listOrganizationHookDeliveries, hookParams(hook)),
    redeliver: (hook, id, options) =>
      call(REDELIVER_OPERATIONS.organization, { ...hookParams(hook), delivery_id: id }, options),
  };
}

/** An app has one webhook, and its settings don't show whether it is active. */
export function appHooks({ call, pages }: Client, id: string, store: VariableStore): HookScope {
  return {
    kind: "app",
    name: "the app",
    store,
    list: async () => [{ id, active: true, address: undefined }],
    records: () => pages(listAppHookDeliveries, {}),
    redeliver: (_, delivery, options) => call(REDELIVER_OPERATIONS.app, { delivery_id: delivery }, options),
  };
}

/** Name of a webhook, used at the start of target names. */
export function hookName({ kind, name }: Pick<HookScope, "kind" | "name">, hook: string): string {
  return kind === "app" ? "the app's webhook" : `${name}, webhook ${hook}`;
}

interface HookResponse {
  readonly id: number;
  readonly active: boolean;
  readonly config: { readonly url?: string | undefined };
  readonly events: readonly string[];
}

const hookOf = ({ id, active, config, events }: HookResponse): WebhookInfo => ({
  id: String(id),
  active,
  address: config.url,
  events,
});
