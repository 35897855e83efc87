import type { CachedPage } from "../cache/cached-data.ts";
import { resetPageLimits } from "./handlers/page-limits.ts";
import { openStateDatabase } from "./state-database.ts";

/** Deletes the settings and all cached data, and resets the limits of pages, as in a new installation. */
export async function resetState(): Promise<void> {
  resetPageLimits();
  const db = await openStateDatabase();
  for (const store of ["settings", "sites", "pages"] as const) await db.clear(store);
}

/** Stores settings without validating them. */
export async function storeRawSettings(value: unknown): Promise<void> {
  await (await openStateDatabase()).put("settings", value, "settings");
}

/** Stores states of pages, by the pages' keys. */
export async function storePageStates(pages: Readonly<Record<string, CachedPage>>): Promise<void> {
  const db = await openStateDatabase();
  for (const [page, cached] of Object.entries(pages)) await db.put("pages", cached, page);
}

/** Returns the keys of all pages whose states are stored. */
export async function storedPages(): Promise<readonly string[]> {
  return (await openStateDatabase()).getAllKeys("pages");
}

/** Returns the origins of all stored sites. */
export async function storedSites(): Promise<readonly string[]> {
  return (await openStateDatabase()).getAllKeys("sites");
}
