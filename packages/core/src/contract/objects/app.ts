import * as z from "zod/mini";
import { eventName } from "../fields.ts";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { fieldsWith, namedSchema } from "../schema.ts";
import { Enterprise } from "./enterprise.ts";
import { GrantedPermissions } from "./permissions.ts";
import { User } from "./user.ts";

/** An app that acted on a user's behalf. */
export interface App extends SchemaOutput<typeof appSchema> {}
const appSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.int(),
    slug: z.optional(z.string()),
    ...fieldsWith(z.string(), "node_id", "name", "external_url", "html_url", "created_at", "updated_at"),
    client_id: z.optional(z.string()),
    owner: z.nullable(z.union([User(), Enterprise()])),
    description: z.nullable(z.string()),
    permissions: GrantedPermissions(),
    events: z.array(eventName()),
    installations_count: z.optional(z.int()),
  }),
);
export const App: NamedSchema<App> = appSchema;
