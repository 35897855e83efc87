import "fake-indexeddb/auto";
import { type Client, type Clock, createClient } from "@forgehand/core";
import {
  deleteRepository,
  deleteSubscription,
  setSubscription,
  unstarRepository,
  updateRepository,
} from "@forgehand/core/operations";
import { type Emulator, type EmulatorOptions, startEmulator } from "@forgehand/emulator";
import { afterEach, describe, expect, test } from "vitest";
import { holdFetch } from "../../../test/clock/hold-fetch.ts";
import { createVirtualClock, type VirtualClock } from "../../../test/clock/virtual-clock.ts";
import { type ListsDatabase, openListsDatabase } from "../../lists/database.ts";
import type { ListsChange } from "../../lists/lists-channel.ts";
import { readEntries, readEntriesSince, readGathering } from "../../lists/read-lists.ts";
import { createSteadyTime } from "../steady-time.ts";
import { checkEntries } from "./check-entries.ts";
import { createGatherScheduler, type GatherScheduler } from "./gather-scheduler.ts";
import { createResponseCache } from "./response-cache.ts";

const ACCOUNT = "dora http://forge.test";

interface GatherEnvironment {
  readonly emulator: Emulator;
  readonly lists: ListsDatabase;
  readonly clock: VirtualClock;
  /** The platform's fetch. Requests pause the clock. */
  readonly fetch: typeof globalThis.fetch;
  readonly emitted: ListsChange[];
  readonly connect: (token?: string, fetch?: typeof globalThis.fetch, clock?: Clock) => Client;
  readonly createWorker: (token?: string, fetch?: typeof globalThis.fetch, clock?: Clock) => GatherScheduler;
  readonly run: (scheduler: GatherScheduler) => Promise<void>;
}

const SEED = {
  users: { dora: {}, eve: {} },
  organizations: { parts: { members: { dora: "member", eve: "owner" } } },
  repositories: {
    "parts/bolts": { description: "Steel", language: "C", watchers: { dora: "watching" } },
    "parts/nuts": { watchers: { dora: "ignoring" }, stars: { dora: "-3d" } },
    "parts/secret": { private: true, teams: {} },
    "eve/toys": { stars: { dora: "-1d", eve: "-1d" }, archived: true, watchers: { dora: "watching" } },
    "eve/other": { watchers: { dora: "watching" } },
    "dora/own": { private: true },
  },
  tokens: {
    dora: { kind: "classic", user: "dora", scopes: ["repo", "read:org"] },
    notifications: { kind: "classic", user: "dora", scopes: ["notifications"] },
    noscope: { kind: "classic", user: "dora", scopes: [] },
    fine: { kind: "fine-grained", user: "dora", permissions: { starring: "read", metadata: "read" } },
    eve: { kind: "classic", user: "eve", scopes: "all" },
  },
};

let current: GatherEnvironment | undefined;
afterEach(async () => {
  await current?.emulator.stop();
  current?.lists.close();
  current = undefined;
});

async function begin(
  options: { limits?: string | object; seed?: object; edition?: EmulatorOptions["edition"] } = {},
): Promise<GatherEnvironment> {
  const clock = createVirtualClock({ start: Date.UTC(2026, 6, 15) });
  const heldFetch = holdFetch(clock);
  const { limits = "off", seed = SEED, edition = "all" } = options;
  const emulator = await startEmulator({ limits, seed, edition, now: () => new Date(clock.now()) });
  const lists = await openListsDatabase(crypto.randomUUID());
  const emitted: ListsChange[] = [];
  const env: GatherEnvironment = {
    emulator,
    lists,
    clock,
    fetch: heldFetch,
    emitted,
    connect(token = "dora", fetch = heldFetch, ownClock = clock) {
      const credentials = emulator.tokens[token] ?? "";
      const cache = createResponseCache(async () => lists, clock.now);
      return createClient({
        baseUrl: emulator.apiUrl,
        credentials,
        fetch,
        clock: { ...ownClock },
        cache: { storage: { get: clock.hold(cache.get), set: clock.hold(cache.set) } },
        retry: { attempts: 1 },
      });
    },
    createWorker(token, fetch, ownClock = clock) {
      const client = env.connect(token, fetch, ownClock);
      return createGatherScheduler({
        lists,
        clock: ownClock,
        steadyTime: createSteadyTime(ownClock),
        connect: async () => client,
        emit: (change) => emitted.push(change),
        stayAwake: () => () => undefined,
        wakeAfter: () => () => undefined,
      });
    },
    run: (scheduler) => clock.runUntil(scheduler.whenIdle()),
  };
  current = env;
  return env;
}

