import { hasType, type ValueOf } from "@forgehand/core/schema";
import { TAB_POSITIONS, type TabPosition } from "../model/tab-position.ts";
import { openStateDatabase } from "./state-database.ts";

/** Key in the settings store. */
const KEY = "tabs";

const TabPositionsSchema = { type: "record", of: { type: "enum", values: TAB_POSITIONS } } as const;

type TabPositions = ValueOf<typeof TabPositionsSchema>;

/** Reads where the user has moved the overlay's tab, by origin. */
export async function readTabPositions(): Promise<TabPositions> {
  return parsePositions(await (await openStateDatabase()).get("settings", KEY));
}

/** Remembers where the user has moved the overlay's tab on a host. */
export async function saveTabPosition(origin: string, position: TabPosition): Promise<void> {
  const { store, done } = (await openStateDatabase()).transaction("settings", "readwrite");
  const positions = parsePositions(await store.get(KEY));
  await Promise.all([store.put({ ...positions, [origin]: position }, KEY), done]);
}

function parsePositions(stored: unknown): TabPositions {
  return hasType(TabPositionsSchema, stored) ? stored : {};
}
