import type { Caller } from "../callers/caller.ts";
import { visibleRepositories } from "../callers/visible.ts";
import { allOf, type Condition, escapeLike, within } from "../state/condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "../state/database.ts";
import { type Repository, repositories } from "../state/repositories.ts";
import { ALWAYS, anyOf, condition, not } from "./qualifier-conditions.ts";
import { type Qualifier, type SearchQuery, type SearchTerm, termsOf, wordsOf } from "./query.ts";
import { parseNumberRange, parseTimeRange } from "./ranges.ts";
import { NEVER, termCondition } from "./term-condition.ts";

// Repository search, as in GitHub's documentation of searching repositories. Conditions apply to a repository `r` and
// its stars `s`.

const STARS = "coalesce(s.stars, 0)";

const byOwner = ({ value }: Qualifier) => condition("r.owner_id = (SELECT id FROM accounts WHERE login = ?)", value);

const IS_CONDITIONS: Readonly<Record<string, Condition>> = {
  public: condition("r.private = 0"),
  private: condition("r.private = 1 AND r.internal = 0"),
  internal: condition("r.internal = 1"),
  archived: condition("r.archived = 1"),
  template: condition("json_extract(r.settings, '$.is_template')"),
  fork: condition("r.parent_id IS NOT NULL"),
  source: condition("r.parent_id IS NULL"),
};

const FORKS = "(SELECT count(*) FROM repositories f WHERE f.parent_id = r.id)";
const WATCHERS = "coalesce((SELECT n.watchers FROM watcher_counts n WHERE n.repository_id = r.id), 0)";

/** SQL expression for the number of open issues with a label. */
const openIssuesWith = (label: string) => `(SELECT count(*) FROM issues i JOIN issue_labels n ON n.issue_id = i.id
  JOIN labels l ON l.id = n.label_id WHERE i.repository_id = r.id AND i.state = 'open' AND i.deleted_at IS NULL
  AND i.moved_number IS NULL AND lower(l.name) = '${label}')`;
const HELP_WANTED = openIssuesWith("help wanted");

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
  forks: numberQualifier(FORKS),
  followers: numberQualifier(WATCHERS),
  "help-wanted-issues": numberQualifier(HELP_WANTED),
  "good-first-issues": numberQualifier(openIssuesWith("good first issue")),
  // The emulator has no mirrors.
  mirror: ({ value }) => (value === "false" ? ALWAYS : NEVER),
  size: numberQualifier("r.size"),
  created: timeQualifier("r.created_at"),
  pushed: timeQualifier("r.pushed_at"),
  // Applies to the words of the query.
  in: () => ALWAYS,
};

export const isRepositoryQualifier = (name: string) => Object.hasOwn(QUALIFIERS, name);

const FULL_NAME = "a.login || '/' || r.name";
const TEXT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  name: ["r.name"],
  description: ["r.description"],
  topics: ["r.topics"],
  // The text of the README file is not searched.
  readme: [],
};
const DEFAULT_TEXT_FIELDS = ["r.name", "r.description", "r.topics", FULL_NAME];

/** Returns the fields that a query's words are searched in: those of `in:`, or all. */
function textFieldsOf(term: SearchTerm): readonly string[] {
  const names = [...termsOf(term)].flatMap(({ term: found }) =>
    found.kind === "qualifier" && found.name === "in" ? found.values : [],
  );
  return names.length === 0 ? DEFAULT_TEXT_FIELDS : names.flatMap((name) => TEXT_FIELDS[name.toLowerCase()] ?? []);
}

function textCondition(fields: readonly string[], text: string): Condition {
  const pattern = `%${escapeLike(text)}%`;
  return anyOf(fields.map((field) => condition(`${field} LIKE ? ESCAPE '\\'`, pattern)));
}

/** Sort orders of pages. By default, an exact name comes first, then the most stars. */
export const REPOSITORY_ORDERS = {
  "": "r.name = w.wanted DESC, s.stars DESC, r.id",
  stars: "s.stars DESC, r.id",
  updated: "r.pushed_at DESC, r.id",
} as const;

export type RepositorySort = keyof typeof REPOSITORY_ORDERS;

/** SQL expressions that results of the API can be sorted by. */
export const REPOSITORY_SORTS: Readonly<Record<string, string>> = {
  stars: STARS,
  forks: FORKS,
  "help-wanted-issues": HELP_WANTED,
  updated: "r.pushed_at",
};

/**
 * Finds repositories that the caller can see.
 * @param orderBy SQL that sorts the results, such as one of `REPOSITORY_ORDERS`
 */
export function findRepositories(
  db: Database,
  caller: Caller,
  { term }: Pick<SearchQuery, "term">,
  orderBy: string,
  window: PageRange,
): RowPage<Repository> {
  const fields = textFieldsOf(term);
  const combined = allOf([
    visibleRepositories(caller),
    termCondition(term, (leaf) =>
      leaf.kind === "word" ? textCondition(fields, leaf.text) : (QUALIFIERS[leaf.name]?.(leaf) ?? NEVER),
    ),
  ]);
  const query = `r.* FROM repositories r JOIN accounts a ON a.id = r.owner_id JOIN (SELECT ? AS wanted) w
    LEFT JOIN star_counts s ON s.repository_id = r.id WHERE ${combined.sql} ORDER BY ${orderBy}`;
  return queryPage(db, repositories, query, [wordsOf(term).join(" "), ...combined.values], window);
}
