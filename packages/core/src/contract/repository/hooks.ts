import * as z from "zod/mini";
import { deleteHook, hookConfig, hookEvents, hookPath, pingHook, REPOSITORY_HOOKS } from "../families/hooks.ts";
import { eventName } from "../fields.ts";
import { RepositoryHook } from "../objects/hook.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

const { read, write } = REPOSITORY_HOOKS;

/** The webhooks of a repository. */
export const listRepositoryHooks = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/hooks", () => ({
  ...list(RepositoryHook()),
  otherStatuses: [404],
  access: read,
}));

/** One webhook of a repository. */
export const getRepositoryHook = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/hooks/{hook_id}", () => ({
  path: hookPath(),
  success: { 200: RepositoryHook() },
  otherStatuses: [404],
  access: read,
  retry: "safe",
}));

/** Create a webhook. */
export const createRepositoryHook = /* @__PURE__ */ operation("POST /repos/{owner}/{repo}/hooks", () => ({
  body: z.object({
    name: z.optional(z.literal("web")),
    config: z.object(hookConfig(z.string())),
    ...hookEvents(),
  }),
  success: { 201: RepositoryHook() },
  otherStatuses: [403, 404, 422],
  access: write,
  retry: "verify",
}));

/** Change a webhook; a `config` that is given replaces the old one whole, its secret too. */
export const updateRepositoryHook = /* @__PURE__ */ operation("PATCH /repos/{owner}/{repo}/hooks/{hook_id}", () => ({
  path: hookPath(),
  body: z.object({
    config: z.optional(z.object(hookConfig(z.optional(z.string())))),
    ...hookEvents(),
    add_events: z.optional(z.array(eventName())),
    remove_events: z.optional(z.array(eventName())),
  }),
  success: { 200: RepositoryHook() },
  otherStatuses: [404, 422],
  access: write,
  retry: "idempotent",
}));

/** Delete a webhook and the records of its deliveries. */
export const deleteRepositoryHook = /* @__PURE__ */ operation("DELETE /repos/{owner}/{repo}/hooks/{hook_id}", () =>
  deleteHook(REPOSITORY_HOOKS),
);

/** Send a webhook a `ping`; reading webhooks suffices for it. */
export const pingRepositoryHook = /* @__PURE__ */ operation("POST /repos/{owner}/{repo}/hooks/{hook_id}/pings", () =>
  pingHook(read),
);
