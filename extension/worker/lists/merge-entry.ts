import type { Entry, EntrySource } from "../../lists/entry.ts";
import { entryKey, renamedFields } from "./entries.ts";

/** A repository in a list. Some lists omit the optional fields. */
export interface ListedRepository {
  readonly id: number;
  readonly name: string;
  readonly owner: { readonly login: string };
  readonly description: string | null;
  readonly private: boolean;
  readonly fork: boolean;
  readonly archived?: boolean | undefined;
  readonly language?: string | null | undefined;
  readonly stargazers_count?: number | undefined;
  readonly pushed_at?: string | null | undefined;
}

/** A repository with the list and the time at which it was found. */
export interface FoundRepository {
  readonly repository: ListedRepository;
  readonly account: string;
  /** Undefined if it was read by its id. */
  readonly source: EntrySource | undefined;
  /** Time at which the current gathering run started. */
  readonly runStartedAt: number;
  /** Time at which the list was requested. */
  readonly requestedAt: number;
  /** Time at which the repository was starred; only in the list of stars. */
  readonly starredAt?: string | undefined;
}

/**
 * Returns the entry of a repository that was found.
 * @param previous the stored entry
 */
export function mergeEntry(found: FoundRepository, previous: Entry | undefined): Entry {
  const { repository, account, runStartedAt, source } = found;
  const { id, name, owner } = repository;
  const fullName = { owner: owner.login, name };
  const base = previous ?? createEntry(account, id);
  return {
    ...base,
    ...(previous ? renamedFields(previous, fullName) : { ...fullName, key: entryKey(fullName) }),
    description: repository.description,
    language: repository.language ?? null,
    stars: repository.stargazers_count ?? base.stars,
    archived: repository.archived ?? base.archived,
    fork: repository.fork,
    private: repository.private,
    pushedAt: repository.pushed_at ?? base.pushedAt,
    missing: null,
    ...(source && {
      lastSeenIn: { ...base.lastSeenIn, [source]: runStartedAt },
      foundIn: sortSources([...base.foundIn, source]),
    }),
    ...starFields(found, base),
    ...watchFields(found, base),
  };
}

/** The sources in the order in which they are shown. */
export const SOURCE_ORDER: readonly EntrySource[] = ["starred", "watched", "repositories", "organizations"];

/** Sorts sources, so that the result does not depend on the order of reading. */
function sortSources(found: readonly EntrySource[]): EntrySource[] {
  return SOURCE_ORDER.filter((source) => found.includes(source));
}

/** Removes the sources that did not list the entry in this run. */
export function withCurrentSources(entry: Entry, runStartedAt: number): Entry {
  return {
    ...entry,
    foundIn: sortSources(entry.foundIn.filter((source) => entry.lastSeenIn[source] === runStartedAt)),
  };
}

/** Whether any list had the entry in this run. */
export function wasFoundInRun({ lastSeenIn }: Entry, runStartedAt: number): boolean {
  return SOURCE_ORDER.some((source) => lastSeenIn[source] === runStartedAt);
}

/**
 * Returns the star fields for an entry in the list of stars. A star that was changed after the request takes
 * precedence.
 */
function starFields({ source, requestedAt, starredAt }: FoundRepository, base: Entry): Partial<Entry> {
  if (source !== "starred" || (base.starCheckedAt ?? 0) > requestedAt) return {};
  return { starred: true, starReason: null, starCheckedAt: requestedAt, starredAt: starredAt ?? base.starredAt };
}

/** Returns the watch fields for an entry in the list of watched repositories. A newer check takes precedence. */
function watchFields({ source, requestedAt }: FoundRepository, base: Entry): Partial<Entry> {
  if (source !== "watched" || (base.watchCheckedAt ?? 0) > requestedAt) return {};
  return { watch: "watching", watchReason: null, watchCheckedAt: requestedAt };
}

function createEntry(account: string, id: number): Entry {
  return {
    account,
    id,
    owner: "",
    name: "",
    key: "",
    previousName: null,
    description: null,
    language: null,
    stars: 0,
    archived: false,
    fork: false,
    private: false,
    pushedAt: null,
    starredAt: null,
    starred: null,
    starReason: { kind: "not-checked" },
    watch: null,
    watchReason: { kind: "not-checked" },
    foundIn: [],
    lastSeenIn: {},
    starCheckedAt: null,
    watchCheckedAt: null,
    missing: null,
    revision: 0,
  };
}

/** Whether two entries look the same to the user. */
export function looksTheSame(a: Entry, b: Entry): boolean {
  const shownFields = ({ revision: _, lastSeenIn: __, starCheckedAt: ___, watchCheckedAt: ____, ...rest }: Entry) =>
    rest;
  return JSON.stringify(shownFields(a)) === JSON.stringify(shownFields(b));
}
