import type { Client, explainAccess } from "@forgehand/core";
import * as z from "zod/mini";
import type { Problem } from "../../messages/problem.ts";
import type { ControlId, Intents, States } from "../../messages/states.ts";
import { t } from "../../ui/words.ts";
import type { About } from "../acting.ts";
import { Refused } from "../problems.ts";

type Operation = Parameters<typeof explainAccess>[0];

/** The worker's half of a control: what it shows and what it does, whoever asks. */
export interface WorkerControl<C extends ControlId = ControlId> {
  /** What it calls to know its state, and to change it: what a token has to be allowed for it to work. */
  readonly needs: { readonly look: readonly Operation[]; readonly act: readonly Operation[] };
  /** Looks. What can't be known is null, with the reason. @throws what makes all of it unknown */
  readonly look: (client: Client, about: About) => Promise<States[C]>;
  /** What is shown where nothing can be known. */
  readonly unknown: (why: Problem) => States[C];
  /** Reads what a view asks for. @throws Refused on an intent that is none */
  readonly read: (intent: unknown) => Intents[C];
  readonly act: (client: Client, about: About, intent: Intents[C]) => Promise<void>;
}

/** Makes the worker's half of a control, so that all of them parse in the same way. */
export function workerControl<C extends ControlId>(
  half: Omit<WorkerControl<C>, "read"> & { readonly intent: z.ZodMiniType<Intents[C]> },
): WorkerControl<C> {
  const { intent, ...rest } = half;
  return {
    ...rest,
    read(raw) {
      const read = z.safeParse(intent, raw);
      if (read.success) return read.data;
      throw new Refused(t("noSuchIntent"));
    },
  };
}
