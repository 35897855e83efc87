import { getAppHookDelivery, listAppHookDeliveries, redeliverAppHookDelivery } from "@forgehand/core/operations";
import { type AppCall, appHandler } from "../../http/handler.ts";
import { notFound } from "../../http-error.ts";
import { findAppHook, type Hook } from "../../state/hooks.ts";
import { listDeliveries, redeliver, showDelivery } from "../shared/deliveries.ts";

export const deliveries = [
  appHandler(listAppHookDeliveries, (input, call) => listDeliveries(call, getHook(call), input)),

  appHandler(getAppHookDelivery, ({ delivery_id }, call) => showDelivery(call, getHook(call), delivery_id)),

  appHandler(redeliverAppHookDelivery, ({ delivery_id }, call) => redeliver(call, getHook(call), delivery_id)),
];

/** @throws HttpError 404 if the app has no webhook */
function getHook({ context, app }: AppCall): Hook {
  const hook = findAppHook(context.db, app.id);
  if (!hook) throw notFound();
  return hook;
}
