import { type CallOptions, type Client, pickFields } from "@forgehand/core";
import {
  getAppHookConfig,
  listOrganizationHooks,
  listRepositoryHooks,
  updateAppHookConfig,
  updateOrganizationHookConfig,
  updateRepositoryHookConfig,
} from "@forgehand/core/operations";
import type { Work } from "../../../cancellation/work.ts";
import { HOOK_FIELDS, hookOf, listWebhooks } from "../../../hooks/list-webhooks.ts";
import type { WebhookInfo, WebhookList } from "../../../hooks/webhook-info.ts";
import type { RunContext } from "../../../run/run-context.ts";
import { serviceTime } from "../../../service-time.ts";
import { clientOf } from "../../../stores/store-scope.ts";
import type { RotationStore } from "../rotation-store.ts";
import type { WebhookScope } from "./webhook-location.ts";

const FIELDS = { ...HOOK_FIELDS, config: { url: true, secret: true }, updated_at: true } as const;

/** Operations on webhooks, by level. The one for the configuration keeps what it is not given. */
export const WEBHOOK_OPERATIONS = {
  repository: { read: pickFields(listRepositoryHooks, FIELDS), update: updateRepositoryHookConfig },
  organization: { read: pickFields(listOrganizationHooks, FIELDS), update: updateOrganizationHookConfig },
  app: { read: pickFields(getAppHookConfig, { url: true, secret: true }), update: updateAppHookConfig },
} as const;

/** A webhook, and whether it has a secret. */
export interface HookWithSecret extends WebhookInfo {
  readonly hasSecret: boolean;
  /** Time of the last change of any of its settings; undefined if the service does not show it. */
  readonly updatedAt: string | undefined;
}

/** Secrets of the webhooks of one scope. A secret's name is its webhook's id. */
export interface WebhookStore extends RotationStore {
  readonly hooks: () => Promise<WebhookList<HookWithSecret>>;
}

/** Id of an app's webhook, which has none of its own. */
const APP_HOOK_ID = "app";

/**
 * Returns the webhooks of a scope.
 * @param work the work that the calls belong to
 */
export async function openWebhookStore(
  run: Pick<RunContext, "connection">,
  scope: WebhookScope,
  work?: Work,
): Promise<WebhookStore> {
  const client = scope.level === "app" ? run.connection.asApp() : await clientOf(run, scope);
  const { hooks, update, now } = webhookCalls(client, scope, { context: work });
  return {
    hooks,
    async list() {
      const { hooks: listed, unexpected } = await hooks();
      const withSecret = listed.filter(({ hasSecret }) => hasSecret);
      return {
        items: withSecret.map(({ id, updatedAt }) => ({ name: id, updatedAt, visibility: undefined })),
        unexpected: unexpected.flatMap(({ id, error }) => (id === undefined ? [] : [{ name: id, error }])),
      };
    },
    get: undefined,
    accessRepositories: async () => [],
    // The service encrypts the secret itself, so there is nothing to read first.
    prepareWrite: async () => (id, value) => update(id, Buffer.from(value).toString("utf8")),
    now,
  };
}

/** Calls for the webhooks of one scope. */
interface WebhookCalls {
  readonly hooks: () => Promise<WebhookList<HookWithSecret>>;
  readonly update: (id: string, secret: string) => Promise<{ readonly headers: Headers }>;
  readonly now: () => Promise<Date | undefined>;
}

function webhookCalls(client: Client, scope: WebhookScope, options: CallOptions): WebhookCalls {
  const { call } = client;
  switch (scope.level) {
    case "repository": {
      const { owner, repo } = scope;
      const { read, update } = WEBHOOK_OPERATIONS.repository;
      return {
        hooks: () =>
          listWebhooks(
            (onInvalidItem) => client.items(read, { owner, repo }, { ...options, onInvalidItem }),
            withSecretOf,
          ),
        update: (id, secret) => call.raw(update, { owner, repo, hook_id: Number(id), secret }, options),
        now: async () => serviceTime((await call.raw(read, { owner, repo, per_page: 1 }, options)).headers),
      };
    }
    case "organization": {
      const { org } = scope;
      const { read, update } = WEBHOOK_OPERATIONS.organization;
      return {
        hooks: () =>
          listWebhooks((onInvalidItem) => client.items(read, { org }, { ...options, onInvalidItem }), withSecretOf),
        update: (id, secret) => call.raw(update, { org, hook_id: Number(id), secret }, options),
        now: async () => serviceTime((await call.raw(read, { org, per_page: 1 }, options)).headers),
      };
    }
    case "app": {
      const { read, update } = WEBHOOK_OPERATIONS.app;
      return {
        async hooks() {
          const { url, secret } = await call(read, {}, options);
          const hook = { id: APP_HOOK_ID, active: true, address: url, updatedAt: undefined };
          return { hooks: [{ ...hook, hasSecret: Boolean(secret) }], unexpected: [] };
        },
        update: (_, secret) => call.raw(update, { secret }, options),
        now: async () => serviceTime((await call.raw(read, {}, options)).headers),
      };
    }
  }
}

function withSecretOf(
  hook: Parameters<typeof hookOf>[0] & {
    readonly updated_at: string;
    readonly config: { readonly secret?: string | undefined };
  },
): HookWithSecret {
  return { ...hookOf(hook), hasSecret: Boolean(hook.config.secret), updatedAt: hook.updated_at };
}
