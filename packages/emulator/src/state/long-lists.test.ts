import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { visibleTo } from "../callers/visible.ts";
import { createAccount } from "./accounts.ts";
import { type Database, openDatabase } from "./database.ts";
import { deliveriesBefore, deliveriesFrom } from "./deliveries.ts";
import { gpgKeysOf } from "./gpg-keys.ts";
import { type RepositoryOrder, repositoriesGivenTo, repositoriesOf } from "./repository-lists.ts";
import { SCHEMA } from "./schema.ts";
import { stargazersOf, starsOf } from "./stars.ts";
import { watchedBy, watchersOf } from "./subscriptions.ts";
import { addToken } from "./tokens.ts";

// A page of a long list is read along an index: nothing is sorted, no table is read from end to end.

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
  state.run("INSERT INTO members VALUES (?, ?, 'member')", id, ann.id);
}
const token = addToken(state, { token: "t", kind: "classic", user_id: ann.id, scopes: ["repo"], created_at: NOW });
const caller = { token, user: ann, app: undefined };

/** What SQLite does for the pages that a list reads. */
function plansOf(read: (db: Database) => unknown): string[] {
  const queries: [sql: string, values: SQLInputValue[]][] = [];
  read({
    ...state,
    all: (row, sql, ...values) => {
      queries.push([sql, values]);
      return state.all(row, sql, ...values);
    },
  });
  const Step = z.object({ detail: z.string() });
  const pages = queries.filter(([sql]) => sql.includes("LIMIT"));
  expect(pages).toHaveLength(1);
  return pages.flatMap(([sql, values]) =>
    z.parse(z.array(Step), sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values)).map(({ detail }) => detail),
  );
}

const page = { limit: 30, offset: 0 };
const visible = visibleTo(caller);
const everything = { sql: "TRUE", values: [] };
const given = (order: RepositoryOrder) => (db: Database) =>
  repositoriesGivenTo(db, ann.id, ["owner", "collaborator", "organization_member"], everything, order, page);
const sorts = ["created", "updated", "pushed", "full_name"] as const;
const directions = ["asc", "desc"] as const;
const orders = sorts.flatMap((sort) => directions.map((direction) => ({ sort, direction })));

const deliveries = { hookId: 1, since: 0, succeeded: undefined };
const place = { delivered_at: 5, sequence: 5 };

const LISTS: readonly (readonly [name: string, read: (db: Database) => unknown])[] = [
  ["stargazers", (db) => stargazersOf(db, 1, page)],
  ["watchers", (db) => watchersOf(db, 1, page)],
  ["stars, newest", (db) => starsOf(db, ann.id, { sort: "created", direction: "desc" }, visible, page)],
  ["stars, oldest", (db) => starsOf(db, ann.id, { sort: "created", direction: "asc" }, visible, page)],
  ["what is watched", (db) => watchedBy(db, ann.id, visible, page)],
  ["keys", (db) => gpgKeysOf(db, ann.id, page)],
  ...orders.map(
    (order) =>
      [
        `an organization's repositories, ${order.sort} ${order.direction}`,
        (db: Database) => repositoriesOf(db, 2, visible, order, page),
      ] as const,
  ),
];

// What a caller names, and the teams that the caller is in, are few.
test.each(LISTS)("%s", (_name, read) => {
  const plan = plansOf(read);
  expect(plan.filter((step) => /TEMP B-TREE|^SCAN (?!json_each|value|above)/.test(step))).toEqual([]);
});

test.each<[name: string, read: (db: Database) => unknown]>([
  ["from a place on", (db) => deliveriesFrom(db, deliveries, place, 30)],
  ["up to a place", (db) => deliveriesBefore(db, deliveries, place, 30)],
  ["that went well", (db) => deliveriesFrom(db, { ...deliveries, succeeded: true }, place, 30)],
])("deliveries %s: what is sorted is a page at most", (_name, read) => {
  const plan = plansOf(read);
  expect(plan.filter((step) => /^SCAN (?!\(subquery)/.test(step))).toEqual([]);
  expect(plan.filter((step) => step.startsWith("SEARCH deliveries USING INDEX")).length).toBeGreaterThan(0);
});

test.each(orders)("somebody's repositories, $sort $direction: only those given one by one are sorted", (order) => {
  const plan = plansOf(given(order));
  const sorted = plan.filter((step) => step.includes("TEMP B-TREE FOR ORDER BY"));
  expect(sorted.length).toBeLessThanOrEqual(order.sort === "full_name" ? 0 : 1);
  expect(plan.filter((step) => /^SCAN (r|c|m)\b/.test(step))).toEqual([]);
});
