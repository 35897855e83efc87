import * as z from "zod/mini";
import { eventName } from "../../fields.ts";
import type { Named, OutputOf } from "../../named.ts";
import { Enterprise } from "../../objects/enterprise.ts";
import { GrantedPermissions } from "../../objects/permissions.ts";
import { EventUser } from "../../objects/user.ts";
import { alike, named } from "../../schema.ts";

/** An app as events carry it (public description). */
export interface EventApp extends OutputOf<typeof eventAppSchema> {}
const eventAppSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.nullable(z.int()),
    slug: z.optional(z.string()),
    client_id: z.optional(z.nullable(z.string())),
    ...alike(z.string(), "node_id", "name", "html_url"),
    owner: z.nullable(z.union([EventUser(), Enterprise()])),
    ...alike(z.nullable(z.string()), "description", "external_url", "created_at", "updated_at"),
    permissions: z.optional(GrantedPermissions()),
    events: z.optional(z.array(eventName())),
    installations_count: z.optional(z.int()),
  }),
);
export const EventApp: Named<EventApp> = eventAppSchema;
