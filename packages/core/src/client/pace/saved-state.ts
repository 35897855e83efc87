import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { parseJson } from "../../internal/parse-json.ts";
import type { SavedCaution } from "./caution.ts";
import type { SavedPrimary } from "./primary.ts";
import type { SavedWindow } from "./window.ts";

/** What is known of a quota, as it is kept between two lives of a process. It holds no secret. */
export interface SavedState {
  readonly caution: SavedCaution;
  readonly windows: readonly NamedWindow[];
  readonly primary: readonly SavedPrimary[];
}

/** One of the windows, by its name. */
export interface NamedWindow extends SavedWindow {
  readonly name: string;
}

const Amount = () => z.number().check(z.gte(0));

// Of the kinds of schema that the contract is made of anyway: others would be code for this alone.
const SavedState = /* @__PURE__ */ lazy(() =>
  z.object({
    caution: z.object({ pausedUntil: Amount(), pauses: Amount() }),
    windows: z.array(
      z.object({
        name: z.string(),
        ceiling: z.object({ limit: Amount(), wall: z.nullable(Amount()), changed: Amount(), probeAfter: Amount() }),
        used: z.array(z.object({ freeAt: Amount(), cost: Amount(), urgent: z.optional(z.boolean()) })),
        out: Amount(),
      }),
    ),
    primary: z.array(
      z.object({
        resource: z.string(),
        limit: Amount(),
        remaining: Amount(),
        reset: Amount(),
        epoch: Amount(),
        own: Amount(),
      }),
    ),
  }),
);

/** Reads what was kept; undefined where it can't be read. */
export function readSavedState(text: string): SavedState | undefined {
  const parsed = z.safeParse(SavedState(), parseJson(text));
  return parsed.success ? parsed.data : undefined;
}
