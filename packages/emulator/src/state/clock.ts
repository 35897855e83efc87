import { integer, key } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

/** Its only row has the milliseconds that the emulator's clock is ahead of real time. */
export const clock = table("clock", { id: key(integer()), ahead: integer() });

/** Milliseconds that the emulator's clock is ahead of real time. */
export function clockAhead(db: Database): number {
  return clock.find(db, {})?.ahead ?? 0;
}

export function setClockAhead(db: Database, milliseconds: number): void {
  clock.put(db, { id: 1, ahead: Math.round(milliseconds) });
}
