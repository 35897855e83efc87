import { t } from "../locales/i18n.ts";
import { clearFailedAttempts, readFailedAttempts, writeFailedAttempts } from "./account-store.ts";
import { RefusedError } from "./refused-error.ts";

// The wait after wrong passphrases only passes while the worker runs: neither a restart nor the system's clock, which
// anyone at the computer can change, shortens it.

/** Wrong passphrases that are followed by another attempt without a wait. */
const FREE_ATTEMPTS = 2;

/** Wait after the first one beyond these, in milliseconds. Each further one doubles it. */
const FIRST_WAIT = 1_000;
const MAX_WAIT = 5 * 60_000;

/** Limits how fast passphrases can be tried. Its functions must be called one after the other. */
export interface UnlockAttempts {
  /** Returns the time until a passphrase can be tried, in milliseconds, and stores how much of it has passed. */
  readonly readWait: () => Promise<number>;
  /**
   * Verifies a passphrase.
   * @param verify returns undefined for a wrong passphrase
   * @throws RefusedError if the passphrase is wrong, or cannot be tried yet
   */
  readonly attempt: <T>(verify: () => Promise<T | undefined>) => Promise<T>;
}

/** Creates the limit for the lifetime of the worker. */
export function createUnlockAttempts(): UnlockAttempts {
  /** End of the wait on this worker's monotonic clock; undefined until the stored wait is continued. */
  let waitEnd: number | undefined;

  async function readWait(): Promise<number> {
    const attempts = await readFailedAttempts();
    if (!attempts) return 0;
    waitEnd ??= performance.now() + attempts.wait;
    const wait = Math.max(0, Math.ceil(waitEnd - performance.now()));
    if (wait < attempts.wait) await writeFailedAttempts({ ...attempts, wait });
    return wait;
  }

  return {
    readWait,
    async attempt(verify) {
      if ((await readWait()) > 0) throw new RefusedError(t("passphraseTooSoon"), "locked");
      const count = ((await readFailedAttempts())?.count ?? 0) + 1;
      const wait = count <= FREE_ATTEMPTS ? 0 : Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (count - FREE_ATTEMPTS - 1));
      // Stored as wrong first, so that killing the worker does not make an attempt free.
      await writeFailedAttempts({ count, wait });
      const result = await verify().finally(() => {
        waitEnd = performance.now() + wait;
      });
      if (result === undefined) throw new RefusedError(t("passphraseIsWrong"), "locked");
      await clearFailedAttempts();
      return result;
    },
  };
}
