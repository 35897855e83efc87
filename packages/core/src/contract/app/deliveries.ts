import { APP_HOOK, getDelivery, listDeliveries, redeliver } from "../families/hooks.ts";
import { operation } from "../operation.ts";

const path = () => ({});

/** The deliveries of an app's webhook. */
export const listAppHookDeliveries = /* @__PURE__ */ operation("GET /app/hook/deliveries", () =>
  listDeliveries(path, APP_HOOK),
);

/** One delivery of an app's webhook. */
export const getAppHookDelivery = /* @__PURE__ */ operation("GET /app/hook/deliveries/{delivery_id}", () =>
  getDelivery(path, APP_HOOK),
);

/** Send a delivery of an app's webhook again. */
export const redeliverAppHookDelivery = /* @__PURE__ */ operation(
  "POST /app/hook/deliveries/{delivery_id}/attempts",
  () => redeliver(path, APP_HOOK),
);
