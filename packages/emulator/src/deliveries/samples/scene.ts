import type { Account } from "../../state/accounts.ts";
import type { Installation } from "../../state/apps.ts";
import type { Hook } from "../../state/hooks.ts";
import type { Repository } from "../../state/repositories.ts";

/** Where an event happens that somebody wants to happen, and by whom. */
export interface SampleScene {
  /** The organization or the person that it is at, or whose repository. */
  readonly account: Account;
  readonly repository: Repository | undefined;
  /** An app that is installed there: the one that is told, if only one is. */
  readonly installation: Installation | undefined;
  readonly sender: Account;
  /** Somebody else whom it may be done to, if there is anybody else. */
  readonly other: Account;
  /** The webhook that is told alone. */
  readonly hook: Hook | undefined;
}
