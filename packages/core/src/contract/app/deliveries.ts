import { noPathFields } from "../fields.ts";
import { operation } from "../operation.ts";
import { APP_HOOK, getDelivery, listDeliveries, redeliver } from "../shared/hooks.ts";

/**
 * Lists the deliveries of the app's webhook, newest first.
 * @see https://docs.github.com/rest/apps/webhooks#list-deliveries-for-an-app-webhook
 */
export const listAppHookDeliveries = operation("GET /app/hook/deliveries", () =>
  listDeliveries(noPathFields, APP_HOOK),
);

/**
 * Gets a delivery of the app's webhook with its request and response.
 * @see https://docs.github.com/rest/apps/webhooks#get-a-delivery-for-an-app-webhook
 */
export const getAppHookDelivery = operation("GET /app/hook/deliveries/{delivery_id}", () =>
  getDelivery(noPathFields, APP_HOOK),
);

/**
 * Redelivers a delivery of the app's webhook.
 * @see https://docs.github.com/rest/apps/webhooks#redeliver-a-delivery-for-an-app-webhook
 */
export const redeliverAppHookDelivery = operation("POST /app/hook/deliveries/{delivery_id}/attempts", () =>
  redeliver(noPathFields, APP_HOOK, listAppHookDeliveries),
);
