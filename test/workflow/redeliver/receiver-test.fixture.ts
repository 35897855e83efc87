import {
  getRepositoryVariable,
  listRepositoryHooks,
  starRepository,
  unstarRepository,
  updateRepositoryHook,
} from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test as base } from "@forgehand/emulator/vitest";
import { createServiceClient, WIDGETS } from "../../service/service-client.ts";
import { type FailingReceiver, startReceiver } from "./receiver.ts";

/** Secret of the demo's webhook. */
export const SECRET = "demo-hook-secret";

/** Vitest's `test` with a receiver for the demo's webhook of acme/widgets. */
export const test = base.extend<{ receiver: FailingReceiver }>({
  receiver: async ({ emulator }, use) => {
    const receiver = await startReceiver(SECRET);
    emulator.control.allowHookHost(receiver.host);
    const { call } = createServiceClient(emulator);
    const [hook] = await call(listRepositoryHooks, WIDGETS);
    const config = { url: receiver.url, content_type: "json", secret: SECRET } as const;
    await call(updateRepositoryHook, { ...WIDGETS, hook_id: hook?.id ?? 0, config });
    await use(receiver);
    await receiver.stop();
  },
});

/** Causes star events in acme/widgets, alternately created and deleted. */
export async function emitEvents(emulator: Emulator, count: number): Promise<void> {
  const { call } = createServiceClient(emulator);
  for (let n = 0; n < count; n += 1) await call(n % 2 === 0 ? starRepository : unstarRepository, WIDGETS);
  await emulator.control.settled();
}

/** Returns the parsed value of a variable of acme/widgets; undefined if it does not exist. */
export async function readCheckpoint(emulator: Emulator, name = "FORGEHAND_REDELIVERY"): Promise<unknown> {
  const variable = await createServiceClient(emulator).call(getRepositoryVariable, { ...WIDGETS, name });
  return variable ? JSON.parse(variable.value) : undefined;
}

/**
 * Creates events whose first delivery fails; later deliveries succeed.
 * @returns their GUIDs
 */
export async function createFailedEvents(
  emulator: Emulator,
  receiver: FailingReceiver,
  count: number,
): Promise<readonly string[]> {
  receiver.failNext(count);
  await emitEvents(emulator, count);
  return receiver.received.map(({ guid }) => guid);
}

/** Number of deliveries of each event after its failure. */
export function redeliveriesOf(receiver: FailingReceiver, guids: readonly string[]): readonly number[] {
  const later = receiver.received.slice(guids.length);
  return guids.map((eventGuid) => later.filter(({ guid }) => guid === eventGuid).length);
}
