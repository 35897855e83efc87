import type { Operation } from "@forgehand/core/contract";
import type { FullHookDelivery, HookDelivery } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { retentionStart } from "../../deliveries/retention.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import {
  type ApiCall,
  appHandler,
  type DefineHandler,
  type Handler,
  organizationHandler,
  repositoryHandler,
} from "../../http/handler.ts";
import { HttpError, requireFound } from "../../http-error.ts";
import { renderDelivery, renderFullDelivery } from "../../objects/delivery.ts";
import * as state from "../../state/deliveries.ts";
import type { Hook } from "../../state/hooks.ts";
import { readCursor, writeCursor } from "./cursors.ts";
import { findHook, organizationScope, repositoryScope, requireAppHook } from "./hooks.ts";
import { OPERATIONS } from "./operations-by-name.ts";

// Delivery records of webhooks of repositories, organizations and apps.

interface DeliveryListInput {
  readonly cursor?: string | undefined;
  readonly status?: "success" | "failure" | undefined;
}

interface DeliveryIdInput {
  readonly delivery_id: string;
}

/** @template P path parameters */
interface DeliveryOperations<P> {
  readonly list: Operation<P & DeliveryListInput, HookDelivery[]>;
  readonly get: Operation<P & DeliveryIdInput, FullHookDelivery>;
  readonly redeliver: Operation<P & DeliveryIdInput, undefined>;
}

/** Returns the operations on the deliveries of one kind of owner. */
const operationsOn = <O extends "Repository" | "Organization" | "App">(owner: O) => ({
  list: OPERATIONS[`list${owner}HookDeliveries` as const],
  get: OPERATIONS[`get${owner}HookDelivery` as const],
  redeliver: OPERATIONS[`redeliver${owner}HookDelivery` as const],
});

function deliveryHandlers<C extends ApiCall, P>(
  define: DefineHandler<C>,
  operations: DeliveryOperations<P>,
  hookOf: (call: C, input: P) => Hook,
): Handler[] {
  return [
    define(operations.list, (input, call) => listDeliveries(call, hookOf(call, input), input)),

    define(operations.get, (input, call) =>
      renderFullDelivery(findDelivery(call.context, hookOf(call, input), input.delivery_id)),
    ),

    // Redelivers to the webhook's current URL.
    define(operations.redeliver, (input, call) => {
      const hook = hookOf(call, input);
      call.context.deliveries.redeliver(hook, findDelivery(call.context, hook, input.delivery_id));
    }),
  ];
}

export const deliveries: readonly Handler[] = [
  ...deliveryHandlers(repositoryHandler, operationsOn("Repository"), (call, { hook_id }) =>
    findHook(call, repositoryScope(call), hook_id),
  ),
  ...deliveryHandlers(organizationHandler, operationsOn("Organization"), (call, { hook_id }) =>
    findHook(call, organizationScope(call), hook_id),
  ),
  ...deliveryHandlers(appHandler, operationsOn("App"), requireAppHook),
];

/** Returns a page of a webhook's deliveries, newest first. */
function listDeliveries({ context, page, links }: ApiCall, hook: Hook, { cursor, status }: DeliveryListInput) {
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

/** @throws HttpError 404 also if the record is older than the retention period */
function findDelivery(context: EmulatorContext, hook: Hook, id: string): state.Delivery {
  return requireFound(state.findDelivery(context.db, hook.id, id, retentionStart(context)));
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
