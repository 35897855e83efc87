import {
  getOrganizationHookDelivery,
  listOrganizationHookDeliveries,
  redeliverOrganizationHookDelivery,
} from "@forgehand/core/operations";
import { type OrganizationCall, organizationHandler } from "../../http/handler.ts";
import { listDeliveries, redeliver, showDelivery } from "../shared/deliveries.ts";
import { findHook } from "../shared/hooks.ts";

const hookOf = (call: OrganizationCall, id: number) =>
  findHook(call, { kind: "organization", organization: call.organization }, id);

export const deliveries = [
  organizationHandler(listOrganizationHookDeliveries, (input, call) =>
    listDeliveries(call, hookOf(call, input.hook_id), input),
  ),

  organizationHandler(getOrganizationHookDelivery, ({ hook_id, delivery_id }, call) =>
    showDelivery(call, hookOf(call, hook_id), delivery_id),
  ),

  organizationHandler(redeliverOrganizationHookDelivery, ({ hook_id, delivery_id }, call) =>
    redeliver(call, hookOf(call, hook_id), delivery_id),
  ),
];
