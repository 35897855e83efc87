import * as z from "zod/mini";
import { eventName } from "../fields.ts";
import { fieldsWith, namedObject } from "../schema.ts";
import { Enterprise } from "./enterprise.ts";
import { GrantedPermissions } from "./permissions.ts";
import { User } from "./user.ts";

/** An app that acted on a user's behalf. */
export class App extends namedObject(() => ({
  id: z.int(),
  slug: z.optional(z.string()),
  ...fieldsWith(z.string(), "node_id", "name", "external_url", "html_url", "created_at", "updated_at"),
  client_id: z.optional(z.string()),
  owner: z.nullable(z.union([User.schema(), Enterprise.schema()])),
  description: z.nullable(z.string()),
  permissions: GrantedPermissions.schema(),
  events: z.array(eventName()),
  installations_count: z.optional(z.int()),
})) {}
