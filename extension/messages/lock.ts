import type { Ask } from "./page.ts";

/** Is there a passphrase, and are tokens locked behind it? */
export type LockState = "none" | "open" | "locked";

/** Each answers with how it then is; a wrong passphrase is a problem of the kind `locked`. */
export interface LockAsks {
  lock: Ask<object, LockState>;
  "lock-now": Ask<object, LockState>;
  unlock: Ask<{ readonly passphrase: string }, LockState>;
  "set-passphrase": Ask<{ readonly passphrase: string }, LockState>;
  "change-passphrase": Ask<{ readonly old: string; readonly passphrase: string }, LockState>;
  "remove-passphrase": Ask<{ readonly passphrase: string }, LockState>;
  /** Takes all tokens away with the passphrase that nobody remembers; the accounts wait for new ones. */
  "forget-passphrase": Ask<object, LockState>;
}
