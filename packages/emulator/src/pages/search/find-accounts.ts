import { any, condition } from "../../search/conditions.ts";
import { parseQuery, type Qualifier } from "../../search/query.ts";
import { Account } from "../../state/accounts.ts";
import { type Condition, literally } from "../../state/condition.ts";
import { type Database, type Part, readPart, type Window } from "../../state/database.ts";
import { meaningOfTerm } from "./find-repositories.ts";

// Searching for users and organizations (public documentation of that): conditions over an account `a`.

const MEANINGS: Readonly<Record<string, (qualifier: Qualifier) => Condition>> = {
  type: ({ value }) => condition("a.type = ?", value.toLowerCase() === "org" ? "Organization" : "User"),
  user: ({ value }) => condition("a.login = ?", value),
  org: ({ value }) => condition("a.login = ? AND a.type = 'Organization'", value),
  location: ({ value }) => condition("a.location LIKE ? ESCAPE '\\'", `%${literally(value)}%`),
};

const isQualifier = (name: string) => Object.hasOwn(MEANINGS, name);

function containing(text: string): Condition {
  const pattern = `%${literally(text)}%`;
  return any(["a.login", "a.name", "a.email"].map((field) => condition(`${field} LIKE ? ESCAPE '\\'`, pattern)));
}

/** Finds users and organizations: first who is called just like that. */
export function findAccounts(db: Database, text: string, window: Window): Part<Account> {
  const { term } = parseQuery(text, isQualifier);
  const { sql, values } = meaningOfTerm(term, (leaf) =>
    leaf.kind === "word" ? containing(leaf.text) : (MEANINGS[leaf.name]?.(leaf) ?? condition("0")),
  );
  const query = `a.* FROM accounts a JOIN (SELECT ? AS wanted) w WHERE ${sql} ORDER BY a.login = w.wanted DESC, a.login`;
  return readPart(db, Account, query, [text.trim(), ...values], window);
}

/** Users whose login or name has a text in it, by login. */
export function findUsers(db: Database, text: string, window: Window): Part<Account> {
  const pattern = `%${literally(text.trim())}%`;
  const query = `a.* FROM accounts a WHERE a.type = 'User' AND (a.login LIKE ? ESCAPE '\\' OR a.name LIKE ? ESCAPE '\\')
    ORDER BY a.login`;
  return readPart(db, Account, query, [pattern, pattern], window);
}
