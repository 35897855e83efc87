import { browser } from "wxt/browser";
import { type Known, knownKey } from "../known/keys.ts";
import { subjectKey } from "../page/parse-page.ts";
import type { Row } from "./find-rows.ts";

/** What was last known of rows, read at once. */
export async function readKnownRows(origin: string, rows: readonly Row[]): Promise<(row: Row) => Known | undefined> {
  const keyOf = ({ subject }: Row) => knownKey(subjectKey(origin, subject));
  const found = await browser.storage.local.get<Record<string, Known | undefined>>(rows.map(keyOf));
  return (row) => found[keyOf(row)];
}
