import { isScoped } from "@forgehand/core/contract";
import type { Caller } from "../callers/caller.ts";
import { visibleRepositories } from "../callers/visible.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { type RowOf, real, row } from "../state/columns.ts";
import { allOf, type Condition } from "../state/condition.ts";
import { type PageRange, queryPage, type RowPage } from "../state/database.ts";
import { issues } from "../state/issues.ts";
import {
  ALWAYS,
  anyOf,
  condition,
  conditionOf,
  isQualifier,
  not,
  type SearchContext,
  SORT_EXPRESSIONS,
} from "./qualifier-conditions.ts";
import { parseQuery, type Qualifier, type SearchQuery, type SearchTerm, termsOf, wordsOf } from "./query.ts";

export class InvalidQueryError extends Error {
  override name = "InvalidQueryError" as const;
}

/**
 * Limits of a query.
 * @see GitHub's documentation on searching
 */
const MAX_OPERATORS = 5;
const MAX_TEXT_LENGTH = 256;

/** Maximum length with qualifiers. Parsing longer texts would take long. */
const MAX_QUERY_LENGTH = 4000;

/**
 * Parses a query.
 * @param isKnown returns whether a name is a qualifier; by default of a search for issues
 * @throws InvalidQueryError if it is empty or exceeds the limits
 */
export function parseSearchQuery(text: string, isKnown: (name: string) => boolean = isQualifier): SearchQuery {
  if (text.trim() === "") throw new InvalidQueryError("None of the search qualifiers apply to this search type.");
  if (text.length > MAX_QUERY_LENGTH) {
    throw new InvalidQueryError(`The search is longer than ${MAX_QUERY_LENGTH} characters.`);
  }
  const query = parseQuery(text, isKnown);
  if (query.operators > MAX_OPERATORS) {
    throw new InvalidQueryError(`More than ${MAX_OPERATORS} AND / OR / NOT operators were used.`);
  }
  const length = wordsOf(query.term).reduce((sum, word) => sum + word.length, 0);
  if (length > MAX_TEXT_LENGTH) {
    throw new InvalidQueryError(`The search is longer than ${MAX_TEXT_LENGTH} characters.`);
  }
  return query;
}

const FoundIssue = row({ ...issues.columns, score: real() });
export type FoundIssue = RowOf<typeof FoundIssue>;

/** The sort order. A `sort:` qualifier applies if the request doesn't set one. */
export interface SearchOrder {
  readonly by: string | undefined;
  readonly direction: "asc" | "desc";
}

/**
 * Finds issues and pull requests that the caller can see.
 * @throws InvalidQueryError if none of the repositories it names is visible
 * @throws UnknownUserError if it names an unknown user
 */
export function findIssues(
  context: EmulatorContext,
  caller: Caller,
  { term }: SearchQuery,
  order: SearchOrder,
  pageRange: PageRange,
): RowPage<FoundIssue> {
  const search = { context, caller };
  const fields = fieldsOf(term);
  checkScopes(term, search);
  const filter = allOf([
    condition("i.deleted_at IS NULL AND i.moved_number IS NULL"),
    condition("p.id IS NOT NULL OR json_extract(r.settings, '$.has_issues')"),
    visibleRepositories(caller),
    permittedByToken(caller),
    compile(term, fields, search),
  ]);
  const matches = wordsOf(term)
    .filter(hasLetters)
    .map((word) => ftsMatch(word, fields));
  const { by, direction } = order.by === undefined ? (sortOf(term) ?? order) : order;
  // Without words all results have the same score, so the newest come first.
  const sortExpression = SORT_EXPRESSIONS[by ?? ""] ?? (matches.length > 0 ? "coalesce(s.score, 0)" : "i.created_at");
  const scores =
    matches.length > 0
      ? // The LIMIT makes SQLite evaluate the subquery once instead of for each issue.
        "(SELECT rowid AS issue_id, -bm25(issue_words) AS score FROM issue_words WHERE issue_words MATCH ? LIMIT -1)"
      : "(SELECT 0 AS issue_id, 1 AS score WHERE ? = 0)";
  const query = `i.*, coalesce(s.score, 1) AS score, ${sortExpression} AS sorted
    FROM issues i JOIN repositories r ON r.id = i.repository_id LEFT JOIN pull_requests p ON p.issue_id = i.id
    LEFT JOIN ${scores} s ON s.issue_id = i.id
    WHERE ${filter.sql} ORDER BY sorted ${direction}, id ${direction}`;
  return queryPage(context.db, FoundIssue, query, [matches.join(" OR ") || 1, ...filter.values], pageRange);
}

