import { getAppHookDelivery, listAppHookDeliveries, redeliverAppHookDelivery } from "@forgehand/core/operations";
import { appHandler } from "../../http/handler.ts";
import { listDeliveries, redeliver, showDelivery } from "../shared/deliveries.ts";
import { requireAppHook } from "./hooks.ts";

export const deliveries = [
  appHandler(listAppHookDeliveries, (input, call) => listDeliveries(call, requireAppHook(call), input)),

  appHandler(getAppHookDelivery, ({ delivery_id }, call) => showDelivery(call, requireAppHook(call), delivery_id)),

  appHandler(redeliverAppHookDelivery, ({ delivery_id }, call) => redeliver(call, requireAppHook(call), delivery_id)),
];
