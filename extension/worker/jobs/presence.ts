/** Who asked for nothing in so many milliseconds is taken to be away. */
const AWAY = 2 * 60_000;

let lastSeen = 0;

/** Somebody asked for something. */
export function somebodyIsHere(): void {
  lastSeen = Date.now();
}

/** Has nobody asked for anything in a while? */
export function isAlone(): boolean {
  return Date.now() - lastSeen > AWAY;
}
