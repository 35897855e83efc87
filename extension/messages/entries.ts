import type { Wanted } from "../lists/wanted.ts";
import type { Ask } from "./page.ts";
import type { Acted, SomeStates } from "./states.ts";

export interface EntryAsks {
  /** Changes one repository of an account's lists at once, before anything that is done in bulk. */
  "entry-act": Ask<
    { readonly account: string; readonly owner: string; readonly name: string; readonly wanted: Wanted },
    Acted<SomeStates>
  >;
}
