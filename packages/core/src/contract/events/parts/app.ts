import * as z from "zod/mini";
import { eventName } from "../../fields.ts";
import { Enterprise } from "../../objects/enterprise.ts";
import { GrantedPermissions } from "../../objects/permissions.ts";
import { EventUser } from "../../objects/user.ts";
import { fieldsWith, namedObject } from "../../schema.ts";

/** An app in event payloads. */
export class EventApp extends namedObject(() => ({
  id: z.nullable(z.int()),
  slug: z.optional(z.string()),
  client_id: z.optional(z.nullable(z.string())),
  ...fieldsWith(z.string(), "node_id", "name", "html_url"),
  owner: z.nullable(z.union([EventUser.schema(), Enterprise.schema()])),
  ...fieldsWith(z.nullable(z.string()), "description", "external_url", "created_at", "updated_at"),
  permissions: z.optional(GrantedPermissions.schema()),
  events: z.optional(z.array(eventName())),
  installations_count: z.optional(z.int()),
})) {}
