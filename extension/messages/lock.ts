import type { MessageSpec } from "./page.ts";

/** Whether a passphrase is set, and whether tokens are currently locked behind it. */
export type LockState = "none" | "open" | "locked";

/** Changes respond with the resulting state. A wrong passphrase fails with a problem of kind `locked`. */
export interface LockMessages {
  "lock-state": MessageSpec<object, LockState>;
  /**
   * Responds with the time until a passphrase can be tried after wrong ones, in milliseconds. It only passes while the
   * worker runs, so pages that show it ask again.
   */
  "unlock-wait": MessageSpec<object, number>;
  lock: MessageSpec<object, LockState>;
  unlock: MessageSpec<{ readonly passphrase: string }, LockState>;
  "set-passphrase": MessageSpec<{ readonly passphrase: string }, LockState>;
  "change-passphrase": MessageSpec<{ readonly old: string; readonly passphrase: string }, LockState>;
  "remove-passphrase": MessageSpec<{ readonly passphrase: string }, LockState>;
  /** Removes the forgotten passphrase together with all tokens. The accounts stay and need new tokens. */
  "forget-passphrase": MessageSpec<object, LockState>;
}
