import {
  getOrganizationHookDelivery,
  listOrganizationHookDeliveries,
  redeliverOrganizationHookDelivery,
} from "@forgehand/core/operations";
import { type OrganizationCall, onOrganization } from "../../http/call.ts";
import { listDeliveries, redeliver, showDelivery } from "../families/deliveries.ts";
import { findHook } from "../families/hooks.ts";

const hookOf = (call: OrganizationCall, id: number) =>
  findHook(call, { kind: "organization", organization: call.organization }, id);

export const deliveries = [
  onOrganization(listOrganizationHookDeliveries, (input, call) =>
    listDeliveries(call, hookOf(call, input.hook_id), input),
  ),

  onOrganization(getOrganizationHookDelivery, ({ hook_id, delivery_id }, call) =>
    showDelivery(call, hookOf(call, hook_id), delivery_id),
  ),

  onOrganization(redeliverOrganizationHookDelivery, ({ hook_id, delivery_id }, call) =>
    redeliver(call, hookOf(call, hook_id), delivery_id),
  ),
];
