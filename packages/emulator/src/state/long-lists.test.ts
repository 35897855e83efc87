import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { visibleRepositories } from "../callers/visible.ts";
import { createAccount } from "./accounts.ts";
import { type Database, openDatabase } from "./database.ts";
import { deliveriesBefore, deliveriesFrom } from "./deliveries.ts";
import { gpgKeys } from "./gpg-keys.ts";
import { type RepositoryOrder, repositoriesGrantedTo, repositoriesOf } from "./repository-lists.ts";
import { SCHEMA } from "./schema.ts";
import { stargazersOf, starsOf } from "./stars.ts";
import { watchedBy, watchersOf } from "./subscriptions.ts";
import { addToken } from "./tokens.ts";

// Pages of long lists must be read along an index, without sorting or full table scans.

const NOW = "2026-01-01T00:00:00Z";
const sqlite = new DatabaseSync(":memory:");
sqlite.exec(SCHEMA);
const state = openDatabase(SCHEMA);
afterAll(() => {
  state.close();
  sqlite.close();
});

const ann = createAccount(state, { login: "ann", type: "User", created_at: NOW });
for (const login of ["acme", "globex"]) {
  const { id } = createAccount(state, { login, type: "Organization", created_at: NOW });
  state.run("INSERT INTO members VALUES (?, ?, 'member', 0)", id, ann.id);
}
const token = addToken(state, { token: "t", kind: "classic", user_id: ann.id, scopes: ["repo"], created_at: NOW });
const caller = { token, user: ann, app: undefined, bot: undefined };

/** Returns the steps of SQLite's query plan for the page that a list reads. */
function planStepsOf(read: (db: Database) => unknown): string[] {
  const queries: [sql: string, values: SQLInputValue[]][] = [];
  read({
    ...state,
    all: (row, sql, ...values) => {
      queries.push([sql, values]);
      return state.all(row, sql, ...values);
    },
  });
  const PlanStep = z.object({ detail: z.string() });
  const pages = queries.filter(([sql]) => sql.includes("LIMIT"));
  expect(pages).toHaveLength(1);
  return pages.flatMap(([sql, values]) =>
    z.parse(z.array(PlanStep), sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values)).map(({ detail }) => detail),
  );
}

const pageRange = { limit: 30, offset: 0 };
const visible = visibleRepositories(caller);
const everything = { sql: "TRUE", values: [] };
const grantedList = (order: RepositoryOrder) => (db: Database) =>
  repositoriesGrantedTo(db, ann.id, ["owner", "collaborator", "organization_member"], everything, order, pageRange);
const sorts = ["created", "updated", "pushed", "full_name"] as const;
const directions = ["asc", "desc"] as const;
const orders = sorts.flatMap((sort) => directions.map((direction) => ({ sort, direction })));

const deliveries = { hookId: 1, since: 0, succeeded: undefined };
const cursor = { delivered_at: 5, sequence: 5 };

const LISTS: readonly (readonly [name: string, read: (db: Database) => unknown])[] = [
  ["stargazers", (db) => stargazersOf(db, 1, pageRange)],
  ["watchers", (db) => watchersOf(db, 1, pageRange)],
  ["stars, newest", (db) => starsOf(db, ann.id, { sort: "created", direction: "desc" }, visible, pageRange)],
  ["stars, oldest", (db) => starsOf(db, ann.id, { sort: "created", direction: "asc" }, visible, pageRange)],
  ["watched repositories", (db) => watchedBy(db, ann.id, visible, pageRange)],
  ["keys", (db) => gpgKeys.page(db, { user_id: ann.id, primary_key_id: null }, "id", pageRange)],
  ...orders.map(
    (order) =>
      [
        `an organization's repositories, ${order.sort} ${order.direction}`,
        (db: Database) => repositoriesOf(db, 2, visible, order, pageRange),
      ] as const,
  ),
];

// Ignores scans of JSON arrays (`json_each`, `value`) and of the caller's teams (`above`), which are short.
test.each(LISTS)("reads an index for %s", (_name, read) => {
  const plan = planStepsOf(read);
  expect(plan.filter((step) => /TEMP B-TREE|^SCAN (?!json_each|value|above)/.test(step))).toEqual([]);
});

test.each<[name: string, read: (db: Database) => unknown]>([
  ["after a cursor", (db) => deliveriesFrom(db, deliveries, cursor, 30)],
  ["before a cursor", (db) => deliveriesBefore(db, deliveries, cursor, 30)],
  ["that succeeded", (db) => deliveriesFrom(db, { ...deliveries, succeeded: true }, cursor, 30)],
])("reads an index for deliveries %s", (_name, read) => {
  const plan = planStepsOf(read);
  expect(plan.filter((step) => /^SCAN (?!\(subquery)/.test(step))).toEqual([]);
  expect(plan.filter((step) => step.startsWith("SEARCH deliveries USING INDEX")).length).toBeGreaterThan(0);
});

test.each(orders)("sorts only individually granted repositories by $sort $direction", (order) => {
  const plan = planStepsOf(grantedList(order));
  const sorted = plan.filter((step) => step.includes("TEMP B-TREE FOR ORDER BY"));
  expect(sorted.length).toBeLessThanOrEqual(order.sort === "full_name" ? 0 : 1);
  expect(plan.filter((step) => /^SCAN (r|c|m)\b/.test(step))).toEqual([]);
});
