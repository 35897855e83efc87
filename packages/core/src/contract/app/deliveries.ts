import { APP_HOOK, getDelivery, listDeliveries, redeliver } from "../families/hooks.ts";
import { plainPath } from "../fields.ts";
import { operation } from "../operation.ts";

/** The deliveries of an app's webhook. */
export const listAppHookDeliveries = /* @__PURE__ */ operation("GET /app/hook/deliveries", () =>
  listDeliveries(plainPath, APP_HOOK),
);

/** One delivery of an app's webhook. */
export const getAppHookDelivery = /* @__PURE__ */ operation("GET /app/hook/deliveries/{delivery_id}", () =>
  getDelivery(plainPath, APP_HOOK),
);

/** Send a delivery of an app's webhook again. */
export const redeliverAppHookDelivery = /* @__PURE__ */ operation(
  "POST /app/hook/deliveries/{delivery_id}/attempts",
  () => redeliver(plainPath, APP_HOOK, listAppHookDeliveries),
);
