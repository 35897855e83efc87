import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { sqliteStore } from "./sqlite-store.ts";
import { storeContract } from "./store-contract.fixture.ts";

const DAY = 24 * 60 * 60_000;

afterEach(() => vi.useRealTimers());

/** Returns a file that is deleted after the test. */
function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "deliveries.db");
}

storeContract(() => sqliteStore(":memory:"));

test("shares its records between connections, and keeps them after these are closed", () => {
  const path = newFile();
  const first = sqliteStore(path);
  first.claim("one", "a", 1000);
  first.complete("one");
  first.claim("two", "a", 1000);
  const second = sqliteStore(path);
  expect(second.claim("one", "b", 1000)).toBe("handled");
  expect(second.claim("two", "b", 1000)).toBe("busy");
  first.close();
  first.close();
  expect(() => first.claim("three", "a", 1000)).toThrow("finalized");
  second.close();
  const third = sqliteStore(path);
  expect(third.claim("one", "c", 1000)).toBe("handled");
  third.close();
});

test("leaves other tables of a given connection alone and does not close it", () => {
  const sqlite = new DatabaseSync(":memory:", { returnArrays: true, readBigInts: true });
  sqlite.exec("CREATE TABLE deliveries (mine TEXT)");
  const store = sqliteStore(sqlite);
  const other = sqliteStore(sqlite, { prefix: "other_" });
  expect(store.claim("one", "a", 1000)).toBe("claimed");
  expect(store.claim("one", "b", 1000)).toBe("busy");
  expect(other.claim("one", "b", 1000)).toBe("claimed");
  store.close();
  other.complete("one");
  expect(other.claim("one", "b", 1000)).toBe("handled");
  expect(sqlite.prepare("SELECT count(*) FROM deliveries").get()).toEqual([0n]);
  sqlite.close();
});

test("forgets handled deliveries after the retention period and deletes their rows", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
  const sqlite = new DatabaseSync(":memory:");
  const store = sqliteStore(sqlite);
  const rows = () => sqlite.prepare("SELECT guid FROM forgehand_deliveries ORDER BY guid").all();
  store.claim("handled", "a", 1000);
  store.complete("handled");
  store.claim("never ended", "a", 1000);
  vi.setSystemTime(Date.now() + 8 * DAY - 1);
  expect(store.claim("handled", "b", 1000)).toBe("handled");
  expect(rows()).toEqual([{ guid: "handled" }]);
  vi.setSystemTime(Date.now() + 1);
  expect(store.claim("handled", "b", 1000)).toBe("claimed");
  store.complete("handled");
  vi.setSystemTime(Date.now() + 8 * DAY);
  store.claim("new", "b", 1000);
  expect(rows()).toEqual([{ guid: "new" }]);
  const short = sqliteStore(sqlite, { retention: 1, prefix: "short_" });
  short.complete("one");
  expect(short.claim("one", "a", 1)).toBe("handled");
  vi.setSystemTime(Date.now() + 1);
  expect(short.claim("one", "a", 1)).toBe("claimed");
});

test("lets one of several racing processes claim a delivery", async () => {
  const [path, racers] = [newFile(), pickSize(2, 3)];
  const guids = Array.from({ length: pickSize(100, 300) }, (_, index) => `guid-${index}`);
  const racer = fileURLToPath(new URL("./sqlite-racer.fixture.ts", import.meta.url));
  const children = Array.from({ length: racers }, (_, index) =>
    fork(racer, [path, String(index)], { execArgv: ["--disable-warning=ExperimentalWarning"] }),
  );
  onTestFinished(() => {
    for (const child of children) child.kill();
  });
  await Promise.all(children.map((child) => once(child, "message")));
  // Concurrently, on a file that no process has opened yet.
  for (const child of children) child.send(guids);
  const replies = await Promise.all(children.map((child) => once(child, "message")));
  const won = replies.flatMap(([message]) => message);
  expect(won.toSorted()).toEqual(guids.toSorted());
});

test.each([
  [{ retention: 0 }, "retention must be a whole number of milliseconds"],
  [{ prefix: "a; DROP TABLE b" }, "prefix must contain only letters"],
  [{ prefix: "" }, "prefix must contain only letters"],
])("rejects invalid options: %o", (options, message) => {
  expect(() => sqliteStore(":memory:", options)).toThrow(message);
});

test("rejects an unknown option", () => {
  // @ts-expect-error: it is called retention
  expect(() => sqliteStore(":memory:", { retentoin: 1 })).toThrow(
    "retentoin is not an option; the options are retention, prefix",
  );
  expect(() => Reflect.apply(sqliteStore, undefined, [":memory:", null])).toThrow("options must be an object");
});

test.each([undefined, null, "", 5, {}])("rejects an invalid database: %j", (database) => {
  expect(() => Reflect.apply(sqliteStore, undefined, [database])).toThrow(
    "database must be a file path or an open DatabaseSync",
  );
});

test("names a file that can't be opened", () => {
  const path = join(newFile(), "no", "folder.db");
  expect(() => sqliteStore(path)).toThrow(`database can't be opened: ${path}: unable to open database file.`);
});
