import type { ControlId, PartialControlStates } from "../model/control-states.ts";
import type { MessageSpec, PageTarget } from "./page.ts";

/** Messages from list rows to the worker, in addition to those of any view. */
export interface RowMessages {
  /** Reads the states of all of a row's controls in one message, at background priority. */
  "row-states": MessageSpec<PageTarget & { readonly controls: readonly ControlId[] }, PartialControlStates>;
}
