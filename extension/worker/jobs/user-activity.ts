/**
 * Time since the last message from an extension page or a web page, in milliseconds, after which the user is considered
 * away.
 */
const AWAY_AFTER = 2 * 60_000;

let lastActivityAt = 0;

export function recordUserActivity(): void {
  lastActivityAt = Date.now();
}

export function isUserAway(): boolean {
  return Date.now() - lastActivityAt > AWAY_AFTER;
}
