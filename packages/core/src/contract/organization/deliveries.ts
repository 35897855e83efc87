import { operation } from "../operation.ts";
import { getDelivery, hookIdField, listDeliveries, ORGANIZATION_HOOKS, redeliver } from "../shared/hooks.ts";

/**
 * Lists the deliveries of an organization's webhook, newest first.
 * @see https://docs.github.com/rest/orgs/webhooks#list-deliveries-for-an-organization-webhook
 */
export const listOrganizationHookDeliveries = operation("GET /orgs/{org}/hooks/{hook_id}/deliveries", () =>
  listDeliveries(hookIdField, ORGANIZATION_HOOKS),
);

/**
 * Gets a delivery of an organization's webhook with its request and response.
 * @see https://docs.github.com/rest/orgs/webhooks#get-a-webhook-delivery-for-an-organization-webhook
 */
export const getOrganizationHookDelivery = operation("GET /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}", () =>
  getDelivery(hookIdField, ORGANIZATION_HOOKS),
);

/**
 * Redelivers a delivery of an organization's webhook.
 * @see https://docs.github.com/rest/orgs/webhooks#redeliver-a-delivery-for-an-organization-webhook
 */
export const redeliverOrganizationHookDelivery = operation(
  "POST /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}/attempts",
  () => redeliver(hookIdField, ORGANIZATION_HOOKS, listOrganizationHookDeliveries),
);
