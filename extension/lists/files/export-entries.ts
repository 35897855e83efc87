import type { AccountRef } from "../../model/account-ref.ts";
import type { WatchState } from "../../model/control-states.ts";
import type { ListedEntry } from "../annotation.ts";
import type { SavedFilter } from "../saved-filter.ts";
import { formatCsv } from "./csv.ts";

/** Watch states as written in files. */
const WATCH_TEXTS: Readonly<Record<WatchState, string>> = {
  watching: "watching",
  ignoring: "ignoring",
  "not-watching": "not watching",
};

type ExportedValue = string | number | boolean | readonly string[] | null;

/** Exported columns; empty or null means unknown. */
const COLUMNS: readonly (readonly [name: string, value: (entry: ListedEntry) => ExportedValue])[] = [
  ["repository", ({ owner, name }) => `${owner}/${name}`],
  ["starred", ({ starred }) => starred],
  ["watch", ({ watch }) => (watch === null ? null : WATCH_TEXTS[watch])],
  ["starred_at", ({ starredAt }) => starredAt],
  ["stars", ({ stars }) => stars],
  ["language", ({ language }) => language],
  ["archived", ({ archived }) => archived],
  ["fork", ({ fork }) => fork],
  ["private", (entry) => entry.private],
  ["pushed_at", ({ pushedAt }) => pushedAt],
  ["description", ({ description }) => description],
  ["tags", ({ annotation }) => annotation?.tags ?? []],
  ["note", ({ annotation }) => annotation?.note || null],
];

export function entriesAsCsv(entries: readonly ListedEntry[]): string {
  const cell = (value: ExportedValue) =>
    typeof value === "object" && value !== null ? value.join(", ") : String(value ?? "");
  const rows = entries.map((entry) => COLUMNS.map(([, value]) => cell(value(entry))));
  return formatCsv([COLUMNS.map(([name]) => name), ...rows]);
}

/** Formats entries and saved filters as JSON, one per line. */
export function entriesAsJson(
  entries: readonly ListedEntry[],
  { origin, login }: AccountRef,
  at: Date,
  savedFilters: readonly SavedFilter[] = [],
): string {
  const lines = entries.map((entry) =>
    JSON.stringify(Object.fromEntries(COLUMNS.map(([name, value]) => [name, value(entry)]))),
  );
  const head = JSON.stringify({ forgehand: 1, origin, login, exported: at.toISOString() }).slice(0, -1);
  const filterLines = savedFilters.map(({ name, query }) => JSON.stringify({ name, query }));
  const list = (name: string, lines: readonly string[]) =>
    `,\n"${name}":[${lines.length > 0 ? `\n${lines.join(",\n")}\n` : ""}]`;
  return `${head}${filterLines.length > 0 ? list("filters", filterLines) : ""}${list("repositories", lines)}}\n`;
}
