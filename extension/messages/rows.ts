import type { Ask, OnPage } from "./page.ts";
import type { ControlId, SomeStates } from "./states.ts";

/** What rows of lists ask of the worker, beside what any view may. */
export interface RowAsks {
  /** Looks at all of a row's controls at once, making way for whatever somebody waits for. */
  "look-row": Ask<OnPage & { readonly controls: readonly ControlId[] }, SomeStates>;
}
