import type { Caller } from "../../callers/caller.ts";
import { visibleTo } from "../../callers/visible.ts";
import { ALWAYS, any, condition, not } from "../../search/conditions.ts";
import { parseQuery, type Qualifier, type Term } from "../../search/query.ts";
import { readNumberRange, readTimeRange } from "../../search/ranges.ts";
import { allOf, type Condition, literally, within } from "../../state/condition.ts";
import { type Database, type Part, readPart, type Window } from "../../state/database.ts";
import { Repository } from "../../state/repositories.ts";

// Searching for repositories (public documentation of that): conditions over a repository `r` and its stars `s`.

/** A query's conditions put together. @param leaf what a word or a qualifier comes to */
export function meaningOfTerm(
  term: Term,
  leaf: (leaf: Qualifier | Extract<Term, { kind: "word" }>) => Condition,
): Condition {
  switch (term.kind) {
    case "all":
      return allOf(term.terms.map((inner) => meaningOfTerm(inner, leaf)));
    case "any":
      return any(term.terms.map((inner) => meaningOfTerm(inner, leaf)));
    case "not":
      return not(meaningOfTerm(term.term, leaf));
    default:
      return leaf(term);
  }
}

const NEVER = condition("0");
const STARS = "coalesce(s.stars, 0)";

const byOwner = ({ value }: Qualifier) => condition("r.owner_id = (SELECT id FROM accounts WHERE login = ?)", value);

const IS: Readonly<Record<string, Condition>> = {
  ...{ public: condition("r.private = 0"), private: condition("r.private = 1") },
  ...{ archived: condition("r.archived = 1"), template: condition("json_extract(r.settings, '$.is_template')") },
  ...{ fork: condition("r.parent_id IS NOT NULL"), source: condition("r.parent_id IS NULL") },
};

const yesOrNo =
  (sql: string) =>
  ({ value }: Qualifier) =>
    value === "true" || value === "only" ? condition(sql) : value === "false" ? not(condition(sql)) : NEVER;

const numbers =
  (sql: string) =>
  ({ value }: Qualifier) => {
    const range = readNumberRange(value);
    return range ? within(sql, range) : NEVER;
  };

const times =
  (sql: string) =>
  ({ value }: Qualifier) => {
    const range = readTimeRange(value);
    return range ? within(sql, range) : NEVER;
  };

const MEANINGS: Readonly<Record<string, (qualifier: Qualifier) => Condition>> = {
  ...{ user: byOwner, org: byOwner },
  repo: ({ value }) => {
    const [owner = "", name = ""] = value.split("/");
    return condition("r.name = ? AND r.owner_id = (SELECT id FROM accounts WHERE login = ?)", name, owner);
  },
  is: ({ value }) => (Object.hasOwn(IS, value.toLowerCase()) ? IS[value.toLowerCase()] : undefined) ?? NEVER,
  language: ({ value }) => condition("lower(r.language) IS lower(?)", value),
  license: ({ value }) => condition("lower(r.license) IS lower(?)", value),
  topic: ({ value }) => condition("EXISTS (SELECT 1 FROM json_each(r.topics) t WHERE t.value = lower(?))", value),
  topics: numbers("json_array_length(r.topics)"),
  archived: yesOrNo("r.archived = 1"),
  template: yesOrNo("json_extract(r.settings, '$.is_template')"),
  // Forks are found along with everything else.
  fork: (qualifier) => (qualifier.value === "true" ? ALWAYS : yesOrNo("r.parent_id IS NOT NULL")(qualifier)),
  stars: numbers(STARS),
  size: numbers("r.size"),
  created: times("r.created_at"),
  pushed: times("r.pushed_at"),
};

const isQualifier = (name: string) => Object.hasOwn(MEANINGS, name);

/** A word in what a repository is called or said to be about. */
function containing(text: string): Condition {
  const pattern = `%${literally(text)}%`;
  const fields = ["r.name", "r.description", "r.topics", "a.login || '/' || r.name"];
  return any(fields.map((field) => condition(`${field} LIKE ? ESCAPE '\\'`, pattern)));
}

/** What comes first. Without another wish: what is called like that, then what has the most stars. */
export const REPOSITORY_ORDERS = {
  "": "r.name = w.wanted DESC, s.stars DESC, r.id",
  stars: "s.stars DESC, r.id",
  updated: "r.pushed_at DESC, r.id",
} as const;

export type RepositorySort = keyof typeof REPOSITORY_ORDERS;

/** Finds repositories that the caller may see. */
export function findRepositories(
  db: Database,
  caller: Caller,
  text: string,
  sort: RepositorySort,
  window: Window,
): Part<Repository> {
  const { term } = parseQuery(text, isQualifier);
  const wanted = allOf([
    visibleTo(caller),
    meaningOfTerm(term, (leaf) =>
      leaf.kind === "word" ? containing(leaf.text) : (MEANINGS[leaf.name]?.(leaf) ?? NEVER),
    ),
  ]);
  const query = `r.* FROM repositories r JOIN accounts a ON a.id = r.owner_id JOIN (SELECT ? AS wanted) w
    LEFT JOIN star_counts s ON s.repository_id = r.id WHERE ${wanted.sql} ORDER BY ${REPOSITORY_ORDERS[sort]}`;
  return readPart(db, Repository, query, [text.trim(), ...wanted.values], window);
}
