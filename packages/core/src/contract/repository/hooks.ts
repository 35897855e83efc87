import * as z from "zod/mini";
import { type Access, ALL_TOKENS } from "../access.ts";
import { PAGES, pageQuery } from "../fields.ts";
import { once } from "../once.ts";
import { operation } from "../operation.ts";

const config = /* @__PURE__ */ once(() =>
  z.looseObject({
    url: z.optional(z.string()),
    content_type: z.optional(z.string()),
    /** Shown masked, where there is one. */
    secret: z.optional(z.string()),
    insecure_ssl: z.optional(z.union([z.string(), z.number()])),
  }),
);

/** A webhook of a repository (public description). */
export interface Hook extends z.output<ReturnType<typeof Hook>> {}
export const Hook = /* @__PURE__ */ once(() =>
  z.looseObject({
    type: z.string(),
    id: z.int(),
    name: z.string(),
    active: z.boolean(),
    events: z.array(z.string()),
    config: config(),
    created_at: z.string(),
    updated_at: z.string(),
    url: z.string(),
    deliveries_url: z.optional(z.string()),
  }),
);

/** The path of everything that belongs to a webhook. */
export const hookPath = /* @__PURE__ */ once(() => z.object({ hook_id: z.int() }));

/** What it takes to look at webhooks and their deliveries. */
export const HOOKS_READ: Access = {
  tokens: ALL_TOKENS,
  needs: [[{ permission: "repository_hooks", level: "read" }], [{ scope: "repo" }], [{ scope: "read:repo_hook" }]],
  role: "repository-admin",
};

/** What it takes to change webhooks. */
export const HOOKS_WRITE: Access = {
  tokens: ALL_TOKENS,
  needs: [[{ permission: "repository_hooks", level: "write" }], [{ scope: "repo" }], [{ scope: "write:repo_hook" }]],
  role: "repository-admin",
};

/** The webhooks of a repository. */
export const listRepositoryHooks = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/hooks", () => ({
  query: pageQuery(),
  success: { 200: z.array(Hook()) },
  errors: [404],
  access: HOOKS_READ,
  retry: "safe",
  paging: PAGES,
}));

/** One webhook of a repository. */
export const getRepositoryHook = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/hooks/{hook_id}", () => ({
  path: hookPath(),
  success: { 200: Hook() },
  errors: [404],
  access: HOOKS_READ,
  retry: "safe",
}));

/** Create a webhook; events default to push. */
export const createRepositoryHook = /* @__PURE__ */ operation("POST /repos/{owner}/{repo}/hooks", () => ({
  body: z.object({
    name: z.optional(z.literal("web")),
    config: config(),
    events: z.optional(z.array(z.string())),
    active: z.optional(z.boolean()),
  }),
  success: { 201: Hook() },
  errors: [403, 404, 422],
  access: HOOKS_WRITE,
  retry: "never",
}));

/** Change a webhook. */
export const updateRepositoryHook = /* @__PURE__ */ operation("PATCH /repos/{owner}/{repo}/hooks/{hook_id}", () => ({
  path: hookPath(),
  body: z.object({
    config: z.optional(config()),
    events: z.optional(z.array(z.string())),
    add_events: z.optional(z.array(z.string())),
    remove_events: z.optional(z.array(z.string())),
    active: z.optional(z.boolean()),
  }),
  success: { 200: Hook() },
  errors: [404, 422],
  access: HOOKS_WRITE,
  retry: "idempotent",
}));

/** Delete a webhook and the records of its deliveries. */
export const deleteRepositoryHook = /* @__PURE__ */ operation("DELETE /repos/{owner}/{repo}/hooks/{hook_id}", () => ({
  path: hookPath(),
  success: { 204: undefined },
  errors: [404],
  access: HOOKS_WRITE,
  retry: "idempotent",
}));