/**
 * Runs a worker until the browser stops it: from a request on, it receives no response, and its timers don't fire.
 * @param stopAt number of the request
 */
async function runUntilStopped(env: GatherEnvironment, stopAt: number, start: (worker: GatherScheduler) => void) {
  const stopped = Promise.withResolvers<void>();
  let calls = 0;
  const isAlive = () => calls < stopAt;
  const never = new Promise<never>(() => undefined);
  const stoppableFetch: typeof fetch = async (...request) => {
    calls += 1;
    if (!isAlive()) stopped.resolve();
    const response = isAlive() ? await env.fetch(...request) : never;
    return isAlive() ? response : never;
  };
  const { clock } = env;
  const after: Clock["after"] = (delay, run) => clock.after(delay, () => isAlive() && run());
  const worker = env.createWorker("dora", stoppableFetch, { ...clock, after });
  start(worker);
  await clock.runUntil(Promise.race([worker.whenIdle(), stopped.promise]));
}

async function gatherEntries(env: GatherEnvironment, token?: string) {
  const scheduler = env.createWorker(token);
  scheduler.refresh(ACCOUNT);
  await env.run(scheduler);
  return entriesByName(env);
}

async function entriesByName({ lists }: GatherEnvironment) {
  const all = await readEntries(lists, ACCOUNT);
  return Object.fromEntries(all.map((entry) => [`${entry.owner}/${entry.name}`, entry]));
}

/** Seed with repositories of `parts`. */
const createSeed = (count: number, repository: object) => ({
  users: { dora: {}, parts: {} },
  repositories: Object.fromEntries(Array.from({ length: count }, (_, index) => [`parts/r${index}`, repository])),
  tokens: { dora: SEED.tokens.dora, parts: { kind: "classic", user: "parts", scopes: "all" } },
});

const WATCHED = { dora: "watching" };

/** Numbers of calls by operation. */
function countCalls({ emulator }: GatherEnvironment): Record<string, number> {
  const calls = Map.groupBy(emulator.control.calls(), ({ operation }) => operation ?? "");
  return Object.fromEntries([...calls].map(([operation, { length }]) => [operation, length]));
}

/** Checks entries that the user is viewing. */
async function check(env: GatherEnvironment, ids: readonly number[]): Promise<void> {
  const { lists, clock } = env;
  const checking = checkEntries(
    {
      lists,
      steadyTime: createSteadyTime(clock),
      connect: async () => env.connect(),
      reportChangedEntries: () => undefined,
      signal: new AbortController().signal,
    },
    ACCOUNT,
    ids,
  );
  await clock.runUntil(checking);
}

const clientAs = ({ emulator }: GatherEnvironment, token: string) =>
  createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens[token] ?? "", pace: "off", cache: false });

