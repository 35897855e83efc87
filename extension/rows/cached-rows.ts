import { browser } from "wxt/browser";
import { type CachedPage, pageKey } from "../cache/keys.ts";
import { subjectKey } from "../page/parse-page.ts";
import type { ListRow } from "./find-rows.ts";

/** Reads the last known states of several rows in one storage access. */
export async function readCachedRows(
  origin: string,
  rows: readonly ListRow[],
): Promise<(row: ListRow) => CachedPage | undefined> {
  const keyOf = ({ subject }: ListRow) => pageKey(subjectKey(origin, subject));
  const found = await browser.storage.local.get<Record<string, CachedPage | undefined>>(rows.map(keyOf));
  return (row) => found[keyOf(row)];
}
