import * as z from "zod/mini";
import type { Access, Level } from "../access.ts";
import { AS_APP, allow } from "../allow.ts";
import type { Definition } from "../definition.ts";
import { eventName } from "../fields.ts";
import { Delivery, FullDelivery } from "../objects/delivery.ts";
import type { AnyOperation } from "../operation-types.ts";
import { PER_PAGE, perPageField } from "../paging.ts";
import { exactInteger, sensitive } from "../schema.ts";

// Webhooks of repositories, organizations and apps, and the records of their deliveries (documents 1 and, for the shapes,
// the public description).

/** The webhooks of one level. */
export interface Hooks {
  readonly read: Access;
  readonly write: Access;
}

export const REPOSITORY_HOOKS: Hooks = {
  read: allow("repository_hooks", "read", ["repo", "read:repo_hook"], { roles: ["repository-admin"] }),
  write: allow("repository_hooks", "write", ["repo", "write:repo_hook"], { roles: ["repository-admin"] }),
};

const organization = (level: Level) =>
  allow("organization_hooks", level, ["admin:org_hook"], { roles: ["organization-owner"] });

export const ORGANIZATION_HOOKS: Hooks = { read: organization("read"), write: organization("write") };

/** An app asks for its own webhook's deliveries in its own name. */
export const APP_HOOK: Hooks = { read: AS_APP, write: AS_APP };

/** The path of everything that belongs to one webhook. */
export const hookId = () => ({ hook_id: z.int() });
export const hookPath = () => z.object(hookId());

type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** Where a webhook is to send, and how. */
export const hookConfig = <U extends z.ZodMiniType>(url: U) => ({
  url,
  content_type: z.optional(z.enum(["json", "form"])),
  secret: z.optional(sensitive(z.string())),
  insecure_ssl: z.optional(z.union([z.string(), z.number()])),
});

/** What a webhook is told of, and whether it is on. */
export const hookEvents = () => ({
  events: z._default(z.array(eventName()), ["push"]),
  active: z._default(z.boolean(), true),
});

/** The deliveries, the newest first; pages by cursor. */
export const listDeliveries = <P extends Fields>(path: () => P, { read }: Hooks) =>
  ({
    path: z.object(path()),
    query: z.object({
      ...perPageField(PER_PAGE),
      cursor: z.optional(z.string()),
      status: z.optional(z.enum(["success", "failure"])),
    }),
    success: { 200: z.array(Delivery()) },
    otherStatuses: [400, 404, 422],
    access: read,
    retry: "safe",
    paging: { kind: "cursor", parameter: "cursor", perPage: PER_PAGE },
  }) as const satisfies Definition;

/** One delivery with its request and response. */
export const getDelivery = <P extends Fields>(path: () => P, { read }: Hooks) =>
  ({
    path: z.object({ ...path(), delivery_id: exactInteger() }),
    success: { 200: FullDelivery() },
    otherStatuses: [400, 404, 422],
    access: read,
    retry: "safe",
  }) as const satisfies Definition;

/**
 * Sends a delivery again, under its old GUID. Answers at once; the attempt gets a record of its own. A job's built-in
 * token can't (document 1, Delivery records).
 * @param list shows the webhook's deliveries
 */
export const redeliver = <P extends Fields>(path: () => P, { write }: Hooks, list: AnyOperation) =>
  ({
    path: z.object({ ...path(), delivery_id: exactInteger() }),
    success: { 202: undefined },
    otherStatuses: [400, 404, 422],
    access: { ...write, tokens: write.tokens.filter((kind) => kind !== "workflow") },
    retry: "verify",
    look: { operation: list, with: { per_page: PER_PAGE.maximum }, done: wasRedelivered },
  }) as const satisfies Definition;

/** The service's clock may be behind this machine's by so many milliseconds. */
const BEHIND = 5000;

/** Is there an attempt of that event which was made since? Undefined where the delivery itself is no longer listed. */
function wasRedelivered(answer: unknown, input: Readonly<Record<string, unknown>>, sentAt: Date): boolean | undefined {
  const deliveries = z.safeParse(z.array(Delivery()), answer).data ?? [];
  const original = deliveries.find(({ id }) => id === input["delivery_id"]);
  if (!original) return undefined;
  return deliveries.some(
    ({ guid, redelivery, delivered_at }) =>
      redelivery && guid === original.guid && Date.parse(delivered_at) >= sentAt.getTime() - BEHIND,
  );
}

/** Deletes a webhook and the records of its deliveries. */
export const deleteHook = ({ write }: Hooks) =>
  ({
    path: hookPath(),
    success: { 204: undefined },
    otherStatuses: [404],
    access: write,
    retry: "idempotent",
  }) as const satisfies Definition;

/** Sends the webhook a `ping` event. */
export const pingHook = (access: Access) =>
  ({
    path: hookPath(),
    success: { 204: undefined },
    otherStatuses: [404],
    access,
    retry: "never",
  }) as const satisfies Definition;
