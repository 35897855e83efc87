import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { race, startRacers } from "../../../../test/racers.ts";
import { pickSize } from "../../../../test/test-size.ts";
import {
  HANDLED,
  HANDLED_BEFORE,
  isSettled,
  pingReceiver,
  STORE_UNAVAILABLE,
  sendPing,
  settle,
} from "./receiver.fixture.ts";
import { sqliteStore } from "./sqlite-store.ts";
import { storeContract } from "./store-contract.fixture.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const LEASE = 15 * 60_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Returns a file that is deleted after the test. */
function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "deliveries.db");
}

/** A database whose clock is `Date`, which tests replace. */
function databaseWithClock(): DatabaseSync {
  const sqlite = new DatabaseSync(":memory:");
  sqlite.function("unixepoch", { varargs: true }, () => Date.now() / 1000);
  return sqlite;
}

storeContract(() => sqliteStore(databaseWithClock()));

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
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.UTC(2026, 0, 1) });
  const sqlite = databaseWithClock();
  const store = sqliteStore(sqlite);
  const rows = () => sqlite.prepare("SELECT guid FROM forgehand_deliveries ORDER BY guid").all();
  store.claim("handled", "a", 1000);
  store.complete("handled");
  store.claim("never ended", "a", 1000);
  vi.advanceTimersByTime(8 * DAY - 1);
  expect(store.claim("handled", "b", 1000)).toBe("handled");
  expect(rows()).toEqual([{ guid: "handled" }]);
  vi.advanceTimersByTime(1);
  expect(store.claim("handled", "b", 1000)).toBe("claimed");
  store.complete("handled");
  vi.advanceTimersByTime(8 * DAY);
  store.claim("new", "b", 1000);
  expect(rows()).toEqual([{ guid: "new" }]);
  const short = sqliteStore(sqlite, { retention: 1, prefix: "short_" });
  short.complete("one");
  expect(short.claim("one", "a", 1)).toBe("handled");
  vi.advanceTimersByTime(1);
  expect(short.claim("one", "a", 1)).toBe("claimed");
});

test("uses the database's clock, with milliseconds", async () => {
  const store = sqliteStore(newFile());
  const before = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  expect(store.claim("one", "a", 200)).toBe("claimed");
  expect(store.claim("one", "b", 200)).toBe("busy");
  vi.useRealTimers();
  await vi.waitFor(() => expect(store.claim("one", "b", 200)).toBe("claimed"), { interval: 5, timeout: 30_000 });
  expect(Date.now() - before).toBeGreaterThanOrEqual(199);
  store.close();
});

test("does not extend a lease by the time by which the clock is set back", () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.UTC(2026, 0, 1) });
  for (const steps of [[-HOUR], [-HOUR, -DAY], [-1000, -HOUR, 500, -HOUR]]) {
    const store = sqliteStore(databaseWithClock());
    store.claim("handled", "a", LEASE);
    store.complete("handled");
    store.claim("one", "a", LEASE);
    for (const step of steps) {
      vi.setSystemTime(Date.now() + step);
      expect(store.claim("one", "b", LEASE)).toBe("busy");
    }
    vi.advanceTimersByTime(LEASE - 1);
    expect(store.claim("one", "b", LEASE)).toBe("busy");
    vi.advanceTimersByTime(1);
    expect(store.claim("one", "b", LEASE)).toBe("claimed");
    expect(store.claim("handled", "b", LEASE)).toBe("handled");
  }
});

