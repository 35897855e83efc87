import type { WantedState } from "../lists/wanted-state.ts";
import type { MessageSpec } from "./page.ts";
import type { ChangeResult, PartialControlStates } from "./states.ts";

export interface EntryMessages {
  /** Changes one repository of an account's lists immediately, ahead of any running job. */
  "change-entry": MessageSpec<
    { readonly account: string; readonly owner: string; readonly name: string; readonly wanted: WantedState },
    ChangeResult<PartialControlStates>
  >;
}
