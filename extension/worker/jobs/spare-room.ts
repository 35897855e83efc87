import { createNap } from "./nap.ts";
import type { Parts } from "./parts.ts";

/**
 * The room that limits keep for people is three writes a minute. While there is nobody, jobs may have it: one write in so
 * many milliseconds, so that it never takes more, and is free again a minute after somebody has come.
 */
const GAP = 20_500;

/** Does something every so often while nobody is there, until the signal is aborted. */
export async function inSpareRoom(parts: Parts, over: AbortSignal, one: () => Promise<void>): Promise<void> {
  const { clock, isAlone } = parts;
  if (!isAlone) return;
  const nap = createNap(clock);
  while (!over.aborted) {
    await nap.until(clock.now() + GAP, "limit", over);
    if (!over.aborted && isAlone()) await one();
  }
}
