import "fake-indexeddb/auto";
import { createClient } from "@forgehand/core";
import {
  deleteRepository,
  deleteSubscription,
  setSubscription,
  unstarRepository,
  updateRepository,
} from "@forgehand/core/operations";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { afterEach, describe, expect, test } from "vitest";
import { createVirtualClock, type VirtualClock } from "../../../test/clock/virtual-clock.ts";
import type { ListsChange } from "../../lists/channel.ts";
import { type Lists, openLists } from "../../lists/database.ts";
import { readEntries, readEntriesSince, readGathering } from "../../lists/read.ts";
import { answerStore } from "./answers.ts";
import { createGatherings, type Gatherings } from "./gatherings.ts";

const ACCOUNT = "dora http://forge.test";

interface Place {
  readonly emulator: Emulator;
  readonly lists: Lists;
  readonly clock: VirtualClock;
  /** The platform's own; time stands still during requests. */
  readonly fetch: typeof globalThis.fetch;
  readonly told: ListsChange[];
  readonly worker: (token?: string, fetch?: typeof globalThis.fetch) => Gatherings;
  readonly run: (gatherings: Gatherings) => Promise<void>;
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
    noscope: { kind: "classic", user: "dora", scopes: [] },
    fine: { kind: "fine-grained", user: "dora", permissions: { starring: "read", metadata: "read" } },
    eve: { kind: "classic", user: "eve", scopes: "all" },
  },
};

let place: Place | undefined;
afterEach(async () => {
  await place?.emulator.stop();
  place?.lists.close();
  place = undefined;
});

async function begin(options: { limits?: string | object; seed?: object } = {}): Promise<Place> {
  const clock = createVirtualClock({ start: Date.UTC(2026, 6, 15) });
  const held = clock.hold((...request: Parameters<typeof fetch>) => fetch(...request));
  const { limits = "off", seed = SEED } = options;
  const emulator = await startEmulator({ limits, seed, now: () => new Date(clock.now()) });
  const lists = await openLists(crypto.randomUUID());
  const told: ListsChange[] = [];
  place = {
    emulator,
    lists,
    clock,
    fetch: held,
    told,
    worker(token = "dora", fetch = held) {
      const credentials = emulator.tokens[token] ?? "";
      const kept = answerStore(async () => lists, clock.now);
      const client = createClient({
        baseUrl: emulator.apiUrl,
        credentials,
        fetch,
        clock: { ...clock },
        cache: { storage: { get: clock.hold(kept.get), set: clock.hold(kept.set) } },
        retry: { attempts: 1 },
      });
      return createGatherings({
        lists,
        clock,
        connect: async () => ({ client, token: { token: credentials } }),
        tell: (change) => told.push(change),
        stayAwake: () => () => undefined,
        wakeAt: () => undefined,
      });
    },
    run: (gatherings) => clock.runUntil(gatherings.idle()),
  };
  return place;
}

async function gathered(of: Place, token?: string) {
  const gatherings = of.worker(token);
  gatherings.refresh(ACCOUNT);
  await of.run(gatherings);
  return byName(of);
}

async function byName({ lists }: Place) {
  const all = await readEntries(lists, ACCOUNT);
  return Object.fromEntries(all.map((entry) => [`${entry.owner}/${entry.name}`, entry]));
}

const clientAs = ({ emulator }: Place, token: string) =>
  createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens[token] ?? "", pace: "off", cache: false });

