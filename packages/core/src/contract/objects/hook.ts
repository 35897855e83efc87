import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { eventName } from "../fields.ts";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { fieldsWith, namedSchema, sensitive } from "../schema.ts";

/** Configuration of a webhook; its secret is masked. */
export interface HookConfig extends SchemaOutput<typeof hookConfigSchema> {}
const hookConfigSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    url: z.optional(z.string()),
    content_type: z.optional(z.string()),
    secret: z.optional(sensitive(z.string())),
    insecure_ssl: z.optional(z.union([z.string(), z.number()])),
  }),
);
export const HookConfig: NamedSchema<HookConfig> = hookConfigSchema;

/** A webhook of an organization; also the fields shared with repository webhooks. */
export interface Hook extends SchemaOutput<typeof hookSchema> {}
const hookObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...fieldsWith(z.string(), "type", "name", "updated_at", "created_at", "url", "ping_url"),
    id: z.int(),
    active: z.boolean(),
    events: z.array(eventName()),
    config: HookConfig(),
    deliveries_url: z.optional(z.string()),
  }),
);
const hookSchema = /* @__PURE__ */ namedSchema(hookObject);
export const Hook: NamedSchema<Hook> = hookSchema;

/** A webhook of a repository, with the receiver's last response. */
export interface RepositoryHook extends SchemaOutput<typeof repositoryHookSchema> {}
const repositoryHookSchema = /* @__PURE__ */ namedSchema(() =>
  z.extend(hookObject(), {
    test_url: z.string(),
    last_response: z.looseObject({
      code: z.nullable(z.int()),
      status: z.nullable(z.string()),
      message: z.nullable(z.string()),
    }),
  }),
);
export const RepositoryHook: NamedSchema<RepositoryHook> = repositoryHookSchema;