describe("gathering", () => {
  test("finds starred, watched and ignored repositories without a list of watched ones", async () => {
    const env = await begin();
    const entries = await gatherEntries(env);
    expect(Object.keys(entries).sort()).toEqual(["dora/own", "eve/toys", "parts/bolts", "parts/nuts", "parts/secret"]);
    expect(entries["parts/bolts"]).toMatchObject({
      watch: "watching",
      starred: false,
      description: "Steel",
      language: "C",
      foundIn: expect.arrayContaining(["organizations"]),
      archived: false,
      private: false,
      missing: null,
      key: "parts/bolts",
    });
    expect(entries["parts/nuts"]).toMatchObject({ watch: "ignoring", starred: true });
    expect(entries["eve/toys"]).toMatchObject({
      watch: "watching",
      starred: true,
      archived: true,
      stars: 2,
      foundIn: ["starred"],
    });
    expect(entries["eve/toys"]?.starredAt).toMatch(/^2026-07-14T/);
    expect(entries["dora/own"]).toMatchObject({ watch: "not-watching", starred: false, private: true });
    expect(await readGathering(env.lists, ACCOUNT)).toMatchObject({
      state: "done",
      toCheck: 5,
      checked: 5,
      watchUnavailable: null,
      sources: [
        { source: "starred", state: "read", count: 2 },
        { source: "watched", state: "read", count: 0 },
        { source: "repositories", state: "read" },
        { source: "organizations", state: "read" },
      ],
    });
  });

  test("requests existing subscriptions conditionally when it is repeated", async () => {
    const env = await begin({ limits: "published" });
    await gatherEntries(env);
    const used = () => env.emulator.control.limits().find(({ calls }) => calls > 5)?.calls ?? 0;
    const first = used();
    await advanceTenMinutes(env);
    env.emulator.control.clearCalls();
    await gatherEntries(env);
    const reads = env.emulator.control.calls().filter(({ operation }) => operation === "getSubscription");
    // Existing subscriptions are requested conditionally. A missing subscription has no cached response.
    expect(reads.map(({ status }) => status).sort()).toEqual([304, 304, 304, 404, 404]);
    expect(first).toBeGreaterThan(0);
  });

  test("updates renamed and hidden repositories and keeps deleted ones", async () => {
    const env = await begin();
    await gatherEntries(env);
    const { call } = clientAs(env, "eve");
    await call(updateRepository, { owner: "eve", repo: "toys", archived: false });
    await call(updateRepository, { owner: "eve", repo: "toys", name: "games" });
    await call(updateRepository, { owner: "parts", repo: "bolts", private: true });
    await clientAs(env, "dora").call(unstarRepository, { owner: "parts", repo: "nuts" });
    await call(deleteRepository, { owner: "parts", repo: "nuts" });
    await advanceTenMinutes(env);
    const entries = await gatherEntries(env);
    expect(entries["eve/games"]).toMatchObject({
      previousName: "eve/toys",
      starred: true,
      watch: "watching",
      missing: null,
    });
    expect(entries["eve/toys"]).toBeUndefined();
    expect(entries["parts/bolts"]).toMatchObject({ private: true, missing: null });
    expect(entries["parts/nuts"]).toMatchObject({ missing: { kind: "not-found" }, watch: null, starred: false });
    expect(await readGathering(env.lists, ACCOUNT)).toMatchObject({ state: "done" });
  });

  test("deletes entries that are no longer starred, watched or listed, and announces it", async () => {
    const env = await begin();
    await gatherEntries(env);
    const { call } = clientAs(env, "dora");
    await call(unstarRepository, { owner: "eve", repo: "toys" });
    await call(deleteSubscription, { owner: "eve", repo: "toys" });
    await advanceTenMinutes(env);
    expect((await gatherEntries(env))["eve/toys"]).toBeUndefined();
    expect(env.emitted).toContainEqual({ type: "entries", account: ACCOUNT, all: true });
  });

  test("reports once that the token cannot read subscriptions, but still reads stars", async () => {
    const env = await begin();
    const entries = await gatherEntries(env, "fine");
    const gathering = await readGathering(env.lists, ACCOUNT);
    expect(gathering).toMatchObject({ state: "done", watchUnavailable: { kind: "token-kind" } });
    expect(entries["parts/nuts"]).toMatchObject({ starred: true, watch: null, watchReason: { kind: "token-kind" } });
    expect(env.emulator.control.calls().filter(({ operation }) => operation === "getSubscription")).toEqual([]);
  });

  test("leaves watch states unknown if the token lacks the scope to read subscriptions", async () => {
    const env = await begin();
    const entries = await gatherEntries(env, "noscope");
    expect(await readGathering(env.lists, ACCOUNT)).toMatchObject({
      state: "done",
      watchUnavailable: { kind: "permission" },
    });
    expect(Object.values(entries).map(({ watch }) => watch)).toEqual(Object.keys(entries).map(() => null));
    expect(entries["eve/toys"]).toMatchObject({ starred: true });
  });

  test("reads subscriptions with the scope for public repositories, without reading each repository", async () => {
    const env = await begin();
    await clientAs(env, "notifications").call(deleteSubscription, { owner: "parts", repo: "nuts" });
    const entries = await gatherEntries(env, "notifications");
    expect(entries).not.toHaveProperty("dora/own");
    expect(entries["parts/nuts"]).toMatchObject({ watch: "not-watching", starred: true });
    const operations = env.emulator.control.calls().map(({ operation }) => operation);
    expect(operations).toContain("getSubscription");
    expect(operations).not.toContain("getRepository");
  });

  test("reads 3,000 repositories in 62 calls where the service lists those that are watched", async () => {
    const env = await begin({
      seed: createSeed(3000, { stars: { dora: "-1d" }, watchers: WATCHED }),
      edition: "self-hosted",
    });
    const entries = Object.values(await gatherEntries(env));
    expect(entries).toHaveLength(3000);
    expect(entries.filter(({ watch, starred }) => watch === "watching" && starred)).toHaveLength(3000);
    // 30 pages each of stars and watched repositories, and two other lists.
    expect(countCalls(env)).toEqual({
      listStarredRepositories: 30,
      listWatchedRepositories: 30,
      listRepositories: 1,
      listOrganizations: 1,
    });
    expect(await readGathering(env.lists, ACCOUNT)).toMatchObject({ state: "done", toCheck: 0 });
  });

  test("does not check many repositories without being asked, and claims nothing about them", async () => {
    const env = await begin({ seed: createSeed(300, { stars: { dora: "-1d" }, watchers: WATCHED }) });
    const unchecked = Object.values(await gatherEntries(env)).filter(({ watch }) => watch === null);
    // A few are checked to find out whether the token can.
    expect(countCalls(env)).toEqual({
      listStarredRepositories: 3,
      listWatchedRepositories: 1,
      listRepositories: 1,
      listOrganizations: 1,
      getSubscription: 5,
    });
    expect(unchecked).toHaveLength(295);
    expect(new Set(unchecked.map(({ watchReason }) => watchReason?.kind))).toEqual(new Set(["not-checked"]));
    env.emulator.control.clearCalls();
    const scheduler = env.createWorker();
    scheduler.checkAll(ACCOUNT);
    await env.run(scheduler);
    expect(countCalls(env)).toEqual({ getSubscription: 295 });
    expect(Object.values(await entriesByName(env)).every(({ watch }) => watch === "watching")).toBe(true);
  });

  test("continues a check of all repositories after a failure, but not after the user stopped it", async () => {
    const env = await begin({ seed: createSeed(300, { stars: { dora: "-1d" }, watchers: WATCHED }) });
    env.emulator.control.faults.add({ operation: "getSubscription", status: 401, after: 40 });
    const failing = env.createWorker();
    failing.checkAll(ACCOUNT);
    await env.run(failing);
    expect(await readGathering(env.lists, ACCOUNT)).toMatchObject({ state: "failed", reason: { kind: "token" } });
    env.emulator.control.faults.clear();
    let calls = 0;
    const scheduler = env.createWorker("dora", async (...request) => {
      if (++calls === 60) stopping.resolve(scheduler.stop(ACCOUNT));
      return env.fetch(...request);
    });
    const stopping = Promise.withResolvers<void>();
    scheduler.refresh(ACCOUNT);
    await env.clock.runUntil(stopping.promise);
    expect(await readGathering(env.lists, ACCOUNT)).toMatchObject({ state: "stopped", checkAll: true });
    env.emulator.control.clearCalls();
    await gatherEntries(env);
    expect(countCalls(env)).toMatchObject({ getSubscription: 5 });
  });

  test("knows only that repositories which the list of watched ones lacks are not watched or ignored", async () => {
    const seed = createSeed(120, { stars: { dora: "-1d" } });
    const repositories = {
      ...seed.repositories,
      "parts/r0": { stars: { dora: "-1d" }, watchers: WATCHED },
      "parts/r1": { watchers: WATCHED },
      "parts/r2": { stars: { dora: "-1d" }, watchers: { dora: "ignoring" } },
    };
    const env = await begin({ seed: { ...seed, repositories }, edition: "self-hosted" });
    const first = await gatherEntries(env);
    expect(first["parts/r1"]).toMatchObject({ watch: "watching", foundIn: ["watched"] });
    expect(first["parts/r119"]).toMatchObject({ watch: null, watchReason: { kind: "unlisted" } });
    expect(countCalls(env)).toMatchObject({ getSubscription: 5 });
    await clientAs(env, "dora").call(deleteSubscription, { owner: "parts", repo: "r0" });
    await advanceTenMinutes(env);
    const second = await gatherEntries(env);
    expect(second["parts/r0"]?.watch).not.toBe("watching");
    const ids = ["r0", "r2"].map((name) => second[`parts/${name}`]?.id ?? 0);
    await check(env, ids);
    const checked = await entriesByName(env);
    expect(checked["parts/r0"]).toMatchObject({ watch: "not-watching", watchReason: null });
    expect(checked["parts/r2"]).toMatchObject({ watch: "ignoring", watchReason: null });
  });

  test("keeps what it knows when the list of watched repositories is withdrawn", async () => {
    const env = await begin({ seed: createSeed(150, { watchers: WATCHED }), edition: "self-hosted" });
    await gatherEntries(env);
    env.emulator.control.faults.add({ operation: "listWatchedRepositories", status: 410 });
    await clientAs(env, "parts").call(deleteRepository, { owner: "parts", repo: "r7" });
    await advanceTenMinutes(env);
    env.emulator.control.clearCalls();
    const entries = await gatherEntries(env);
    expect(Object.values(entries).filter(({ watch }) => watch === "watching")).toHaveLength(150);
    expect(Object.values(countCalls(env)).reduce((sum, count) => sum + count)).toBeLessThan(12);
    // A deleted repository is found when it is viewed, and not taken for one that is not watched.
    await check(env, [entries["parts/r7"]?.id ?? 0]);
    expect((await entriesByName(env))["parts/r7"]).toMatchObject({ watch: null, missing: { kind: "not-found" } });
  });

  test("continues if the list of watched repositories was removed or an organization refuses the token", async () => {
    const env = await begin();
    env.emulator.control.faults.add({ operation: "listWatchedRepositories", status: 410, message: "Gone for good" });
    env.emulator.control.faults.add({ operation: "listOrganizationRepositories", status: 403, message: "SSO, please" });
    const entries = await gatherEntries(env);
    expect(await readGathering(env.lists, ACCOUNT)).toMatchObject({
      state: "done",
      sources: [
        { state: "read" },
        { source: "watched", state: "refused", reason: { kind: "gone" } },
        { state: "read" },
        {
          source: "organizations",
          state: "read",
          reason: { kind: "permission", detail: expect.stringContaining("parts: ") },
        },
      ],
    });
    expect(entries["parts/nuts"]).toMatchObject({ watch: "ignoring" });
  });

  test("records why stars are unknown if their list is refused", async () => {
    const env = await begin();
    env.emulator.control.faults.add({ operation: "listStarredRepositories", status: 403, message: "No." });
    const entries = await gatherEntries(env);
    expect(entries["parts/bolts"]).toMatchObject({
      starred: null,
      starReason: { kind: "permission" },
      watch: "watching",
    });
  });

  test("continues after a worker restart without reading anything twice", async () => {
    const seed = {
      users: { dora: {}, parts: {} },
      repositories: Object.fromEntries(
        Array.from({ length: 150 }, (_, index) => [
          `parts/r${index}`,
          { stars: { dora: "-1d" }, watchers: { dora: "watching" } },
        ]),
      ),
      tokens: { dora: SEED.tokens.dora },
    };
    const env = await begin({ seed });
    await runUntilStopped(env, 100, (worker) => worker.checkAll(ACCOUNT));
    expect(await readGathering(env.lists, ACCOUNT)).toMatchObject({ state: "checking" });
    const entriesBefore = await entriesByName(env);
    const checkedBefore = Object.values(entriesBefore).filter(({ watch }) => watch === "watching").length;
    expect(checkedBefore).toBeGreaterThan(0);
    expect(checkedBefore).toBeLessThan(150);
    env.emulator.control.clearCalls();
    const second = env.createWorker();
    await second.resumeAll();
    await env.run(second);
    expect(await readGathering(env.lists, ACCOUNT)).toMatchObject({ state: "done" });
    expect(Object.values(await entriesByName(env)).every(({ watch }) => watch === "watching")).toBe(true);
    const reads = env.emulator.control.calls().filter(({ operation }) => operation === "getSubscription");
    expect(reads).toHaveLength(150 - checkedBefore);
    // The lists had been read before.
    expect(env.emulator.control.calls().filter(({ operation }) => operation === "listStarredRepositories")).toEqual([]);
  });

  test("can be stopped and continues with the next refresh", async () => {
    const env = await begin();
    const scheduler = env.createWorker();
    scheduler.refresh(ACCOUNT);
    await env.clock.runUntil(scheduler.stop(ACCOUNT));
    expect(await readGathering(env.lists, ACCOUNT)).toMatchObject({ state: "stopped" });
    scheduler.refresh(ACCOUNT);
    await env.run(scheduler);
    expect(await readGathering(env.lists, ACCOUNT)).toMatchObject({ state: "done" });
  });

  test("waits for a rate limit to reset and continues by itself", async () => {
    const env = await begin({ limits: { primary: { user: { core: { limit: 7 } } } } });
    const scheduler = env.createWorker();
    scheduler.refresh(ACCOUNT);
    const startedAt = env.clock.now();
    await env.run(scheduler);
    expect(env.clock.now() - startedAt).toBeGreaterThan(30 * 60_000);
    expect(await readGathering(env.lists, ACCOUNT)).toMatchObject({ state: "done", watchUnavailable: null });
    expect((await entriesByName(env))["parts/nuts"]).toMatchObject({ watch: "ignoring", starred: true });
  });

  test("gives new revisions to changed entries only", async () => {
    const env = await begin();
    await gatherEntries(env);
    const newest = Math.max(...(await readEntries(env.lists, ACCOUNT)).map(({ revision }) => revision));
    await advanceTenMinutes(env);
    await gatherEntries(env);
    expect(await readEntriesSince(env.lists, ACCOUNT, newest)).toEqual([]);
    await clientAs(env, "dora").call(setSubscription, { owner: "parts", repo: "nuts", subscribed: true });
    await advanceTenMinutes(env);
    await gatherEntries(env);
    const newEntries = await readEntriesSince(env.lists, ACCOUNT, newest);
    expect(newEntries.map(({ name, watch }) => [name, watch])).toEqual([["nuts", "watching"]]);
  });
});

