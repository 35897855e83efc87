import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { eventName } from "../fields.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, sensitive } from "../schema.ts";

/** Where a webhook sends, and how; the secret shows masked (public description). */
export interface HookConfig extends OutputOf<typeof hookConfigSchema> {}
const hookConfigSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    url: z.optional(z.string()),
    content_type: z.optional(z.string()),
    secret: z.optional(sensitive(z.string())),
    insecure_ssl: z.optional(z.union([z.string(), z.number()])),
  }),
);
export const HookConfig: Named<HookConfig> = hookConfigSchema;

/** A webhook of an organization, or what it shares with one of a repository (public description). */
export interface Hook extends OutputOf<typeof hookSchema> {}
const hookObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...alike(z.string(), "type", "name", "updated_at", "created_at", "url", "ping_url"),
    id: z.int(),
    active: z.boolean(),
    events: z.array(eventName()),
    config: HookConfig(),
    deliveries_url: z.optional(z.string()),
  }),
);
const hookSchema = /* @__PURE__ */ named(hookObject);
export const Hook: Named<Hook> = hookSchema;

/** A webhook of a repository, with what its receiver last answered (public description). */
export interface RepositoryHook extends OutputOf<typeof repositoryHookSchema> {}
const repositoryHookSchema = /* @__PURE__ */ named(() =>
  z.extend(hookObject(), {
    test_url: z.string(),
    last_response: z.looseObject({
      code: z.nullable(z.int()),
      status: z.nullable(z.string()),
      message: z.nullable(z.string()),
    }),
  }),
);
export const RepositoryHook: Named<RepositoryHook> = repositoryHookSchema;
