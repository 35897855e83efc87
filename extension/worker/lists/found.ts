import type { Entry, FoundIn } from "../../lists/entry.ts";
import { keyOf, nameOf } from "./entries.ts";

/** A repository as lists carry it: short ones leave much out. */
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

/** Where and when a repository was found. */
export interface Finding {
  readonly repository: ListedRepository;
  readonly account: string;
  /** Undefined: by itself, in no list. */
  readonly source: FoundIn | undefined;
  /** The gathering, by its start. */
  readonly run: number;
  /** When the list was asked for. */
  readonly askedAt: number;
  /** Of the list of stars: since when it has one. */
  readonly starredAt?: string | undefined;
}

/** An entry as it is after a repository was found. @param before what was known of it */
export function entryOf(finding: Finding, before: Entry | undefined): Entry {
  const { repository, account, run, source } = finding;
  const { id, name, owner } = repository;
  const place = { owner: owner.login, name };
  const known = before ?? newEntry(account, id);
  return {
    ...known,
    ...(before ? nameOf(before, place) : { ...place, key: keyOf(place) }),
    description: repository.description,
    language: repository.language ?? null,
    stars: repository.stargazers_count ?? known.stars,
    archived: repository.archived ?? known.archived,
    fork: repository.fork,
    private: repository.private,
    pushedAt: repository.pushed_at ?? known.pushedAt,
    missing: null,
    ...(source && { seen: { ...known.seen, [source]: run }, found: inOrder([...known.found, source]) }),
    ...starOf(finding, known),
  };
}

/** The lists that are read, as they are told of. */
export const SOURCES_IN_ORDER: readonly FoundIn[] = ["starred", "watched", "repositories", "organizations"];

/** Always the same for the same lists, in whichever order they were read. */
function inOrder(found: readonly FoundIn[]): FoundIn[] {
  return SOURCES_IN_ORDER.filter((source) => found.includes(source));
}

/** An entry once all lists were read: those that had it before and don't any more are left out. */
export function withFound(entry: Entry, run: number): Entry {
  return { ...entry, found: inOrder(entry.found.filter((source) => entry.seen[source] === run)) };
}

/** Was it in any list of that gathering? */
export function wasFound({ seen }: Entry, run: number): boolean {
  return SOURCES_IN_ORDER.some((source) => seen[source] === run);
}

/** Being in the list of stars is the one thing that it says; a star that was given or taken since counts more. */
function starOf({ source, askedAt, starredAt }: Finding, known: Entry): Partial<Entry> {
  if (source !== "starred" || (known.starCheckedAt ?? 0) > askedAt) return {};
  return { starred: true, whyStar: null, starCheckedAt: askedAt, starredAt: starredAt ?? known.starredAt };
}

function newEntry(account: string, id: number): Entry {
  return {
    account,
    id,
    owner: "",
    name: "",
    key: "",
    formerly: null,
    description: null,
    language: null,
    stars: 0,
    archived: false,
    fork: false,
    private: false,
    pushedAt: null,
    starredAt: null,
    starred: null,
    whyStar: { kind: "not looked" },
    watch: null,
    whyWatch: { kind: "not looked" },
    found: [],
    seen: {},
    starCheckedAt: null,
    watchCheckedAt: null,
    missing: null,
    revision: 0,
  };
}

/** Does an entry look the same to people? */
export function looksAlike(one: Entry, other: Entry): boolean {
  const shown = ({ revision: _, seen: __, starCheckedAt: ___, watchCheckedAt: ____, ...rest }: Entry) => rest;
  return JSON.stringify(shown(one)) === JSON.stringify(shown(other));
}
