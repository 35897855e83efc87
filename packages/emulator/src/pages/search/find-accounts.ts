import { anyOf, condition } from "../../search/qualifier-conditions.ts";
import { parseQuery, type Qualifier } from "../../search/query.ts";
import { type Account, accounts } from "../../state/accounts.ts";
import { type Condition, escapeLike } from "../../state/condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "../../state/database.ts";
import { termCondition } from "./find-repositories.ts";

// Account search, as in GitHub's documentation of searching users. Conditions apply to an account `a`.

const QUALIFIERS: Readonly<Record<string, (qualifier: Qualifier) => Condition>> = {
  type: ({ value }) => condition("a.type = ?", value.toLowerCase() === "org" ? "Organization" : "User"),
  user: ({ value }) => condition("a.login = ?", value),
  org: ({ value }) => condition("a.login = ? AND a.type = 'Organization'", value),
  location: ({ value }) => condition("a.location LIKE ? ESCAPE '\\'", `%${escapeLike(value)}%`),
};

const isQualifier = (name: string) => Object.hasOwn(QUALIFIERS, name);

function textCondition(text: string): Condition {
  const pattern = `%${escapeLike(text)}%`;
  return anyOf(["a.login", "a.name", "a.email"].map((field) => condition(`${field} LIKE ? ESCAPE '\\'`, pattern)));
}

/** Finds users and organizations. An exact login comes first. */
export function findAccounts(db: Database, text: string, window: PageRange): RowPage<Account> {
  const { term } = parseQuery(text, isQualifier);
  const { sql, values } = termCondition(term, (leaf) =>
    leaf.kind === "word" ? textCondition(leaf.text) : (QUALIFIERS[leaf.name]?.(leaf) ?? condition("0")),
  );
  const query = `a.* FROM accounts a JOIN (SELECT ? AS wanted) w WHERE ${sql} ORDER BY a.login = w.wanted DESC, a.login`;
  return queryPage(db, accounts, query, [text.trim(), ...values], window);
}

/** Finds users whose login or name contains a text, sorted by login. */
export function findUsers(db: Database, text: string, window: PageRange): RowPage<Account> {
  const pattern = `%${escapeLike(text.trim())}%`;
  const query = `a.* FROM accounts a WHERE a.type = 'User' AND (a.login LIKE ? ESCAPE '\\' OR a.name LIKE ? ESCAPE '\\')
    ORDER BY a.login`;
  return queryPage(db, accounts, query, [pattern, pattern], window);
}
