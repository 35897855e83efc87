import { createClient } from "@forgehand/core";
import { updateRepository } from "@forgehand/core/operations";
import { afterEach, describe, expect, test } from "vitest";
import type { Job } from "../../lists/job.ts";
import { readItems } from "../../lists/read.ts";
import type { Action, Wanted } from "../../lists/wanted.ts";
import type { Watch } from "../../messages/states.ts";
import { type Start, startWorld, type Worker, type World } from "./world.fixture.ts";

let world: World | undefined;
afterEach(async () => {
  await world?.end();
  world = undefined;
});

async function begin(starts: readonly Start[], limits: string | object = "off"): Promise<World> {
  world = await startWorld(starts, { limits });
  return world;
}

const idsIn = async ({ lists }: World) =>
  (await lists.getAll("entries")).toSorted((a, b) => a.revision - b.revision).map(({ id }) => id);
const watches = (...watch: Watch[]): Wanted[] => watch.map((watch) => ({ watch }));
const many = (count: number, start: Start): Start[] => Array.from({ length: count }, () => start);
const writes = ({ emulator }: World) => emulator.control.calls().filter(({ method }) => method !== "GET");

async function start(of: World, { jobs }: Worker, action: Action): Promise<string> {
  return jobs.start({ account: of.account, action, ids: await idsIn(of) });
}

/** Starts a job and sees it to where it can't go on. */
async function run(of: World, worker: Worker, action: Action): Promise<string> {
  const id = await start(of, worker, action);
  await worker.run();
  return id;
}

