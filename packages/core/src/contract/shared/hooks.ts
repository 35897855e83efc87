import * as z from "zod/mini";
import type { PermissionLevel, Scope } from "../access.ts";
import type { Definition } from "../definition.ts";
import { eventName } from "../fields.ts";
import { FullHookDelivery, HookDelivery } from "../objects/delivery.ts";
import { HookConfig } from "../objects/hook.ts";
import type { AnyOperation } from "../operation-types.ts";
import { PER_PAGE, perPageField } from "../paging.ts";
import { APP_ACCESS, permissionAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import {
  change,
  get,
  type OperationAccess,
  ownerAccess,
  type ReadWriteAccess,
  readWriteAccess,
  update,
} from "../reads-and-writes.ts";
import { bigInteger, sensitive } from "../schema.ts";
import { wasRedelivered } from "../verifications/deliveries.ts";

// Webhooks of repositories, organizations and apps, and the records of their deliveries.
// Sources: operations from docs, shapes from openapi.

const repositoryAccess = (level: PermissionLevel, scope: Scope): OperationAccess => ({
  access: permissionAccess("repository_hooks", level, [scope, WRITE_REPO_SCOPES], { roles: ["repository-admin"] }),
});

export const REPOSITORY_HOOKS = {
  read: repositoryAccess("read", "read:repo_hook"),
  write: repositoryAccess("write", "write:repo_hook"),
  delete: repositoryAccess("write", "admin:repo_hook"),
};

export const ORGANIZATION_HOOKS = ownerAccess("organization_hooks", ["admin:org_hook"]);

/** An app manages its own webhook with its own JWT. */
export const APP_HOOK = readWriteAccess(() => APP_ACCESS);

/** Path fields of everything that belongs to one webhook. */
export const hookIdField = () => ({ hook_id: z.int() });
export const hookPath = () => z.object(hookIdField());

type HookPathFields = Readonly<Record<string, z.ZodMiniType>>;

/** Configuration of a webhook: its URL and how payloads are sent. */
export const hookConfig = <U extends z.ZodMiniType>(url: U) => ({
  url,
  content_type: z.optional(z.enum(["json", "form"])),
  secret: z.optional(sensitive(z.string())),
  insecure_ssl: z.optional(z.union([z.string(), z.number()])),
});

/** Events of a webhook, and whether it is active. */
export const hookEvents = () => ({
  events: z._default(z.array(eventName()), ["push"]),
  active: z._default(z.boolean(), true),
});

/** Lists the deliveries, newest first, paginated by cursor. */
export const listDeliveries = <P extends HookPathFields>(path: () => P, { read }: ReadWriteAccess) =>
  ({
    path: z.object(path()),
    query: z.object({
      ...perPageField(PER_PAGE),
      cursor: z.optional(z.string()),
      status: z.optional(z.enum(["success", "failure"])),
    }),
    success: { 200: z.array(HookDelivery.schema()) },
    otherStatuses: [400, 404, 422],
    ...read,
    retry: "safe",
    paging: { kind: "cursor", parameter: "cursor", perPage: PER_PAGE },
  }) as const satisfies Definition;

/** Gets one delivery with its request and response. */
export const getDelivery = <P extends HookPathFields>(path: () => P, { read }: ReadWriteAccess) =>
  ({
    path: z.object({ ...path(), delivery_id: bigInteger() }),
    ...get(read, FullHookDelivery.schema(), [400, 404, 422]),
  }) as const satisfies Definition;

/**
 * Redelivers under the original GUID. Responds immediately; the new attempt gets its own record. A job's built-in token
 * is not accepted (source: docs).
 * @param list the operation that lists the webhook's deliveries
 */
export const redeliver = <P extends HookPathFields>(path: () => P, { write }: ReadWriteAccess, list: AnyOperation) =>
  ({
    path: z.object({ ...path(), delivery_id: bigInteger() }),
    success: { 202: undefined },
    otherStatuses: [400, 404, 422],
    ...write,
    retry: "verify",
    verification: { operation: list, input: { per_page: PER_PAGE.maximum }, isDone: wasRedelivered },
  }) as const satisfies Definition;

/** Deletes a webhook and the records of its deliveries. */
export const deleteHook = (access: OperationAccess) =>
  ({ path: hookPath(), ...change(access, [404]) }) as const satisfies Definition;

/** Gets the webhook's configuration, with its secret masked. */
export const getHookConfig = <P extends HookPathFields>(path: () => P, { read }: ReadWriteAccess) =>
  ({
    path: z.object(path()),
    ...get(read, HookConfig.schema(), [404]),
  }) as const satisfies Definition;

/** Updates fields of the webhook's configuration; omitted fields keep their values, including the secret. */
export const updateHookConfig = <P extends HookPathFields>(path: () => P, { write }: ReadWriteAccess) =>
  ({
    path: z.object(path()),
    body: z.object(hookConfig(z.optional(z.string()))),
    ...update(write, HookConfig.schema(), [404, 422]),
  }) as const satisfies Definition;

/** Sends an event to the webhook on request. */
export const triggerHook = (access: OperationAccess) =>
  ({ path: hookPath(), ...change(access, [404]), retry: "never" }) as const satisfies Definition;
