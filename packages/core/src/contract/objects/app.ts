import * as z from "zod/mini";
import { eventName } from "../fields.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named } from "../schema.ts";
import { Enterprise } from "./enterprise.ts";
import { User } from "./user.ts";

/** An app, where it acted for somebody (public description). */
export interface App extends OutputOf<typeof appSchema> {}
const appSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    slug: z.optional(z.string()),
    ...alike(z.string(), "node_id", "name", "external_url", "html_url", "created_at", "updated_at"),
    client_id: z.optional(z.string()),
    owner: z.nullable(z.union([User(), Enterprise()])),
    description: z.nullable(z.string()),
    permissions: z.looseObject({
      ...alike(z.optional(z.string()), "issues", "checks", "metadata", "contents", "deployments"),
    }),
    events: z.array(eventName()),
    installations_count: z.optional(z.int()),
  }),
);
export const App: Named<App> = appSchema;