describe("setting the system's clock back by an hour", () => {
  const HOUR = 3_600_000;

  test("during a run, changes nothing that it finds", async () => {
    const repositories = Array.from({ length: 101 }, (_, index) => [
      `parts/r${index}`,
      { stars: { dora: "-1d" }, watchers: { dora: "watching" } },
    ]);
    const seed = {
      users: { dora: {}, parts: {} },
      repositories: Object.fromEntries(repositories),
      tokens: { dora: SEED.tokens.dora },
    };
    for (const shiftedAt of [1, 2, 3, 60]) {
      const env = await begin({ seed });
      let calls = 0;
      const scheduler = env.createWorker("dora", async (...request) => {
        if (++calls === shiftedAt) env.clock.shiftWallClock(-HOUR);
        return env.fetch(...request);
      });
      scheduler.checkAll(ACCOUNT);
      await env.run(scheduler);
      const found = Object.values(await entriesByName(env));
      expect(found, `set back at request ${shiftedAt}`).toHaveLength(101);
      expect(found.filter(({ starred, watch }) => !starred || watch !== "watching")).toEqual([]);
      await env.emulator.stop();
      env.lists.close();
    }
  });

  test("between two runs, hides no change from the second one", async () => {
    const env = await begin();
    await gatherEntries(env);
    const { call } = clientAs(env, "dora");
    await call(unstarRepository, { owner: "parts", repo: "nuts" });
    await call(setSubscription, { owner: "parts", repo: "nuts", subscribed: true });
    env.clock.shiftWallClock(-HOUR);
    await env.clock.advance(60_000);
    expect((await gatherEntries(env))["parts/nuts"]).toMatchObject({ starred: false, watch: "watching" });
  });

  test("while the worker is stopped during a run, starts the run again", async () => {
    const env = await begin();
    await runUntilStopped(env, 6, (worker) => worker.refresh(ACCOUNT));
    env.clock.shiftWallClock(-HOUR);
    const second = env.createWorker();
    await second.resumeAll();
    await env.run(second);
    expect(await readGathering(env.lists, ACCOUNT)).toMatchObject({ state: "done", toCheck: 5, checked: 5 });
    expect((await entriesByName(env))["parts/nuts"]).toMatchObject({ watch: "ignoring", starred: true });
  });
});

const advanceTenMinutes = ({ clock }: GatherEnvironment) => clock.advance(600_000);
