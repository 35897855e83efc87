import * as z from "zod/mini";
import { eventName } from "../fields.ts";
import { RepositoryHook } from "../objects/hook.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { create, get, update } from "../reads-and-writes.ts";
import {
  deleteHook,
  getHookConfig,
  hookConfig,
  hookEvents,
  hookIdField,
  hookPath,
  REPOSITORY_HOOKS,
  triggerHook,
  updateHookConfig,
} from "../shared/hooks.ts";

const { read, write } = REPOSITORY_HOOKS;

/**
 * Lists the webhooks of a repository.
 * @see https://docs.github.com/rest/repos/webhooks#list-repository-webhooks
 */
export const listRepositoryHooks = operation("GET /repos/{owner}/{repo}/hooks", () => ({
  ...list(RepositoryHook.schema()),
  otherStatuses: [404],
  ...read,
}));

/**
 * Gets a webhook of a repository.
 * @see https://docs.github.com/rest/repos/webhooks#get-a-repository-webhook
 */
export const getRepositoryHook = operation("GET /repos/{owner}/{repo}/hooks/{hook_id}", () => ({
  path: hookPath(),
  ...get(read, RepositoryHook.schema(), [404]),
}));

/**
 * Creates a webhook of a repository.
 * @see https://docs.github.com/rest/repos/webhooks#create-a-repository-webhook
 */
export const createRepositoryHook = operation("POST /repos/{owner}/{repo}/hooks", () => ({
  body: z.object({
    name: z.optional(z.literal("web")),
    config: z.object(hookConfig(z.string())),
    ...hookEvents(),
  }),
  ...create(write, RepositoryHook.schema(), [403, 404, 422]),
}));

/**
 * Updates a webhook of a repository. A given `config` replaces the old one completely, including its secret.
 * @see https://docs.github.com/rest/repos/webhooks#update-a-repository-webhook
 */
export const updateRepositoryHook = operation("PATCH /repos/{owner}/{repo}/hooks/{hook_id}", () => ({
  path: hookPath(),
  body: z.object({
    config: z.optional(z.object(hookConfig(z.optional(z.string())))),
    ...hookEvents(),
    add_events: z.optional(z.array(eventName())),
    remove_events: z.optional(z.array(eventName())),
  }),
  ...update(write, RepositoryHook.schema(), [404, 422]),
}));

/**
 * Deletes a webhook of a repository and the records of its deliveries.
 * @see https://docs.github.com/rest/repos/webhooks#delete-a-repository-webhook
 */
export const deleteRepositoryHook = operation("DELETE /repos/{owner}/{repo}/hooks/{hook_id}", () =>
  deleteHook(REPOSITORY_HOOKS.delete),
);

/**
 * Sends a `ping` event to a webhook of a repository; read access to webhooks is sufficient.
 * @see https://docs.github.com/rest/repos/webhooks#ping-a-repository-webhook
 */
export const pingRepositoryHook = operation("POST /repos/{owner}/{repo}/hooks/{hook_id}/pings", () =>
  triggerHook(read),
);

/**
 * Gets the configuration of a webhook of a repository, with its secret masked.
 * @see https://docs.github.com/rest/repos/webhooks#get-a-webhook-configuration-for-a-repository
 */
export const getRepositoryHookConfig = operation("GET /repos/{owner}/{repo}/hooks/{hook_id}/config", () =>
  getHookConfig(hookIdField, REPOSITORY_HOOKS),
);

/**
 * Updates the configuration of a webhook of a repository; omitted fields keep their values, including the secret.
 * @see https://docs.github.com/rest/repos/webhooks#update-a-webhook-configuration-for-a-repository
 */
export const updateRepositoryHookConfig = operation("PATCH /repos/{owner}/{repo}/hooks/{hook_id}/config", () =>
  updateHookConfig(hookIdField, REPOSITORY_HOOKS),
);

/**
 * Sends the `push` event of the latest push again, if the webhook of a repository is subscribed to it.
 * @see https://docs.github.com/rest/repos/webhooks#test-the-push-repository-webhook
 */
export const testRepositoryHook = operation("POST /repos/{owner}/{repo}/hooks/{hook_id}/tests", () =>
  triggerHook(read),
);
