import * as z from "zod/mini";
import { Hook } from "../objects/hook.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { create, get, update } from "../reads-and-writes.ts";
import { sensitive } from "../schema.ts";
import {
  deleteHook,
  getHookConfig,
  hookConfig,
  hookEvents,
  hookIdField,
  hookPath,
  ORGANIZATION_HOOKS,
  triggerHook,
  updateHookConfig,
} from "../shared/hooks.ts";

const { read, write } = ORGANIZATION_HOOKS;

/**
 * Lists the webhooks of an organization.
 * @see https://docs.github.com/rest/orgs/webhooks#list-organization-webhooks
 */
export const listOrganizationHooks = operation("GET /orgs/{org}/hooks", () => ({
  ...list(Hook.schema()),
  otherStatuses: [404],
  ...read,
}));

/**
 * Gets a webhook of an organization.
 * @see https://docs.github.com/rest/orgs/webhooks#get-an-organization-webhook
 */
export const getOrganizationHook = operation("GET /orgs/{org}/hooks/{hook_id}", () => ({
  path: hookPath(),
  ...get(read, Hook.schema(), [404]),
}));

/**
 * Creates a webhook of an organization.
 * @see https://docs.github.com/rest/orgs/webhooks#create-an-organization-webhook
 */
export const createOrganizationHook = operation("POST /orgs/{org}/hooks", () => ({
  body: z.object({
    name: z.literal("web"),
    config: z.object({
      ...hookConfig(z.string()),
      username: z.optional(z.string()),
      password: z.optional(sensitive(z.string())),
    }),
    ...hookEvents(),
  }),
  ...create(write, Hook.schema(), [404, 422]),
}));

/**
 * Updates a webhook of an organization. A given `config` replaces the old one completely, including its secret.
 * @see https://docs.github.com/rest/orgs/webhooks#update-an-organization-webhook
 */
export const updateOrganizationHook = operation("PATCH /orgs/{org}/hooks/{hook_id}", () => ({
  path: hookPath(),
  body: z.object({
    config: z.optional(z.object(hookConfig(z.string()))),
    ...hookEvents(),
    name: z.optional(z.string()),
  }),
  ...update(write, Hook.schema(), [404, 422]),
}));

/**
 * Deletes a webhook of an organization and the records of its deliveries.
 * @see https://docs.github.com/rest/orgs/webhooks#delete-an-organization-webhook
 */
export const deleteOrganizationHook = operation("DELETE /orgs/{org}/hooks/{hook_id}", () => deleteHook(write));

/**
 * Sends a `ping` event to a webhook of an organization.
 * @see https://docs.github.com/rest/orgs/webhooks#ping-an-organization-webhook
 */
export const pingOrganizationHook = operation("POST /orgs/{org}/hooks/{hook_id}/pings", () => triggerHook(write));

/**
 * Gets the configuration of a webhook of an organization, with its secret masked.
 * @see https://docs.github.com/rest/orgs/webhooks#get-a-webhook-configuration-for-an-organization
 */
export const getOrganizationHookConfig = operation("GET /orgs/{org}/hooks/{hook_id}/config", () =>
  getHookConfig(hookIdField, ORGANIZATION_HOOKS),
);

/**
 * Updates the configuration of a webhook of an organization; omitted fields keep their values, including the secret.
 * @see https://docs.github.com/rest/orgs/webhooks#update-a-webhook-configuration-for-an-organization
 */
export const updateOrganizationHookConfig = operation("PATCH /orgs/{org}/hooks/{hook_id}/config", () =>
  updateHookConfig(hookIdField, ORGANIZATION_HOOKS),
);
