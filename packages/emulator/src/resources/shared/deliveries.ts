import * as z from "zod/mini";
import { retentionStart } from "../../deliveries/retention.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import type { ApiCall } from "../../http/handler.ts";
import { HttpError, notFound } from "../../http-error.ts";
import { renderDelivery, renderFullDelivery } from "../../objects/delivery.ts";
import * as state from "../../state/deliveries.ts";
import type { Hook } from "../../state/hooks.ts";
import { readCursor, writeCursor } from "./cursors.ts";

// Delivery records of webhooks of repositories, organizations and apps.

/** Parameters of the list of deliveries. */
interface DeliveryListInput {
  readonly cursor?: string | undefined;
  readonly status?: "success" | "failure" | undefined;
}

/** Returns a page of a webhook's deliveries, newest first. */
export function listDeliveries({ context, page, links }: ApiCall, hook: Hook, { cursor, status }: DeliveryListInput) {
  const selection = {
    hookId: hook.id,
    since: retentionStart(context),
    succeeded: status === undefined ? undefined : status === "success",
  };
  const position = cursor === undefined ? undefined : readPosition(cursor);
  // Reads one row more than the page has, which is where the next page begins.
  const found = state.deliveriesFrom(context.db, selection, position, page.limit + 1);
  const previousRow = position && state.deliveriesBefore(context.db, selection, position, page.limit).at(-1);
  links.setCursors({ next: cursorAt(found[page.limit]), previous: cursorAt(previousRow) });
  return found.slice(0, page.limit).map((delivery) => renderDelivery(delivery));
}

/** Returns a delivery with its request and response. */
export function showDelivery({ context }: ApiCall, hook: Hook, id: string) {
  return renderFullDelivery(findDelivery(context, hook, id));
}

/** Redelivers a delivery to the webhook's current URL. */
export function redeliver({ context }: ApiCall, hook: Hook, id: string): undefined {
  context.deliveries.redeliver(hook, findDelivery(context, hook, id));
}

/** @throws HttpError 404 also if the record is older than the retention period */
function findDelivery(context: EmulatorContext, hook: Hook, id: string): state.Delivery {
  const delivery = state.findDelivery(context.db, hook.id, id, retentionStart(context));
  if (!delivery) throw notFound();
  return delivery;
}

const Cursor = z.tuple([z.int(), z.int()]);

function cursorAt(position: state.DeliveryCursor | undefined): string | undefined {
  return position && writeCursor([position.delivered_at, position.sequence]);
}

/** @throws HttpError 400 if the text is not a cursor */
function readPosition(cursor: string): state.DeliveryCursor {
  const [delivered_at, sequence] = readCursor(Cursor, cursor) ?? [];
  if (delivered_at === undefined || sequence === undefined) throw new HttpError(400, "Invalid cursor");
  return { delivered_at, sequence };
}
