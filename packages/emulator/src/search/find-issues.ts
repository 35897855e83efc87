import { isScoped } from "@forgehand/core/contract";
import * as z from "zod/mini";
import type { Caller } from "../callers/caller.ts";
import { visibleTo } from "../callers/visible.ts";
import { allOf, type Condition } from "../state/condition.ts";
import { type Part, readPart, type Window } from "../state/database.ts";
import { Issue } from "../state/issues.ts";
import type { World } from "../world.ts";
import { ALWAYS, any, condition, isQualifier, meaningOf, not, ORDERS, type Searcher } from "./conditions.ts";
import { parseQuery, type Qualifier, type Query, type Term, termsOf } from "./query.ts";

/** A query that can't be answered, and why. */
export class WrongQuery extends Error {
  override name = "WrongQuery" as const;
}

/** The limits of a query (public documentation of search). */
const MOST_OPERATORS = 5;
const LONGEST_TEXT = 256;

/** @throws WrongQuery on one that says nothing, or too much */
export function readQuery(text: string): Query {
  if (text.trim() === "") throw new WrongQuery("None of the search qualifiers apply to this search type.");
  const query = parseQuery(text, isQualifier);
  if (query.operators > MOST_OPERATORS) {
    throw new WrongQuery(`More than ${MOST_OPERATORS} AND / OR / NOT operators were used.`);
  }
  const length = wordsOf(query.term).reduce((sum, word) => sum + word.length, 0);
  if (length > LONGEST_TEXT) {
    throw new WrongQuery(`The search is longer than ${LONGEST_TEXT} characters.`);
  }
  return query;
}

/** The words that results have, rather than lack. */
export function wordsOf(term: Term): string[] {
  return [...termsOf(term)].flatMap(({ term: found, isNegated }) =>
    found.kind === "word" && !isNegated ? [found.text] : [],
  );
}

const FoundIssue = z.extend(Issue, { score: z.number() });
export type FoundIssue = z.output<typeof FoundIssue>;

/** What comes first; a query says it with `sort:` where the call doesn't. */
export interface Order {
  readonly by: string | undefined;
  readonly direction: "asc" | "desc";
}

/**
 * Finds issues and pull requests that the caller may see.
 * @throws WrongQuery where no repository that it names can be seen
 * @throws UnknownUser where it names somebody who isn't there
 */
export function findIssues(
  world: World,
  caller: Caller,
  { term }: Query,
  order: Order,
  window: Window,
): Part<FoundIssue> {
  const searcher = { world, caller };
  const fields = fieldsOf(term);
  checkPlaces(term, searcher);
  const wanted = allOf([
    condition("i.deleted_at IS NULL AND i.moved_number IS NULL"),
    condition("p.id IS NOT NULL OR json_extract(r.settings, '$.has_issues')"),
    visibleTo(caller),
    permittedTo(caller),
    compile(term, fields, searcher),
  ]);
  const matches = wordsOf(term)
    .filter(hasLetters)
    .map((word) => matchOf(word, fields));
  const { by, direction } = order.by === undefined ? (sortOf(term) ?? order) : order;
  // Without words everything matches alike, and the newest comes first.
  const sorted = ORDERS[by ?? ""] ?? (matches.length > 0 ? "coalesce(s.score, 0)" : "i.created_at");
  const scores =
    matches.length > 0
      ? // With a limit it is worked out once, and not again for each issue.
        "(SELECT rowid AS issue_id, -bm25(issue_words) AS score FROM issue_words WHERE issue_words MATCH ? LIMIT -1)"
      : "(SELECT 0 AS issue_id, 1 AS score WHERE ? = 0)";
  const query = `i.*, coalesce(s.score, 1) AS score, ${sorted} AS sorted
    FROM issues i JOIN repositories r ON r.id = i.repository_id LEFT JOIN pull_requests p ON p.issue_id = i.id
    LEFT JOIN ${scores} s ON s.issue_id = i.id
    WHERE ${wanted.sql} ORDER BY sorted ${direction}, id ${direction}`;
  return readPart(world.db, FoundIssue, query, [matches.join(" OR ") || 1, ...wanted.values], window);
}

