import * as z from "zod/mini";
import { once } from "../once.ts";
import { alike, sensitive } from "../schema.ts";

/** Where a webhook sends, and how; the secret shows masked (public description). */
export interface HookConfig extends z.output<ReturnType<typeof HookConfig>> {}
export const HookConfig = /* @__PURE__ */ once(() =>
  z.looseObject({
    url: z.optional(z.string()),
    content_type: z.optional(z.string()),
    secret: z.optional(sensitive(z.string())),
    insecure_ssl: z.optional(z.union([z.string(), z.number()])),
  }),
);

/** A webhook of an organization, or what it shares with one of a repository (public description). */
export interface Hook extends z.output<ReturnType<typeof Hook>> {}
export const Hook = /* @__PURE__ */ once(() =>
  z.looseObject({
    ...alike(z.string(), "type", "name", "updated_at", "created_at", "url", "ping_url"),
    id: z.int(),
    active: z.boolean(),
    events: z.array(z.string()),
    config: HookConfig(),
    deliveries_url: z.optional(z.string()),
  }),
);

/** A webhook of a repository, with what its receiver last answered (public description). */
export interface RepositoryHook extends z.output<ReturnType<typeof RepositoryHook>> {}
export const RepositoryHook = /* @__PURE__ */ once(() =>
  z.extend(Hook(), {
    test_url: z.string(),
    last_response: z.looseObject({
      code: z.nullable(z.int()),
      status: z.nullable(z.string()),
      message: z.nullable(z.string()),
    }),
  }),
);