const SEARCH_FIELDS = ["title", "body", "comments"] as const;
type SearchField = (typeof SEARCH_FIELDS)[number];

/** Returns the fields to search: those of `in:`, or all. */
function fieldsOf(term: SearchTerm): readonly SearchField[] {
  const requestedFields = new Set(
    qualifiersOf(term, "in").flatMap(({ values }) => values.map((value) => value.toLowerCase())),
  );
  const fields = SEARCH_FIELDS.filter((field) => requestedFields.has(field));
  return fields.length === 0 ? SEARCH_FIELDS : fields;
}

function sortOf(term: SearchTerm): SearchOrder | undefined {
  const [sort] = qualifiersOf(term, "sort");
  const [, by = "", direction] = /^(.+?)(?:-(asc|desc))?$/.exec(sort?.value.toLowerCase() ?? "") ?? [];
  return Object.hasOwn(SORT_EXPRESSIONS, by) ? { by, direction: direction === "asc" ? "asc" : "desc" } : undefined;
}

function qualifiersOf(term: SearchTerm, ...names: string[]): Qualifier[] {
  return [...termsOf(term)].flatMap(({ term: found, isNegated }) =>
    found.kind === "qualifier" && !isNegated && names.includes(found.name) ? [found] : [],
  );
}

/** Qualifiers that are combined with OR if repeated, since an issue has one author and one repository. */
const ALTERNATIVE_GROUPS: Readonly<Record<string, string>> = {
  repo: "scope",
  org: "scope",
  user: "scope",
  author: "author",
  involves: "involves",
  commenter: "commenter",
  mentions: "mentions",
  assignee: "assignee",
};

function compile(term: SearchTerm, fields: readonly SearchField[], search: SearchContext): Condition {
  switch (term.kind) {
    case "any":
      return anyOf(term.terms.map((inner) => compile(inner, fields, search)));
    case "not":
      return not(compile(term.term, fields, search));
    case "word":
      return containsText(term.text, fields);
    case "qualifier":
      return conditionOf(term, search) ?? containsText(`${term.name}:${term.value}`, fields);
    case "all": {
      const groups = new Map<SearchTerm | string, Condition[]>();
      for (const inner of term.terms) {
        const group = (inner.kind === "qualifier" && ALTERNATIVE_GROUPS[inner.name]) || inner;
        groups.set(group, [...(groups.get(group) ?? []), compile(inner, fields, search)]);
      }
      return allOf([...groups.values()].map(anyOf));
    }
  }
}

const hasLetters = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Returns a full-text expression that matches the words as a phrase in the given fields. */
function ftsMatch(text: string, fields: readonly SearchField[]): string {
  return `{${fields.join(" ")}} : "${text.replaceAll('"', " ")}"`;
}

function containsText(text: string, fields: readonly SearchField[]): Condition {
  // The full-text index doesn't contain punctuation.
  if (!hasLetters(text)) return ALWAYS;
  return condition("i.id IN (SELECT rowid FROM issue_words WHERE issue_words MATCH ?)", ftsMatch(text, fields));
}

/** @throws InvalidQueryError if the query names owners or repositories, and the caller can see none of them */
function checkScopes(term: SearchTerm, search: SearchContext): void {
  const scopes = qualifiersOf(term, "repo", "org", "user");
  if (scopes.length > 0 && scopes.every((scope) => conditionOf(scope, search)?.values.length === 0)) {
    throw new InvalidQueryError(
      "The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.",
    );
  }
}

/** Restricts private repositories to the types that the token has permission for. */
export function permittedByToken({ token }: Caller): Condition {
  if (!token || isScoped(token.kind)) return ALWAYS;
  const hasPermission = (permission: "issues" | "pull_requests") =>
    token.permissions[permission] === undefined ? 0 : 1;
  const sql = "r.private = 0 OR CASE WHEN p.id IS NULL THEN ? ELSE ? END";
  return condition(sql, hasPermission("issues"), hasPermission("pull_requests"));
}
