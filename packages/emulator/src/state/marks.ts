import { createHmac, randomBytes } from "node:crypto";
import type { Database } from "./database.ts";
import { serviceValue, setServiceValue } from "./service.ts";

// What is given out to be shown again (links, and what they lead to) carries a mark that only this service can make.

/** So much of a mark is enough: nobody guesses 132 bits, and links stay short. */
const LENGTH = 22;

/** The mark of something, by all that makes it what it is. */
export function markOf(db: Database, ...parts: readonly (string | number)[]): string {
  const key = serviceValue(db, "mark-key") ?? newKey(db);
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url").slice(0, LENGTH);
}

function newKey(db: Database): string {
  const key = randomBytes(32).toString("base64url");
  setServiceValue(db, "mark-key", key);
  return key;
}

/**
 * When something ends that lives so many seconds at least, and at most twice as long, in seconds since 1970: the same for
 * whoever asks again soon, so that answers stay the same as long as nothing happens.
 */
export function steadyEnd(now: Date, lifetime: number): number {
  return (Math.floor(now.getTime() / 1000 / lifetime) + 2) * lifetime;
}