describe("gathering", () => {
  test("finds what is starred, watched and ignored, though no list of watched repositories is to be had", async () => {
    const of = await begin();
    const entries = await gathered(of);
    expect(Object.keys(entries).sort()).toEqual(["dora/own", "eve/toys", "parts/bolts", "parts/nuts", "parts/secret"]);
    expect(entries["parts/bolts"]).toMatchObject({
      ...{
        watch: "watching",
        starred: false,
        description: "Steel",
        language: "C",
        found: expect.arrayContaining(["organizations"]),
      },
      ...{ archived: false, private: false, missing: null, key: "parts/bolts" },
    });
    expect(entries["parts/nuts"]).toMatchObject({ watch: "ignoring", starred: true });
    expect(entries["eve/toys"]).toMatchObject({
      watch: "watching",
      starred: true,
      archived: true,
      stars: 2,
      found: ["starred"],
    });
    expect(entries["eve/toys"]?.starredAt).toMatch(/^2026-07-14T/);
    expect(entries["dora/own"]).toMatchObject({ watch: "not watching", starred: false, private: true });
    expect(await readGathering(of.lists, ACCOUNT)).toMatchObject({
      ...{ state: "done", toCheck: 5, checked: 5, whyNoWatch: null },
      sources: [
        { source: "starred", state: "read", count: 2 },
        { source: "watched", state: "read", count: 0 },
        { source: "repositories", state: "read" },
        { source: "organizations", state: "read" },
      ],
    });
  });

  test("costs nothing of the primary limit where nothing has changed", async () => {
    const of = await begin({ limits: "published" });
    await gathered(of);
    const used = () => of.emulator.control.limits().find(({ calls }) => calls > 5)?.calls ?? 0;
    const first = used();
    await later(of);
    of.emulator.control.clearCalls();
    await gathered(of);
    const looks = of.emulator.control.calls().filter(({ operation }) => operation === "getSubscription");
    // Whoever watches or ignores is told that nothing changed; of those that do neither there is nothing to compare.
    expect(looks.map(({ status }) => status).sort()).toEqual([304, 304, 304, 404, 404]);
    expect(first).toBeGreaterThan(0);
  });

  test("tells what was renamed, hidden or deleted since, and loses none of it", async () => {
    const of = await begin();
    await gathered(of);
    const { call } = clientAs(of, "eve");
    await call(updateRepository, { owner: "eve", repo: "toys", archived: false });
    await call(updateRepository, { owner: "eve", repo: "toys", name: "games" });
    await call(updateRepository, { owner: "parts", repo: "bolts", private: true });
    await clientAs(of, "dora").call(unstarRepository, { owner: "parts", repo: "nuts" });
    await call(deleteRepository, { owner: "parts", repo: "nuts" });
    await later(of);
    const entries = await gathered(of);
    expect(entries["eve/games"]).toMatchObject({
      formerly: "eve/toys",
      starred: true,
      watch: "watching",
      missing: null,
    });
    expect(entries["eve/toys"]).toBeUndefined();
    expect(entries["parts/bolts"]).toMatchObject({ private: true, missing: null });
    expect(entries["parts/nuts"]).toMatchObject({ missing: { kind: "not found" }, watch: null, starred: false });
    expect(await readGathering(of.lists, ACCOUNT)).toMatchObject({ state: "done" });
  });

  test("forgets what is neither starred nor watched nor in any list any more, and says that it did", async () => {
    const of = await begin();
    await gathered(of);
    const { call } = clientAs(of, "dora");
    await call(unstarRepository, { owner: "eve", repo: "toys" });
    await call(deleteSubscription, { owner: "eve", repo: "toys" });
    await later(of);
    expect((await gathered(of))["eve/toys"]).toBeUndefined();
    expect(of.told).toContainEqual({ type: "entries", account: ACCOUNT, all: true });
  });

  test("says once that a kind of token can't see what is watched; stars are there all the same", async () => {
    const of = await begin();
    const entries = await gathered(of, "fine");
    const gathering = await readGathering(of.lists, ACCOUNT);
    expect(gathering).toMatchObject({ state: "done", whyNoWatch: { kind: "token kind" } });
    expect(entries["parts/nuts"]).toMatchObject({ starred: true, watch: null, whyWatch: { kind: "token kind" } });
    expect(of.emulator.control.calls().filter(({ operation }) => operation === "getSubscription")).toEqual([]);
  });

  test("takes no refusal for an answer, where the token lacks a scope", async () => {
    const of = await begin();
    const entries = await gathered(of, "noscope");
    expect(await readGathering(of.lists, ACCOUNT)).toMatchObject({ state: "done", whyNoWatch: { kind: "permission" } });
    expect(Object.values(entries).map(({ watch }) => watch)).toEqual(Object.keys(entries).map(() => null));
    expect(entries["eve/toys"]).toMatchObject({ starred: true });
  });

  test("takes the list of what is watched where a service still gives it", async () => {
    const of = await begin();
    of.emulator.control.clock.set(new Date("2026-06-01T00:00:00Z"));
    expect((await gathered(of))["eve/other"]).toMatchObject({ watch: "watching", found: ["watched"] });
  });

  test("goes on where the list of what is watched is gone, or an organization keeps the token out", async () => {
    const of = await begin();
    of.emulator.control.faults.add({ operation: "listWatchedRepositories", status: 410, message: "Gone for good" });
    of.emulator.control.faults.add({ operation: "listOrganizationRepositories", status: 403, message: "SSO, please" });
    const entries = await gathered(of);
    expect(await readGathering(of.lists, ACCOUNT)).toMatchObject({
      state: "done",
      sources: [
        { state: "read" },
        { source: "watched", state: "refused", why: { kind: "gone" } },
        { state: "read" },
        {
          source: "organizations",
          state: "read",
          why: { kind: "permission", detail: expect.stringContaining("parts: ") },
        },
      ],
    });
    expect(entries["parts/nuts"]).toMatchObject({ watch: "ignoring" });
  });

  test("says why nothing is known of stars where their list is refused", async () => {
    const of = await begin();
    of.emulator.control.faults.add({ operation: "listStarredRepositories", status: 403, message: "No." });
    const entries = await gathered(of);
    expect(entries["parts/bolts"]).toMatchObject({ starred: null, whyStar: { kind: "permission" }, watch: "watching" });
  });

  test("goes on after the worker was killed, without looking twice", async () => {
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
    const of = await begin({ seed });
    let calls = 0;
    let kill = () => {};
    const dead = new Promise<void>((resolve) => {
      kill = resolve;
    });
    const mortal: typeof fetch = (...request) => {
      if (++calls === 100) kill();
      return calls >= 100 ? new Promise(() => undefined) : of.fetch(...request);
    };
    const first = of.worker("dora", mortal);
    first.refresh(ACCOUNT);
    await of.clock.runUntil(Promise.race([first.idle(), dead]));
    expect(await readGathering(of.lists, ACCOUNT)).toMatchObject({ state: "checking" });
    const seen = await byName(of);
    const known = Object.values(seen).filter(({ watch }) => watch === "watching").length;
    expect(known).toBeGreaterThan(0);
    expect(known).toBeLessThan(150);
    of.emulator.control.clearCalls();
    const second = of.worker();
    await second.wake();
    await of.run(second);
    expect(await readGathering(of.lists, ACCOUNT)).toMatchObject({ state: "done" });
    expect(Object.values(await byName(of)).every(({ watch }) => watch === "watching")).toBe(true);
    const looks = of.emulator.control.calls().filter(({ operation }) => operation === "getSubscription");
    expect(looks).toHaveLength(150 - known);
    // It had the lists already.
    expect(of.emulator.control.calls().filter(({ operation }) => operation === "listStarredRepositories")).toEqual([]);
  });

  test("is stopped at once, and goes on from there when somebody asks again", async () => {
    const of = await begin();
    const gatherings = of.worker();
    gatherings.refresh(ACCOUNT);
    await of.clock.runUntil(gatherings.stop(ACCOUNT));
    expect(await readGathering(of.lists, ACCOUNT)).toMatchObject({ state: "stopped" });
    gatherings.refresh(ACCOUNT);
    await of.run(gatherings);
    expect(await readGathering(of.lists, ACCOUNT)).toMatchObject({ state: "done" });
  });

  test("waits for a limit with a clock, and goes on by itself", async () => {
    const of = await begin({ limits: { primary: { user: { core: { limit: 7 } } } } });
    const gatherings = of.worker();
    gatherings.refresh(ACCOUNT);
    const began = of.clock.now();
    await of.run(gatherings);
    expect(of.clock.now() - began).toBeGreaterThan(30 * 60_000);
    expect(await readGathering(of.lists, ACCOUNT)).toMatchObject({ state: "done", whyNoWatch: null });
    expect((await byName(of))["parts/nuts"]).toMatchObject({ watch: "ignoring", starred: true });
  });

  test("lets those who follow read only what is new to them", async () => {
    const of = await begin();
    await gathered(of);
    const newest = Math.max(...(await readEntries(of.lists, ACCOUNT)).map(({ revision }) => revision));
    await later(of);
    await gathered(of);
    expect(await readEntriesSince(of.lists, ACCOUNT, newest)).toEqual([]);
    await clientAs(of, "dora").call(setSubscription, { owner: "parts", repo: "nuts", subscribed: true });
    await later(of);
    await gathered(of);
    const fresh = await readEntriesSince(of.lists, ACCOUNT, newest);
    expect(fresh.map(({ name, watch }) => [name, watch])).toEqual([["nuts", "watching"]]);
  });
});

/** Ten minutes later. */
const later = ({ clock }: Place) => clock.advance(600_000);