const FIELDS = ["title", "body", "comments"] as const;
type Field = (typeof FIELDS)[number];

/** Where words are looked for: everywhere, unless `in:` says otherwise. */
function fieldsOf(term: Term): readonly Field[] {
  const named = new Set(qualifiersOf(term, "in").flatMap(({ values }) => values.map((value) => value.toLowerCase())));
  const fields = FIELDS.filter((field) => named.has(field));
  return fields.length === 0 ? FIELDS : fields;
}

function sortOf(term: Term): Order | undefined {
  const [sort] = qualifiersOf(term, "sort");
  const [, by = "", direction] = /^(.+?)(?:-(asc|desc))?$/.exec(sort?.value.toLowerCase() ?? "") ?? [];
  return Object.hasOwn(ORDERS, by) ? { by, direction: direction === "asc" ? "asc" : "desc" } : undefined;
}

function qualifiersOf(term: Term, ...names: string[]): Qualifier[] {
  return [...termsOf(term)].flatMap(({ term: found, isNegated }) =>
    found.kind === "qualifier" && !isNegated && names.includes(found.name) ? [found] : [],
  );
}

/** Qualifiers of which one is enough where several are given: each thing has but one author, and is in one place. */
const ALTERNATIVES: Readonly<Record<string, string>> = {
  ...{ repo: "place", org: "place", user: "place" },
  ...{ author: "author", involves: "involves", commenter: "commenter", mentions: "mentions", assignee: "assignee" },
};

function compile(term: Term, fields: readonly Field[], searcher: Searcher): Condition {
  switch (term.kind) {
    case "any":
      return any(term.terms.map((inner) => compile(inner, fields, searcher)));
    case "not":
      return not(compile(term.term, fields, searcher));
    case "word":
      return contains(term.text, fields);
    case "qualifier":
      return meaningOf(term, searcher) ?? contains(`${term.name}:${term.value}`, fields);
    case "all": {
      const kinds = new Map<Term | string, Condition[]>();
      for (const inner of term.terms) {
        const kind = (inner.kind === "qualifier" && ALTERNATIVES[inner.name]) || inner;
        kinds.set(kind, [...(kinds.get(kind) ?? []), compile(inner, fields, searcher)]);
      }
      return allOf([...kinds.values()].map(any));
    }
  }
}

const hasLetters = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Words in a row, wherever they are looked for. */
function matchOf(text: string, fields: readonly Field[]): string {
  return `{${fields.join(" ")}} : "${text.replaceAll('"', " ")}"`;
}

function contains(text: string, fields: readonly Field[]): Condition {
  // Of signs alone nothing is kept that could be found.
  if (!hasLetters(text)) return ALWAYS;
  return condition("i.id IN (SELECT rowid FROM issue_words WHERE issue_words MATCH ?)", matchOf(text, fields));
}

/** @throws WrongQuery where a query names places, and the caller can see none of them */
function checkPlaces(term: Term, searcher: Searcher): void {
  const places = qualifiersOf(term, "repo", "org", "user");
  if (places.length > 0 && places.every((place) => meaningOf(place, searcher)?.values.length === 0)) {
    throw new WrongQuery(
      "The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.",
    );
  }
}

/** Of private repositories a token shows what it has the permission set for. */
function permittedTo({ token }: Caller): Condition {
  if (!token || isScoped(token.kind)) return ALWAYS;
  const may = (permission: "issues" | "pull_requests") => (token.permissions[permission] === undefined ? 0 : 1);
  const sql = "r.private = 0 OR CASE WHEN p.id IS NULL THEN ? ELSE ? END";
  return condition(sql, may("issues"), may("pull_requests"));
}
