import type { WantedState } from "../lists/wanted-state.ts";
import type { ChangeResult, PartialControlStates } from "../model/control-states.ts";
import type { MessageSpec } from "./page.ts";

export interface EntryMessages {
  /** Changes one repository of an account's lists immediately, ahead of any running job. */
  "change-entry": MessageSpec<
    { readonly account: string; readonly owner: string; readonly name: string; readonly wanted: WantedState },
    ChangeResult<PartialControlStates>
  >;
}
