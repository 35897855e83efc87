import type { Caller } from "../../callers/caller.ts";
import { visibleRepositories } from "../../callers/visible.ts";
import { ALWAYS, anyOf, condition, not } from "../../search/qualifier-conditions.ts";
import { parseQuery, type Qualifier, type SearchTerm } from "../../search/query.ts";
import { parseNumberRange, parseTimeRange } from "../../search/ranges.ts";
import { allOf, type Condition, escapeLike, within } from "../../state/condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "../../state/database.ts";
import { type Repository, repositories } from "../../state/repositories.ts";

// Repository search, as in GitHub's documentation of searching repositories. Conditions apply to a repository `r` and
// its stars `s`.

/**
 * Combines the conditions of a query.
 * @param leaf returns the condition of a word or a qualifier
 */
export function termCondition(
  term: SearchTerm,
  leaf: (leaf: Qualifier | Extract<SearchTerm, { kind: "word" }>) => Condition,
): Condition {
  switch (term.kind) {
    case "all":
      return allOf(term.terms.map((inner) => termCondition(inner, leaf)));
    case "any":
      return anyOf(term.terms.map((inner) => termCondition(inner, leaf)));
    case "not":
      return not(termCondition(term.term, leaf));
    default:
      return leaf(term);
  }
}

const NEVER = condition("0");
const STARS = "coalesce(s.stars, 0)";

const byOwner = ({ value }: Qualifier) => condition("r.owner_id = (SELECT id FROM accounts WHERE login = ?)", value);

const IS_CONDITIONS: Readonly<Record<string, Condition>> = {
  public: condition("r.private = 0"),
  private: condition("r.private = 1"),
  archived: condition("r.archived = 1"),
  template: condition("json_extract(r.settings, '$.is_template')"),
  fork: condition("r.parent_id IS NOT NULL"),
  source: condition("r.parent_id IS NULL"),
};

const booleanQualifier =
  (sql: string) =>
  ({ value }: Qualifier) =>
    value === "true" || value === "only" ? condition(sql) : value === "false" ? not(condition(sql)) : NEVER;

const numberQualifier =
  (sql: string) =>
  ({ value }: Qualifier) => {
    const range = parseNumberRange(value);
    return range ? within(sql, range) : NEVER;
  };

const timeQualifier =
  (sql: string) =>
  ({ value }: Qualifier) => {
    const range = parseTimeRange(value);
    return range ? within(sql, range) : NEVER;
  };

const QUALIFIERS: Readonly<Record<string, (qualifier: Qualifier) => Condition>> = {
  user: byOwner,
  org: byOwner,
  repo: ({ value }) => {
    const [owner = "", name = ""] = value.split("/");
    return condition("r.name = ? AND r.owner_id = (SELECT id FROM accounts WHERE login = ?)", name, owner);
  },
  is: ({ value }) =>
    (Object.hasOwn(IS_CONDITIONS, value.toLowerCase()) ? IS_CONDITIONS[value.toLowerCase()] : undefined) ?? NEVER,
  language: ({ value }) => condition("lower(r.language) IS lower(?)", value),
  license: ({ value }) => condition("lower(r.license) IS lower(?)", value),
  topic: ({ value }) => condition("EXISTS (SELECT 1 FROM json_each(r.topics) t WHERE t.value = lower(?))", value),
  topics: numberQualifier("json_array_length(r.topics)"),
  archived: booleanQualifier("r.archived = 1"),
  template: booleanQualifier("json_extract(r.settings, '$.is_template')"),
  // Forks are always included in the results.
  fork: (qualifier) => (qualifier.value === "true" ? ALWAYS : booleanQualifier("r.parent_id IS NOT NULL")(qualifier)),
  stars: numberQualifier(STARS),
  size: numberQualifier("r.size"),
  created: timeQualifier("r.created_at"),
  pushed: timeQualifier("r.pushed_at"),
};

const isQualifier = (name: string) => Object.hasOwn(QUALIFIERS, name);

/** Matches a word in the name, full name, description or topics. */
function textCondition(text: string): Condition {
  const pattern = `%${escapeLike(text)}%`;
  const fields = ["r.name", "r.description", "r.topics", "a.login || '/' || r.name"];
  return anyOf(fields.map((field) => condition(`${field} LIKE ? ESCAPE '\\'`, pattern)));
}

/** Sort orders. By default, an exact name comes first, then the most stars. */
export const REPOSITORY_ORDERS = {
  "": "r.name = w.wanted DESC, s.stars DESC, r.id",
  stars: "s.stars DESC, r.id",
  updated: "r.pushed_at DESC, r.id",
} as const;

export type RepositorySort = keyof typeof REPOSITORY_ORDERS;

/** Finds repositories that the caller can see. */
export function findRepositories(
  db: Database,
  caller: Caller,
  text: string,
  sort: RepositorySort,
  window: PageRange,
): RowPage<Repository> {
  const { term } = parseQuery(text, isQualifier);
  const combined = allOf([
    visibleRepositories(caller),
    termCondition(term, (leaf) =>
      leaf.kind === "word" ? textCondition(leaf.text) : (QUALIFIERS[leaf.name]?.(leaf) ?? NEVER),
    ),
  ]);
  const query = `r.* FROM repositories r JOIN accounts a ON a.id = r.owner_id JOIN (SELECT ? AS wanted) w
    LEFT JOIN star_counts s ON s.repository_id = r.id WHERE ${combined.sql} ORDER BY ${REPOSITORY_ORDERS[sort]}`;
  return queryPage(db, repositories, query, [text.trim(), ...combined.values], window);
}
