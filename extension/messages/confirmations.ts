import type { ControlId, Intents } from "../model/control-states.ts";
import type { Problem } from "../model/problem.ts";
import type { Subject } from "../page/parse-page.ts";
import type { MessageSpec } from "./page.ts";

/** A change that waits for the user's confirmation, because the press that caused it may not have been seen. */
export interface HeldChange {
  readonly id: string;
  readonly origin: string;
  /** Login of the account that the page showed. */
  readonly login: string;
  readonly subject: Subject;
  readonly control: ControlId;
  readonly intent: Intents[ControlId];
}

export interface ConfirmationMessages {
  /** Lists the changes that a tab's page has requested, oldest first. */
  "held-changes": MessageSpec<{ readonly tab: number }, readonly HeldChange[]>;
  /** Makes a held change. The signed-in user is that of the tab's page. */
  "confirm-change": MessageSpec<
    { readonly id: string; readonly signedIn: string | null },
    { readonly problem?: Problem | undefined }
  >;
  "dismiss-change": MessageSpec<{ readonly id: string }, undefined>;
}
