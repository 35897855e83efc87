import { createHmac, randomBytes } from "node:crypto";
import type { Database } from "./database.ts";
import { readMetadata, writeMetadata } from "./metadata.ts";

// Links that the emulator issues and later accepts are signed, so that clients can't make their own.

/** 22 base64url characters are 132 bits: not guessable, and links stay short. */
const LENGTH = 22;

/** Returns an HMAC of the parts that identify something. */
export function hmacOf(db: Database, ...parts: readonly (string | number)[]): string {
  const key = readMetadata(db, "mark-key") ?? newKey(db);
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url").slice(0, LENGTH);
}

function newKey(db: Database): string {
  const key = randomBytes(32).toString("base64url");
  writeMetadata(db, "mark-key", key);
  return key;
}

/**
 * Returns an expiry between `lifetime` and twice `lifetime` seconds from now, in seconds since 1970. It is rounded, so
 * that repeated requests get the same link.
 */
export function roundedExpiry(now: Date, lifetime: number): number {
  return (Math.floor(now.getTime() / 1000 / lifetime) + 2) * lifetime;
}
