import * as z from "zod/mini";
import { once } from "../../contract/once.ts";
import { parseJson } from "../answer/json-text.ts";
import type { SavedCaution } from "./caution.ts";
import type { SavedPrimary } from "./primary.ts";
import type { SavedWindow } from "./window.ts";

/** What is known of a quota, as it is kept between two lives of a process. It holds no secret. */
export interface SavedState {
  readonly version: 1;
  readonly caution: SavedCaution;
  readonly windows: Readonly<Record<string, SavedWindow>>;
  readonly primary: Readonly<Record<string, SavedPrimary>>;
}

const Amount = () => z.number().check(z.gte(0));

const SavedState = /* @__PURE__ */ once(() =>
  z.object({
    version: z.literal(1),
    caution: z.object({ pausedUntil: Amount(), pauses: Amount() }),
    windows: z.record(
      z.string(),
      z.object({
        ceiling: z.object({ limit: Amount(), wall: z.nullable(Amount()), changed: Amount(), probeAfter: Amount() }),
        used: z.array(z.tuple([Amount(), Amount(), z.boolean()])),
        out: Amount(),
      }),
    ),
    primary: z.record(
      z.string(),
      z.object({ limit: Amount(), remaining: Amount(), reset: Amount(), epoch: Amount(), own: Amount() }),
    ),
  }),
);

/** Reads what was kept; undefined where it can't be read. */
export function readSavedState(text: string): SavedState | undefined {
  const parsed = z.safeParse(SavedState(), parseJson(text));
  return parsed.success ? parsed.data : undefined;
}
