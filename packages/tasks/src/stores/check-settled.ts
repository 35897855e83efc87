import { CancelledError } from "../cancellation/cancellation.ts";
import { pause } from "../run/pause.ts";
import type { RunContext } from "../run/run-context.ts";

/** Milliseconds until a write is visible everywhere. */
const SETTLE_DELAY = 3000;

/**
 * Checks a write. A difference is checked again after a delay, because lists may lag behind.
 * @param readers what the first and the second check read with, so that neither uses the other's lists
 * @returns the difference; undefined if everything is as expected
 */
export async function checkSettled<Reader>(
  run: Pick<RunContext, "clock" | "stopping">,
  [first, second]: readonly [Reader, Reader],
  check: (reader: Reader) => Promise<string | undefined>,
): Promise<string | undefined> {
  if ((await check(first)) === undefined) return undefined;
  await pause(run, SETTLE_DELAY);
  if (run.stopping.aborted) throw new CancelledError(false);
  return check(second);
}
