import { getDelivery, hookId, listDeliveries, REPOSITORY_HOOKS, redeliver } from "../families/hooks.ts";
import { operation } from "../operation.ts";

/** The deliveries of a repository's webhook. */
export const listRepositoryHookDeliveries = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries",
  () => listDeliveries(hookId, REPOSITORY_HOOKS),
);

/** One delivery of a repository's webhook. */
export const getRepositoryHookDelivery = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}",
  () => getDelivery(hookId, REPOSITORY_HOOKS),
);

/** Send a delivery of a repository's webhook again. */
export const redeliverRepositoryHookDelivery = /* @__PURE__ */ operation(
  "POST /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}/attempts",
  () => redeliver(hookId, REPOSITORY_HOOKS, listRepositoryHookDeliveries),
);
