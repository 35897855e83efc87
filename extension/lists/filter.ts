import type { Watch } from "../messages/states.ts";
import type { Entry } from "./entry.ts";

/** Which entries are shown; what is left out is no matter. */
export interface Filter {
  /** Words that all have to be in the name, the description or the language, in any case. */
  readonly text?: string | undefined;
  readonly starred?: boolean | "unknown" | undefined;
  readonly watch?: Watch | "unknown" | undefined;
  readonly archived?: boolean | undefined;
  readonly fork?: boolean | undefined;
  readonly private?: boolean | undefined;
  /** Null: those that have none. */
  readonly language?: string | null | undefined;
  readonly owner?: string | undefined;
  /** Not pushed to since then, in milliseconds since 1970. What was never pushed to wasn't since then either. */
  readonly notPushedSince?: number | undefined;
  /** Those that can't be had any more. */
  readonly missing?: boolean | undefined;
}

/** Those entries that a filter lets through. */
export function filtered(entries: readonly Entry[], filter: Filter): Entry[] {
  const words = plain(filter.text ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const owner = filter.owner?.toLowerCase();
  const is = <T>(wanted: T | undefined, actual: T) => wanted === undefined || wanted === actual;
  return entries.filter(
    (entry) =>
      is(filter.starred, entry.starred ?? "unknown") &&
      is(filter.watch, entry.watch ?? "unknown") &&
      is(filter.archived, entry.archived) &&
      is(filter.fork, entry.fork) &&
      is(filter.private, entry.private) &&
      is(filter.language, entry.language) &&
      is(owner, entry.owner.toLowerCase()) &&
      is(filter.missing, entry.missing !== null) &&
      (filter.notPushedSince === undefined || pushedAt(entry) < filter.notPushedSince) &&
      words.every((word) => textOf(entry).includes(word)),
  );
}

/** When it was last pushed to; never: before everything. */
export function pushedAt({ pushedAt }: Entry): number {
  return pushedAt === null ? -Infinity : Date.parse(pushedAt);
}

const texts = new WeakMap<Entry, string>();

/** What is searched of an entry, found once. */
function textOf(entry: Entry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const text = plain([entry.owner, "/", entry.name, " ", entry.description, " ", entry.language].join(""));
  texts.set(entry, text);
  return text;
}

/** A text without case and accents. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
