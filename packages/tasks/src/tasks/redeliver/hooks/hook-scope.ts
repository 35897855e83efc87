import { type CallOptions, type Client, pickFields } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import type { DeliveryRecord } from "@forgehand/core/recovery";
import { HOOK_FIELDS, hookOf, listWebhooks } from "../../../hooks/list-webhooks.ts";
import { APP_HOOK_NAME, type WebhookList } from "../../../hooks/webhook-info.ts";
import { fullName, type RepositoryRef } from "../../../repository.ts";
import type { VariableStore } from "../checkpoint/variable-store.ts";

// Only fields that are used are validated, so that an unexpected value in another one does not stop a run.
const RECORD = {
  id: true,
  guid: true,
  status: true,
  delivered_at: true,
  event: true,
  action: true,
  redelivery: true,
} as const;
/** Operations on webhooks, by kind of scope. A record that can't be read could be the success of an event. */
export const HOOK_OPERATIONS = {
  repository: {
    list: pickFields(operations.listRepositoryHooks, HOOK_FIELDS),
    records: pickFields(operations.listRepositoryHookDeliveries, RECORD),
    redeliver: operations.redeliverRepositoryHookDelivery,
  },
  organization: {
    list: pickFields(operations.listOrganizationHooks, HOOK_FIELDS),
    records: pickFields(operations.listOrganizationHookDeliveries, RECORD),
    redeliver: operations.redeliverOrganizationHookDelivery,
  },
  app: {
    records: pickFields(operations.listAppHookDeliveries, RECORD),
    redeliver: operations.redeliverAppHookDelivery,
  },
} as const;

/** A repository, an organization or an app that has webhooks. Their endpoints work alike. */
export interface HookScope {
  readonly kind: "repository" | "organization" | "app";
  readonly name: string;
  /** Variables that store the checkpoints of its webhooks. */
  readonly store: VariableStore;
  readonly list: () => Promise<WebhookList>;
  /** Delivery records of a webhook, newest first, page by page. */
  readonly records: (hook: string) => AsyncIterable<readonly DeliveryRecord[]>;
  readonly redeliver: (hook: string, delivery: string, options: CallOptions) => Promise<unknown>;
}

export function repositoryHooks(client: Client, repository: RepositoryRef, store: VariableStore): HookScope {
  const { call, pages } = client;
  const { owner, repo } = repository;
  const { list, records, redeliver } = HOOK_OPERATIONS.repository;
  const hookParams = (hook: string) => ({ owner, repo, hook_id: Number(hook) });
  return {
    kind: "repository",
    name: fullName(repository),
    store,
    list: () => listWebhooks((onInvalidItem) => client.items(list, { owner, repo }, { onInvalidItem }), hookOf),
    records: (hook) => pages(records, hookParams(hook)),
    redeliver: (hook, id, options) => call(redeliver, { ...hookParams(hook), delivery_id: id }, options),
  };
}

export function organizationHooks(client: Client, org: string, store: VariableStore): HookScope {
  const { call, pages } = client;
  const { list, records, redeliver } = HOOK_OPERATIONS.organization;
  const hookParams = (hook: string) => ({ org, hook_id: Number(hook) });
  return {
    kind: "organization",
    name: `organization ${org}`,
    store,
    list: () => listWebhooks((onInvalidItem) => client.items(list, { org }, { onInvalidItem }), hookOf),
    records: (hook) => pages(records, hookParams(hook)),
    redeliver: (hook, id, options) => call(redeliver, { ...hookParams(hook), delivery_id: id }, options),
  };
}

/** An app has one webhook, and its settings don't show whether it is active. */
export function appHooks({ call, pages }: Client, id: string, store: VariableStore): HookScope {
  return {
    kind: "app",
    name: "the app",
    store,
    list: async () => ({ hooks: [{ id, active: true, address: undefined }], unexpected: [] }),
    records: () => pages(HOOK_OPERATIONS.app.records, {}),
    redeliver: (_, delivery, options) => call(HOOK_OPERATIONS.app.redeliver, { delivery_id: delivery }, options),
  };
}

/** Name of a webhook, used at the start of target names. */
export function hookName({ kind, name }: Pick<HookScope, "kind" | "name">, hook: string): string {
  return kind === "app" ? APP_HOOK_NAME : `${name}, webhook ${hook}`;
}
