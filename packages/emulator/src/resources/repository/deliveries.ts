import {
  getRepositoryHookDelivery,
  listRepositoryHookDeliveries,
  redeliverRepositoryHookDelivery,
} from "@forgehand/core/operations";
import { type RepositoryCall, repositoryHandler } from "../../http/handler.ts";
import { listDeliveries, redeliver, showDelivery } from "../shared/deliveries.ts";
import { findHook } from "../shared/hooks.ts";

const hookOf = (call: RepositoryCall, id: number) =>
  findHook(call, { kind: "repository", repository: call.repository }, id);

export const deliveries = [
  repositoryHandler(listRepositoryHookDeliveries, (input, call) =>
    listDeliveries(call, hookOf(call, input.hook_id), input),
  ),

  repositoryHandler(getRepositoryHookDelivery, ({ hook_id, delivery_id }, call) =>
    showDelivery(call, hookOf(call, hook_id), delivery_id),
  ),

  repositoryHandler(redeliverRepositoryHookDelivery, ({ hook_id, delivery_id }, call) =>
    redeliver(call, hookOf(call, hook_id), delivery_id),
  ),
];