describe("a job", () => {
  test("writes only what differs, and keeps how it was", async () => {
    const of = await begin([{ watch: "watching" }, { watch: "not watching" }, { watch: "ignoring" }]);
    const id = await run(of, of.work(), "unwatch");
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { total: 3, done: 2, already: 1 }, login: "dora" });
    expect(await of.states("watch")).toEqual(watches("not watching", "not watching", "not watching"));
    const items = await readItems(of.lists, id);
    expect(items.map(({ before, state }) => ({ before, state }))).toEqual([
      { before: { watch: "watching" }, state: "done" },
      { before: { watch: "not watching" }, state: "already" },
      { before: { watch: "ignoring" }, state: "done" },
    ]);
    expect(writes(of)).toHaveLength(2);
    // The list knows at once, and nobody had to look.
    expect((await of.lists.getAll("entries")).map(({ watch }) => watch)).toEqual(Array(3).fill("not watching"));
    expect(of.emulator.control.calls().filter(({ method }) => method === "GET")).toHaveLength(3);
  });

  test("looks first where nobody has looked of late", async () => {
    const of = await begin([{ starred: true, unknown: true }, { unknown: true }]);
    const id = await run(of, of.work(), "unstar");
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 1, already: 1 } });
    expect((await of.lists.getAll("entries")).map(({ starred, whyStar }) => ({ starred, whyStar }))).toEqual(
      Array(2).fill({ starred: false, whyStar: null }),
    );
  });

  test("goes on where one repository is gone, and says which", async () => {
    const of = await begin([{ watch: "watching" }, { watch: "watching", gone: true }, { watch: "watching" }]);
    const id = await run(of, of.work(), "ignore");
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 2, failed: 1 } });
    expect((await readItems(of.lists, id, "failed")).map(({ name, why }) => [name, why?.kind])).toEqual([
      ["r2", "not found"],
    ]);
  });

  test("that is refused everywhere stops, and goes on when somebody says so", async () => {
    const of = await begin(many(20, { watch: "watching" }));
    const worker = of.work({ token: of.emulator.tokens["narrow"] ?? "" });
    const id = await run(of, worker, "unwatch");
    const paused = await of.job(id);
    expect(paused).toMatchObject({ state: "paused", why: { kind: "all refused", of: "permission" } });
    expect(paused.why?.detail).toMatch(/scope/);
    // Not one of them is given up, and few were asked for.
    expect(paused.counts).toMatchObject({ failed: expect.any(Number), done: 0, underWay: 0 });
    expect(writes(of).length).toBeLessThan(20);
    await worker.jobs.resume(id);
    await worker.run();
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { failed: 20, notBegun: 0 } });
  });

  test("that the kind of token can't do sends nothing", async () => {
    const of = await begin(many(3, { watch: "watching" }));
    const id = await run(of, of.work({ token: of.emulator.tokens["fine"] ?? "" }), "unwatch");
    expect(await of.job(id)).toMatchObject({ state: "paused", why: { kind: "token kind" }, counts: { notBegun: 3 } });
    expect(writes(of)).toHaveLength(0);
  });

  test("waits for another token when its own is revoked", async () => {
    const of = await begin(many(30, { watch: "watching" }));
    let isRevoked = false;
    const worker = of.work({
      changed({ counts }) {
        if (counts.done < 10 || isRevoked) return;
        isRevoked = true;
        of.emulator.control.revokeToken(of.emulator.tokens["dora"] ?? "");
      },
    });
    const id = await run(of, worker, "unwatch");
    const paused = await of.job(id);
    expect(paused).toMatchObject({ state: "paused", why: { kind: "token" } });
    expect(paused.counts.notBegun).toBeGreaterThan(0);
    const token = of.emulator.control.createToken("new", { kind: "classic", user: "dora", scopes: ["repo"] });
    const next = of.work({ token });
    await next.jobs.accountReady(of.account);
    await next.run();
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 30, failed: 0 } });
  });

  test("goes on with a token that came before the old one ended", async () => {
    const of = await begin(many(40, { watch: "watching" }));
    const old = tokenOf(of, "dora");
    const fresh = of.emulator.control.createToken("fresh", { kind: "classic", user: "dora", scopes: ["repo"] });
    let token = old;
    const worker = of.work({
      token: () => token,
      changed({ counts }) {
        if (counts.done < 10 || token === fresh) return;
        token = fresh;
        of.emulator.control.revokeToken(old);
      },
    });
    const id = await run(of, worker, "unwatch");
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 40, failed: 0 } });
  });

  test("is paused when its account is gone, and nobody asks the service any more", async () => {
    const of = await begin(many(40, { watch: "watching" }));
    let gone: Promise<void> | undefined;
    let calls = 0;
    const worker: Worker = of.work({
      changed({ counts }) {
        if (counts.done < 10 || gone) return;
        gone = worker.jobs.accountGone(of.account, { kind: "no account" });
        void gone.then(() => {
          calls = of.emulator.control.calls().length;
        });
      },
    });
    const id = await run(of, worker, "unwatch");
    await of.clock.runUntil(gone ?? Promise.resolve());
    expect(await of.job(id)).toMatchObject({ state: "paused", why: { kind: "no account" } });
    expect(of.emulator.control.calls()).toHaveLength(calls);
    expect(of.emulator.control.calls().filter(({ method }) => method === "GET")).toEqual([]);
    const next = of.work();
    await next.jobs.accountReady(of.account);
    await next.run();
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 40 } });
  });

  test("waits for another one of its account", async () => {
    const of = await begin([{ watch: "watching" }, { watch: "ignoring" }]);
    const worker = of.work();
    const [first, second] = [await start(of, worker, "unwatch"), await start(of, worker, "watch")];
    expect(await of.job(second)).toMatchObject({ state: "queued" });
    await worker.run();
    expect((await of.job(first)).endedAt ?? 0).toBeLessThanOrEqual((await of.job(second)).startedAt ?? 0);
    expect(await of.states("watch")).toEqual(watches("watching", "watching"));
    // The second one found what the first had made of it.
    expect((await readItems(of.lists, second)).map(({ before }) => before)).toEqual(
      watches("not watching", "not watching"),
    );
  });

  test("does by a file's names what the file says", async () => {
    const of = await begin([{ watch: "watching" }, { starred: true }, {}]);
    const worker = of.work();
    await of.lists.clear("entries");
    const items = [
      { owner: "Parts", name: "R1", wanted: { watch: "ignoring" } },
      { owner: "parts", name: "r2", wanted: { starred: true } },
      { owner: "parts", name: "r3", wanted: { starred: true } },
      { owner: "parts", name: "nothing", wanted: { starred: true } },
    ] as const;
    const id = await worker.jobs.start({ account: of.account, action: "import", items });
    await worker.run();
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 2, already: 1, failed: 1 } });
    expect(await of.states("star")).toEqual([{ starred: false }, { starred: true }, { starred: true }]);
    expect((await of.states("watch"))[0]).toEqual({ watch: "ignoring" });
  });

  test("follows a repository to its new name, also where the browser doesn't say which", async () => {
    const of = await begin([{ watch: "watching", unknown: true }]);
    of.emulator.control.createToken("owner", { kind: "classic", user: "parts", scopes: "all" });
    const { call } = createClient({ baseUrl: of.emulator.apiUrl, credentials: tokenOf(of, "owner"), cache: false });
    await call(updateRepository, { owner: "parts", repo: "r1", name: "renamed" });
    const hiding: typeof fetch = async (...request) => {
      const response = await of.fetch(...request);
      return response.status >= 300 && response.status < 400 ? Response.error() : response;
    };
    const id = await run(of, of.work({ fetch: hiding }), "unwatch");
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 1 } });
    expect(await of.lists.getAll("entries")).toMatchObject([
      { name: "renamed", key: "parts/renamed", formerly: "parts/r1", watch: "not watching" },
    ]);
  });

  test("is kept with nineteen others, so that it can be undone", async () => {
    const of = await begin([{}]);
    const worker = of.work();
    const ids: string[] = [];
    for (let times = 0; times < 22; times++) ids.push(await run(of, worker, times % 2 === 0 ? "star" : "unstar"));
    const kept = await of.lists.getAll("jobs");
    expect(kept.map(({ id }) => id).sort()).toEqual(ids.slice(-20).sort());
    expect(await of.lists.count("items")).toBe(20);
  });
});

