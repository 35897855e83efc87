import * as z from "zod/mini";
import { TAB_POSITIONS, type TabPosition } from "../model/tab-position.ts";
import { openStateDatabase } from "./state-database.ts";

/** Key in the settings store. */
const KEY = "tabs";

const PositionsSchema = z.catch(z.record(z.string(), z.enum(TAB_POSITIONS)), {});

/** Reads where the user has moved the overlay's tab, by origin. */
export async function readTabPositions(): Promise<Readonly<Record<string, TabPosition>>> {
  return z.parse(PositionsSchema, await (await openStateDatabase()).get("settings", KEY));
}

/** Remembers where the user has moved the overlay's tab on a host. */
export async function saveTabPosition(origin: string, position: TabPosition): Promise<void> {
  const { store, done } = (await openStateDatabase()).transaction("settings", "readwrite");
  const positions = z.parse(PositionsSchema, await store.get(KEY));
  await Promise.all([store.put({ ...positions, [origin]: position }, KEY), done]);
}
