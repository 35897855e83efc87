/**
 * Time since the last message from an extension page or a web page, in milliseconds, after which the user is considered
 * away.
 */
const AWAY_AFTER = 2 * 60_000;

/** Time on the worker's monotonic clock. */
let lastActivityAt = -Infinity;

export function recordUserActivity(): void {
  lastActivityAt = performance.now();
}

export function isUserAway(): boolean {
  return performance.now() - lastActivityAt > AWAY_AFTER;
}
