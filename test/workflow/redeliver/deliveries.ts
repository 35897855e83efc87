import {
  getRepositoryVariable,
  listRepositoryHooks,
  starRepository,
  unstarRepository,
  updateRepositoryHook,
} from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test as base } from "@forgehand/emulator/vitest";
import { askService, WIDGETS } from "../../service/ask.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

/** What the demo's webhook signs with. */
export const SECRET = "demo-hook-secret";

/** A test with a receiver, which the demo's webhook of acme/widgets delivers to. */
export const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({ emulator }, use) => {
    const receiver = await startReceiver(SECRET);
    const { call } = askService(emulator);
    const [hook] = await call(listRepositoryHooks, WIDGETS);
    const config = { url: receiver.url, content_type: "json", secret: SECRET } as const;
    await call(updateRepositoryHook, { ...WIDGETS, hook_id: hook?.id ?? 0, config });
    await use(receiver);
    await receiver.stop();
  },
});

/** Makes events happen in acme/widgets: each star and each star taken back is one. */
export async function makeEvents(emulator: Emulator, count: number): Promise<void> {
  const { call } = askService(emulator);
  for (let n = 0; n < count; n += 1) await call(n % 2 === 0 ? starRepository : unstarRepository, WIDGETS);
  await emulator.control.settled();
}

/** What a variable of acme/widgets keeps; undefined where there is none. */
export async function kept(emulator: Emulator, name = "FORGEHAND_REDELIVERY"): Promise<unknown> {
  const variable = await askService(emulator).call(getRepositoryVariable, { ...WIDGETS, name });
  return variable ? JSON.parse(variable.value) : undefined;
}
