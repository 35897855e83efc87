import { getDelivery, hookId, listDeliveries, ORGANIZATION_HOOKS, redeliver } from "../families/hooks.ts";
import { operation } from "../operation.ts";

/** The deliveries of an organization's webhook. */
export const listOrganizationHookDeliveries = /* @__PURE__ */ operation(
  "GET /orgs/{org}/hooks/{hook_id}/deliveries",
  () => listDeliveries(hookId, ORGANIZATION_HOOKS),
);

/** One delivery of an organization's webhook. */
export const getOrganizationHookDelivery = /* @__PURE__ */ operation(
  "GET /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}",
  () => getDelivery(hookId, ORGANIZATION_HOOKS),
);

/** Send a delivery of an organization's webhook again. */
export const redeliverOrganizationHookDelivery = /* @__PURE__ */ operation(
  "POST /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}/attempts",
  () => redeliver(hookId, ORGANIZATION_HOOKS, listOrganizationHookDeliveries),
);
