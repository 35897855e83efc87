import { type Account, accounts } from "../state/accounts.ts";
import { type Condition, escapeLike, within } from "../state/condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "../state/database.ts";
import { ALWAYS, anyOf, condition } from "./qualifier-conditions.ts";
import { type Qualifier, type SearchQuery, type SearchTerm, termsOf, wordsOf } from "./query.ts";
import { parseNumberRange, parseTimeRange } from "./ranges.ts";
import { NEVER, termCondition } from "./term-condition.ts";

// Account search, as in GitHub's documentation of searching users. Conditions apply to an account `a`.

const PUBLIC_REPOSITORIES = "(SELECT count(*) FROM repositories r WHERE r.owner_id = a.id AND r.private = 0)";

const numberQualifier =
  (sql: string) =>
  ({ value }: Qualifier) => {
    const range = parseNumberRange(value);
    return range ? within(sql, range) : NEVER;
  };

const containing = (field: string, text: string) => condition(`${field} LIKE ? ESCAPE '\\'`, `%${escapeLike(text)}%`);

const QUALIFIERS: Readonly<Record<string, (qualifier: Qualifier) => Condition>> = {
  type: ({ value }) => condition("a.type = ?", value.toLowerCase() === "org" ? "Organization" : "User"),
  user: ({ value }) => condition("a.login = ?", value),
  org: ({ value }) => condition("a.login = ? AND a.type = 'Organization'", value),
  location: ({ value }) => containing("a.location", value),
  fullname: ({ value }) => containing("a.name", value),
  repos: numberQualifier(PUBLIC_REPOSITORIES),
  followers: numberQualifier("a.followers"),
  created: ({ value }) => {
    const range = parseTimeRange(value);
    return range ? within("a.created_at", range) : NEVER;
  },
  language: ({ value }) =>
    condition(
      `lower(?) = (SELECT lower(r.language) FROM repositories r WHERE r.owner_id = a.id AND r.private = 0
         AND r.language IS NOT NULL GROUP BY r.language ORDER BY count(*) DESC, r.language LIMIT 1)`,
      value,
    ),
  // Applies to the words of the query.
  in: () => ALWAYS,
};

export const isAccountQualifier = (name: string) => Object.hasOwn(QUALIFIERS, name);

const TEXT_FIELDS: Readonly<Record<string, string>> = { login: "a.login", name: "a.name", email: "a.email" };

/** Returns the fields that a query's words are searched in: those of `in:`, or all. */
function textFieldsOf(term: SearchTerm): readonly string[] {
  const names = [...termsOf(term)].flatMap(({ term: found }) =>
    found.kind === "qualifier" && found.name === "in" ? found.values : [],
  );
  return names.length === 0
    ? Object.values(TEXT_FIELDS)
    : names.flatMap((name) => TEXT_FIELDS[name.toLowerCase()] ?? []);
}

/** Sort order by which an exact login comes first. */
export const EXACT_LOGIN_FIRST = "a.login = w.wanted DESC, a.login";

/** SQL expressions that results of the API can be sorted by. */
export const ACCOUNT_SORTS: Readonly<Record<string, string>> = {
  followers: "a.followers",
  repositories: PUBLIC_REPOSITORIES,
  joined: "a.created_at",
};

/** Finds users and organizations. */
export function findAccounts(
  db: Database,
  { term }: Pick<SearchQuery, "term">,
  window: PageRange,
  orderBy: string = EXACT_LOGIN_FIRST,
): RowPage<Account> {
  const fields = textFieldsOf(term);
  const { sql, values } = termCondition(term, (leaf) =>
    leaf.kind === "word"
      ? anyOf(fields.map((field) => containing(field, leaf.text)))
      : (QUALIFIERS[leaf.name]?.(leaf) ?? NEVER),
  );
  const query = `a.* FROM accounts a JOIN (SELECT ? AS wanted) w WHERE a.type <> 'Bot' AND ${sql} ORDER BY ${orderBy}`;
  return queryPage(db, accounts, query, [wordsOf(term).join(" "), ...values], window);
}

/** Finds users whose login or name contains a text, sorted by login. */
export function findUsers(db: Database, text: string, window: PageRange): RowPage<Account> {
  const pattern = `%${escapeLike(text.trim())}%`;
  const query = `a.* FROM accounts a WHERE a.type = 'User' AND (a.login LIKE ? ESCAPE '\\' OR a.name LIKE ? ESCAPE '\\')
    ORDER BY a.login`;
  return queryPage(db, accounts, query, [pattern, pattern], window);
}
