import * as z from "zod/mini";

// Cursors are opaque to clients. They encode the position at which a list continues.

export function writeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** Returns the position, or undefined if the text is not a cursor of this shape. */
export function readCursor<T>(position: z.ZodMiniType<T>, cursor: string): T | undefined {
  try {
    return z.safeParse(position, JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"))).data;
  } catch {
    return undefined;
  }
}
