import * as z from "zod/mini";

// Cursors are opaque: nobody should count on what is in one. They say where a list was left, to those who made them.

export function writeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** Undefined for what is no cursor of a list of this shape. */
export function readCursor<T>(place: z.ZodMiniType<T>, cursor: string): T | undefined {
  try {
    return z.safeParse(place, JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"))).data;
  } catch {
    return undefined;
  }
}
