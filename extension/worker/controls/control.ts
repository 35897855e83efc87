import type { Client } from "@forgehand/core";
import * as z from "zod/mini";
import type { ControlId, Intents, States } from "../../messages.ts";
import type { Page } from "../../page/parse-page.ts";
import { Refused } from "../problem.ts";

/** The worker's half of a control: what it shows and what it does, whoever asks. */
export interface WorkerControl {
  look(client: Client, page: Page): Promise<States[ControlId]>;
  /** Does what is asked for and tells the state that the service then has. @throws Refused on an intent that is none */
  act(client: Client, page: Page, intent: unknown): Promise<States[ControlId]>;
}

/** Makes the worker's half of a control, so that all of them parse, act and look in the same way. */
export function workerControl<C extends ControlId>(half: {
  readonly intent: z.ZodMiniType<Intents[C]>;
  readonly look: (client: Client, page: Page) => Promise<States[C]>;
  readonly act: (client: Client, page: Page, intent: Intents[C]) => Promise<void>;
}): WorkerControl {
  return {
    look: half.look,
    async act(client, page, raw) {
      const intent = z.safeParse(half.intent, raw);
      if (!intent.success) throw new Refused("The page asked for something that this control doesn't do.");
      await half.act(client, page, intent.data);
      return half.look(client, page);
    },
  };
}
