import {
  getRepositoryHookDelivery,
  listRepositoryHookDeliveries,
  redeliverRepositoryHookDelivery,
} from "@forgehand/core/operations";
import { payloadOf } from "../../deliveries/dispatcher.ts";
import { onRepository } from "../../http/call.ts";
import { notFound, Refusal } from "../../http/refusal.ts";
import * as state from "../../state/deliveries.ts";
import type { Hook } from "../../state/hooks.ts";
import type { World } from "../../world.ts";
import { findHook } from "./hooks.ts";

export const deliveries = [
  onRepository(listRepositoryHookDeliveries, ({ hook_id, cursor, status }, { world, repository, window, links }) => {
    const hook = findHook(world, repository, hook_id);
    const found = state.deliveriesOf(world.db, hook.id, {
      from: cursor === undefined ? undefined : readCursor(cursor),
      // One more than asked for, to see whether there is a next page and where it begins.
      limit: window.limit + 1,
      succeeded: status === undefined ? undefined : status === "success",
    });
    const next = found[window.limit];
    if (next) links.cursors({ next: writeCursor(next.sequence) });
    return found.slice(0, window.limit).map((delivery) => render(hook, delivery));
  }),

  onRepository(getRepositoryHookDelivery, ({ hook_id, delivery_id }, { world, repository }) => {
    const hook = findHook(world, repository, hook_id);
    const delivery = findDelivery(world, hook, delivery_id);
    return {
      ...render(hook, delivery),
      url: delivery.url,
      request: { headers: delivery.request_headers, payload: payloadOf(delivery.request_body) },
      response: { headers: delivery.response_headers, payload: delivery.response_body },
    };
  }),

  onRepository(redeliverRepositoryHookDelivery, ({ hook_id, delivery_id }, { world, repository }) => {
    const hook = findHook(world, repository, hook_id);
    world.deliveries.redeliver(hook, findDelivery(world, hook, delivery_id));
    return undefined;
  }),
];

function findDelivery(world: World, hook: Hook, id: string): state.Delivery {
  const delivery = state.findDelivery(world.db, hook.id, id);
  if (!delivery) throw notFound();
  return delivery;
}

function render(hook: Hook, delivery: state.Delivery) {
  return {
    id: state.deliveryId(delivery.sequence),
    guid: delivery.guid,
    delivered_at: delivery.delivered_at,
    redelivery: delivery.redelivery,
    duration: delivery.duration,
    status: delivery.status,
    status_code: delivery.status_code,
    event: delivery.event,
    action: delivery.action,
    installation_id: null,
    repository_id: hook.repository_id,
    throttled_at: null,
  };
}

/** Cursors are opaque: nobody should count on what is in one. */
function writeCursor(sequence: number): string {
  return Buffer.from(`v1_${sequence}`).toString("base64url");
}

function readCursor(cursor: string): number {
  const sequence = /^v1_(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString())?.[1];
  if (sequence === undefined) throw new Refusal(400, "Invalid cursor");
  return Number(sequence);
}
