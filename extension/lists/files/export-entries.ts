import type { AccountRef } from "../../model/account-ref.ts";
import type { WatchState } from "../../model/control-states.ts";
import type { Entry } from "../entry.ts";
import { formatCsv } from "./csv.ts";

/** Watch states as written in files. */
const WATCH_TEXTS: Readonly<Record<WatchState, string>> = {
  watching: "watching",
  ignoring: "ignoring",
  "not-watching": "not watching",
};

/** Exported columns; empty or null means unknown. */
const COLUMNS: readonly (readonly [name: string, value: (entry: Entry) => string | number | boolean | null])[] = [
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
];

export function entriesAsCsv(entries: readonly Entry[]): string {
  const rows = entries.map((entry) => COLUMNS.map(([, value]) => String(value(entry) ?? "")));
  return formatCsv([COLUMNS.map(([name]) => name), ...rows]);
}

/** Formats entries as JSON, one entry per line. */
export function entriesAsJson(entries: readonly Entry[], { origin, login }: AccountRef, at: Date): string {
  const lines = entries.map((entry) =>
    JSON.stringify(Object.fromEntries(COLUMNS.map(([name, value]) => [name, value(entry)]))),
  );
  const head = JSON.stringify({ forgehand: 1, origin, login, exported: at.toISOString() }).slice(0, -1);
  return `${head},\n"repositories":[${lines.length > 0 ? `\n${lines.join(",\n")}\n` : ""}]}\n`;
}
