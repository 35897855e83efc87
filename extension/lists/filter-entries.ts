import type { WatchState } from "../model/control-states.ts";
import { isSameTag, type ListedEntry } from "./annotation.ts";
import type { Entry } from "./entry.ts";

/** Criteria for entries; undefined fields match everything. */
export interface EntryCriteria {
  /**
   * Words that must all occur in name, description, language, tags or note, ignoring case. A word such as `tag:cli` must
   * occur in a tag.
   */
  readonly text: string | undefined;
  readonly starred: boolean | "unknown" | undefined;
  readonly watch: WatchState | "unknown" | undefined;
  readonly archived: boolean | undefined;
  readonly fork: boolean | undefined;
  readonly private: boolean | undefined;
  /** Null matches repositories without a language. */
  readonly language: string | null | undefined;
  readonly owner: string | undefined;
  /** One of the user's own tags. */
  readonly tag: string | undefined;
  /** Repositories that are no longer accessible. */
  readonly missing: boolean | undefined;
}

export interface EntryFilter extends Partial<EntryCriteria> {
  /** Not pushed to since this time, in milliseconds since 1970. Includes repositories that were never pushed to. */
  readonly notPushedSince?: number | undefined;
}

export function filterEntries(entries: readonly ListedEntry[], filter: EntryFilter): ListedEntry[] {
  const searchWords = foldText(filter.text ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const owner = filter.owner?.toLowerCase();
  const matches = <T>(wanted: T | undefined, actual: T) => wanted === undefined || wanted === actual;
  return entries.filter(
    (entry) =>
      matches(filter.starred, entry.starred ?? "unknown") &&
      matches(filter.watch, entry.watch ?? "unknown") &&
      matches(filter.archived, entry.archived) &&
      matches(filter.fork, entry.fork) &&
      matches(filter.private, entry.private) &&
      matches(filter.language, entry.language) &&
      matches(owner, entry.owner.toLowerCase()) &&
      (filter.tag === undefined || hasTag(entry, filter.tag)) &&
      matches(filter.missing, entry.missing !== null) &&
      (filter.notPushedSince === undefined || pushedAt(entry) < filter.notPushedSince) &&
      searchWords.every((word) => matchesWord(entry, word)),
  );
}

function hasTag({ annotation }: ListedEntry, wanted: string): boolean {
  return annotation?.tags.some((tag) => isSameTag(tag, wanted)) ?? false;
}

const TAG_PREFIX = "tag:";

function matchesWord(entry: ListedEntry, word: string): boolean {
  if (!word.startsWith(TAG_PREFIX)) return searchText(entry).includes(word);
  const wanted = word.slice(TAG_PREFIX.length);
  return entry.annotation?.tags.some((tag) => foldText(tag).includes(wanted)) ?? false;
}

/** Time of the last push; -Infinity if there was none. */
export function pushedAt({ pushedAt }: Entry): number {
  return pushedAt === null ? -Infinity : Date.parse(pushedAt);
}

const searchTexts = new WeakMap<ListedEntry, string>();

/** Searchable text of an entry, computed once. */
function searchText(entry: ListedEntry): string {
  const cached = searchTexts.get(entry);
  if (cached !== undefined) return cached;
  const { tags = [], note } = entry.annotation ?? {};
  const text = foldText([`${entry.owner}/${entry.name}`, entry.description, entry.language, ...tags, note].join(" "));
  searchTexts.set(entry, text);
  return text;
}

/** Removes case and accents. */
function foldText(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
