import * as z from "zod/mini";
import { keptSince } from "../../deliveries/retention.ts";
import type { Call } from "../../http/call.ts";
import { notFound, Refusal } from "../../http/refusal.ts";
import { renderDelivery, renderFullDelivery } from "../../objects/delivery.ts";
import * as state from "../../state/deliveries.ts";
import type { Hook } from "../../state/hooks.ts";
import type { World } from "../../world.ts";
import { readCursor, writeCursor } from "./cursors.ts";

// The records of a webhook's deliveries, whatever the webhook belongs to (document 1, Delivery records).

/** What may be asked of the list of a webhook's deliveries. */
interface Asked {
  readonly cursor?: string | undefined;
  readonly status?: "success" | "failure" | undefined;
}

/** A page of a webhook's deliveries, the newest first. */
export function listDeliveries({ world, window, links }: Call, hook: Hook, { cursor, status }: Asked) {
  const selection = {
    ...{ hookId: hook.id, since: keptSince(world) },
    succeeded: status === undefined ? undefined : status === "success",
  };
  const from = cursor === undefined ? undefined : placeAt(cursor);
  // One more than asked for, to see whether there is a next page and where it begins.
  const found = state.deliveriesFrom(world.db, selection, from, window.limit + 1);
  const before = from && state.deliveriesBefore(world.db, selection, from, window.limit).at(-1);
  links.cursors({ next: cursorAt(found[window.limit]), previous: cursorAt(before) });
  return found.slice(0, window.limit).map((delivery) => renderDelivery(delivery));
}

/** One delivery with its request and its response. */
export function showDelivery({ world }: Call, hook: Hook, id: string) {
  return renderFullDelivery(findDelivery(world, hook, id));
}

/** Sends a delivery again, to where its webhook points now. */
export function redeliver({ world }: Call, hook: Hook, id: string): undefined {
  world.deliveries.redeliver(hook, findDelivery(world, hook, id));
}

/** @throws Refusal 404, also where the record has outlived its days */
function findDelivery(world: World, hook: Hook, id: string): state.Delivery {
  const delivery = state.findDelivery(world.db, hook.id, id, keptSince(world));
  if (!delivery) throw notFound();
  return delivery;
}

const Cursor = z.tuple([z.int(), z.int()]);

function cursorAt(place: state.DeliveryPlace | undefined): string | undefined {
  return place && writeCursor([place.delivered_at, place.sequence]);
}

/** @throws Refusal 400 on what is no cursor */
function placeAt(cursor: string): state.DeliveryPlace {
  const [delivered_at, sequence] = readCursor(Cursor, cursor) ?? [];
  if (delivered_at === undefined || sequence === undefined) throw new Refusal(400, "Invalid cursor");
  return { delivered_at, sequence };
}