describe("a file that another connection has locked", () => {
  /** Starts a lock, and returns a function that ends it. */
  function lock(path: string, begin = "BEGIN IMMEDIATE"): () => void {
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    other.exec(begin);
    return () => other.exec("ROLLBACK");
  }

  /** A store in a new file. */
  function openStore() {
    const path = newFile();
    const store = sqliteStore(path);
    onTestFinished(() => store.close());
    const rows = () => {
      const reader = new DatabaseSync(path, { readOnly: true });
      const guids = reader.prepare("SELECT guid FROM forgehand_deliveries ORDER BY guid").all();
      reader.close();
      return guids.map(({ guid }) => guid);
    };
    return { path, store, rows };
  }

  const useFakeClock = () => vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });

  test.each([100, 2000])("delays deliveries without blocking the process, for a lock of %d ms", async (duration) => {
    useFakeClock();
    const { path, store } = openStore();
    const handle = vi.fn();
    const receiver = pingReceiver(handle, { store, storeTimeout: 5000, concurrency: 2 });
    const unlock = lock(path);
    const responses = Promise.all(["one", "two", "three", "one"].map((guid) => sendPing(receiver, guid)));
    await settle();
    await vi.advanceTimersByTimeAsync(duration);
    expect(await isSettled(responses)).toBe(false);
    unlock();
    // The longest delay between two attempts.
    await vi.advanceTimersByTimeAsync(100);
    expect((await responses).map(([status]) => status).toSorted()).toEqual([200, 200, 200, 409]);
    expect(handle).toHaveBeenCalledTimes(3);
    expect(await sendPing(receiver, "one")).toEqual(HANDLED_BEFORE);
  });

  test("gives up after storeTimeout; the claim doesn't take effect later", async () => {
    useFakeClock();
    const { path, store, rows } = openStore();
    const handle = vi.fn();
    const receiver = pingReceiver(handle, { store, storeTimeout: 500 });
    const unlock = lock(path);
    const response = sendPing(receiver, "one");
    await settle();
    await vi.advanceTimersByTimeAsync(499);
    expect(await isSettled(response)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await response).toEqual(STORE_UNAVAILABLE);
    // The attempt to release it, too.
    await vi.advanceTimersByTimeAsync(500);
    expect(vi.getTimerCount()).toBe(0);
    unlock();
    await vi.advanceTimersByTimeAsync(60_000);
    await settle();
    expect([rows(), handle.mock.calls]).toEqual([[], []]);
    expect(await sendPing(receiver, "one")).toEqual(HANDLED);
  });

  test("delays the record of a handled delivery", async () => {
    useFakeClock();
    const { path, store } = openStore();
    let unlock = () => {};
    const receiver = pingReceiver(
      () => {
        unlock = lock(path);
      },
      { store },
    );
    const response = sendPing(receiver, "one");
    await settle();
    expect(await isSettled(response)).toBe(false);
    unlock();
    await vi.advanceTimersByTimeAsync(100);
    expect(await response).toEqual(HANDLED);
    expect(store.claim("one", "b", LEASE)).toBe("handled");
  });

  test("keeps the order of calls, and skips those that are given up", async () => {
    useFakeClock();
    const { path, store, rows } = openStore();
    const unlock = lock(path);
    const controller = new AbortController();
    const outcomes: unknown[] = [];
    const record = (outcome: unknown) => outcomes.push(outcome);
    const calls = [
      Promise.resolve(store.claim("one", "a", LEASE)).then(record),
      Promise.resolve(store.claim("skipped", "a", LEASE, controller.signal)).catch(record),
      Promise.resolve(store.claim("one", "b", LEASE)).then(record),
      Promise.resolve(store.release("one", "a")).then(() => record("released")),
      Promise.resolve(store.claim("one", "b", LEASE)).then(record),
      Promise.resolve(store.complete("one")).then(() => record("completed")),
    ];
    const reason = new Error("given up");
    controller.abort(reason);
    await vi.advanceTimersByTimeAsync(1000);
    expect(outcomes).toEqual([reason]);
    unlock();
    await vi.advanceTimersByTimeAsync(100);
    await Promise.all(calls);
    expect(outcomes).toEqual([reason, "claimed", "busy", "released", "claimed", "completed"]);
    expect(rows()).toEqual(["one"]);
  });

  test("makes few attempts, for any number of calls", async () => {
    useFakeClock();
    const { path, store } = openStore();
    const unlock = lock(path);
    const [all, run] = [vi.spyOn(StatementSync.prototype, "all"), vi.spyOn(StatementSync.prototype, "run")];
    const calls = Array.from({ length: 200 }, (_, index) => store.claim(`guid-${index}`, "a", LEASE));
    await vi.advanceTimersByTimeAsync(10_000);
    const attempts = all.mock.calls.length + run.mock.calls.length;
    expect(attempts).toBeGreaterThan(50);
    expect(attempts).toBeLessThan(150);
    unlock();
    await vi.advanceTimersByTimeAsync(100);
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["claimed"]));
  });

  test("can be opened, and is set up at the first call after that", async () => {
    useFakeClock();
    const path = newFile();
    const unlock = lock(path, "BEGIN EXCLUSIVE");
    const store = sqliteStore(path);
    onTestFinished(() => store.close());
    const claim = store.claim("one", "a", LEASE);
    await vi.advanceTimersByTimeAsync(1000);
    unlock();
    await vi.advanceTimersByTimeAsync(100);
    expect([await claim, store.claim("one", "b", LEASE)]).toEqual(["claimed", "busy"]);
  });

  test("rejects waiting calls after the store was closed", async () => {
    useFakeClock();
    const { path, store } = openStore();
    lock(path);
    const claim = Promise.resolve(store.claim("one", "a", LEASE));
    const rejected = expect(claim).rejects.toThrow("finalized");
    store.close();
    await vi.advanceTimersByTimeAsync(100);
    await rejected;
  });

  test("is not claimed as long as a reader prevents that, in a database without a write-ahead log", async () => {
    useFakeClock();
    const path = newFile();
    const sqlite = new DatabaseSync(path);
    onTestFinished(() => sqlite.close());
    sqlite.exec("PRAGMA journal_mode = DELETE");
    const store = sqliteStore(sqlite);
    const unlock = lock(path, "BEGIN; SELECT count(*) FROM forgehand_deliveries");
    const claim = Promise.resolve(store.claim("one", "a", LEASE));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await isSettled(claim)).toBe(false);
    unlock();
    await vi.advanceTimersByTimeAsync(100);
    expect([await claim, store.claim("one", "b", LEASE)]).toEqual(["claimed", "busy"]);
  });

  test("by another process delays a call until that process ends", async () => {
    const { path, store } = openStore();
    const child = spawn(process.execPath, [
      "--disable-warning=ExperimentalWarning",
      "--eval",
      `new (require("node:sqlite").DatabaseSync)(process.argv[1]).exec("BEGIN IMMEDIATE");
       console.log("locked");
       setInterval(() => {}, 1000);`,
      path,
    ]);
    onTestFinished(() => void child.kill());
    await once(child.stdout, "data");
    const claim = Promise.resolve(store.claim("one", "a", LEASE));
    expect(await isSettled(claim)).toBe(false);
    child.kill("SIGKILL");
    expect(await claim).toBe("claimed");
  });
});

test("lets one of several racing processes claim a delivery", async () => {
  const guids = Array.from({ length: pickSize(100, 300) }, (_, index) => `guid-${index}`);
  const file = new URL("./sqlite-racer.fixture.ts", import.meta.url);
  // Concurrently, on a file that no process has opened yet.
  const racers = await startRacers(file, [newFile()], pickSize(2, 3));
  const won = (await race(racers, guids)).flat();
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