const tokenOf = ({ emulator }: World, name: string) =>
  emulator.control.tokens().find((token) => token.name === name)?.token ?? "";

describe("undoing", () => {
  test("brings each back to how it was, and leaves alone what somebody changed since", async () => {
    const of = await begin([{ watch: "watching" }, { watch: "ignoring" }, { watch: "watching" }]);
    const worker = of.work();
    const first = await run(of, worker, "unwatch");
    const [, , third] = (await of.lists.getAll("entries")).toSorted((a, b) => a.revision - b.revision);
    await worker.jobs.start({ account: of.account, action: "ignore", ids: [third?.id ?? 0] });
    await worker.run();
    const undo = await worker.jobs.undo(first);
    await worker.run();
    expect(await of.job(undo)).toMatchObject({
      ...{ kind: "undo", undoes: { id: first, kind: "unwatch" }, counts: { done: 2, failed: 1 } },
    });
    expect((await of.job(first)).undoneBy).toBe(undo);
    const after = await of.states("watch");
    expect(after.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual(
      watches("ignoring", "ignoring", "watching"),
    );
    expect(await readItems(of.lists, undo, "failed")).toMatchObject([{ why: { kind: "changed since" } }]);
  });

  test("has nothing to do where nothing was done", async () => {
    const of = await begin([{ starred: true }]);
    const worker = of.work();
    const id = await run(of, worker, "star");
    await expect(worker.jobs.undo(id)).rejects.toMatchObject({ reason: { kind: "nothing to do" } });
  });
});

describe("pausing and cancelling", () => {
  /** Does something to a job once so many of its items are done. */
  const after = (count: number, act: (job: Job) => void) => {
    let isDue = true;
    return (job: Job) => {
      if (!isDue || job.counts.done < count) return;
      isDue = false;
      act(job);
    };
  };

  test("pausing lets what was sent come to its end, and sends no more", async () => {
    const of = await begin(many(60, { starred: true }));
    const worker: Worker = of.work({ changed: after(20, ({ id }) => void worker.jobs.pause(id)) });
    const id = await run(of, worker, "unstar");
    const { state, counts } = await of.job(id);
    expect({ state, underWay: counts.underWay }).toEqual({ state: "paused", underWay: 0 });
    expect(counts.done + counts.notBegun).toBe(60);
    expect(writes(of)).toHaveLength(counts.done);
    await worker.jobs.resume(id);
    await worker.run();
    expect(await of.job(id)).toMatchObject({ state: "done", counts: { done: 60 } });
    expect(writes(of)).toHaveLength(60);
  });

  test("cancelling says truly what was done; that can be undone", async () => {
    const of = await begin(many(60, { starred: true }));
    const worker: Worker = of.work({ changed: after(20, ({ id }) => void worker.jobs.cancel(id)) });
    const id = await run(of, worker, "unstar");
    const { state, counts } = await of.job(id);
    expect(state).toBe("cancelled");
    expect(counts).toMatchObject({ underWay: 0, notBegun: 0, failed: 0, skipped: 60 - counts.done });
    expect((await of.states("star")).filter((one) => "starred" in one && !one.starred)).toHaveLength(counts.done);
    const undo = await worker.jobs.undo(id);
    await worker.run();
    expect(await of.job(undo)).toMatchObject({ state: "done", counts: { total: counts.done, done: counts.done } });
    expect(await of.states("star")).toEqual(Array(60).fill({ starred: true }));
  });

  test("what waits for its turn is paused and cancelled at once", async () => {
    const of = await begin(many(30, { starred: true }));
    const worker = of.work();
    const first = await start(of, worker, "unstar");
    const [second, third] = [await start(of, worker, "star"), await start(of, worker, "star")];
    await worker.jobs.pause(second);
    await worker.jobs.cancel(third);
    expect(await of.job(second)).toMatchObject({ state: "paused" });
    expect(await of.job(third)).toMatchObject({ state: "cancelled", counts: { skipped: 30 } });
    await worker.run();
    expect(await of.job(first)).toMatchObject({ state: "done" });
    await worker.jobs.cancel(second);
    expect(await of.job(second)).toMatchObject({ state: "cancelled" });
  });
});
