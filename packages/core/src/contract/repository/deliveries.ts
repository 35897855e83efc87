import { operation } from "../operation.ts";
import { getDelivery, hookIdField, listDeliveries, REPOSITORY_HOOKS, redeliver } from "../shared/hooks.ts";

/**
 * Lists the deliveries of a repository's webhook, newest first.
 * @see https://docs.github.com/rest/repos/webhooks#list-deliveries-for-a-repository-webhook
 */
export const listRepositoryHookDeliveries = operation("GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries", () =>
  listDeliveries(hookIdField, REPOSITORY_HOOKS),
);

/**
 * Gets a delivery of a repository's webhook with its request and response.
 * @see https://docs.github.com/rest/repos/webhooks#get-a-delivery-for-a-repository-webhook
 */
export const getRepositoryHookDelivery = operation(
  "GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}",
  () => getDelivery(hookIdField, REPOSITORY_HOOKS),
);

/**
 * Redelivers a delivery of a repository's webhook.
 * @see https://docs.github.com/rest/repos/webhooks#redeliver-a-delivery-for-a-repository-webhook
 */
export const redeliverRepositoryHookDelivery = operation(
  "POST /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}/attempts",
  () => redeliver(hookIdField, REPOSITORY_HOOKS, listRepositoryHookDeliveries),
);
