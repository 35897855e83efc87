import { getAppHookDelivery, listAppHookDeliveries, redeliverAppHookDelivery } from "@forgehand/core/operations";
import { type AppCall, asApp } from "../../http/call.ts";
import { notFound } from "../../http/refusal.ts";
import { findAppHook, type Hook } from "../../state/hooks.ts";
import { listDeliveries, redeliver, showDelivery } from "../families/deliveries.ts";

export const deliveries = [
  asApp(listAppHookDeliveries, (input, call) => listDeliveries(call, hookOf(call), input)),

  asApp(getAppHookDelivery, ({ delivery_id }, call) => showDelivery(call, hookOf(call), delivery_id)),

  asApp(redeliverAppHookDelivery, ({ delivery_id }, call) => redeliver(call, hookOf(call), delivery_id)),
];

/** @throws Refusal 404 where the app has no webhook */
function hookOf({ world, app }: AppCall): Hook {
  const hook = findAppHook(world.db, app.id);
  if (!hook) throw notFound();
  return hook;
}
