import {
  getRepositoryHookDelivery,
  listRepositoryHookDeliveries,
  redeliverRepositoryHookDelivery,
} from "@forgehand/core/operations";
import { onRepository, type RepositoryCall } from "../../http/call.ts";
import { listDeliveries, redeliver, showDelivery } from "../families/deliveries.ts";
import { findHook } from "../families/hooks.ts";

const hookOf = (call: RepositoryCall, id: number) =>
  findHook(call, { kind: "repository", repository: call.repository }, id);

export const deliveries = [
  onRepository(listRepositoryHookDeliveries, (input, call) => listDeliveries(call, hookOf(call, input.hook_id), input)),

  onRepository(getRepositoryHookDelivery, ({ hook_id, delivery_id }, call) =>
    showDelivery(call, hookOf(call, hook_id), delivery_id),
  ),

  onRepository(redeliverRepositoryHookDelivery, ({ hook_id, delivery_id }, call) =>
    redeliver(call, hookOf(call, hook_id), delivery_id),
  ),
];
