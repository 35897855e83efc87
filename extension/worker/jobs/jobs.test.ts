import { createClient } from "@forgehand/core";
import { updateRepository } from "@forgehand/core/operations";
import { afterEach, describe, expect, test } from "vitest";
import type { Job } from "../../lists/job.ts";
import { readItems } from "../../lists/read-lists.ts";
import type { BulkAction, WantedState } from "../../lists/wanted-state.ts";
import type { WatchState } from "../../model/control-states.ts";
import { UnavailableError } from "../lists/error-reason.ts";
import { RefusedError } from "../refused-error.ts";
import {
  type InitialState,
  type JobEnvironment,
  startJobEnvironment,
  type TestWorker,
} from "./job-environment.fixture.ts";

let current: JobEnvironment | undefined;
afterEach(async () => {
  await current?.stop();
  current = undefined;
});

async function begin(initialStates: readonly InitialState[], limits: string | object = "off"): Promise<JobEnvironment> {
  current = await startJobEnvironment(initialStates, { limits });
  return current;
}

const idsIn = async ({ lists }: JobEnvironment) =>
  (await lists.getAll("entries")).toSorted((a, b) => a.revision - b.revision).map(({ id }) => id);
const watches = (...watch: WatchState[]): WantedState[] => watch.map((watch) => ({ watch }));
const many = (count: number, initialState: InitialState): InitialState[] =>
  Array.from({ length: count }, () => initialState);
const writes = ({ emulator }: JobEnvironment) => emulator.control.calls().filter(({ method }) => method !== "GET");

async function startJob(env: JobEnvironment, { jobs }: TestWorker, action: BulkAction): Promise<string> {
  return jobs.start({ account: env.account, action, ids: await idsIn(env) });
}

/** Starts a job and runs it until it ends or is paused. */
async function runJobToEnd(env: JobEnvironment, worker: TestWorker, action: BulkAction): Promise<string> {
  const id = await startJob(env, worker, action);
  await worker.run();
  return id;
}

describe("a job", () => {
  test("writes only what differs and stores the previous states", async () => {
    const env = await begin([{ watch: "watching" }, { watch: "not-watching" }, { watch: "ignoring" }]);
    const id = await runJobToEnd(env, env.startWorker(), "unwatch");
    expect(await env.job(id)).toMatchObject({
      state: "done",
      counts: { total: 3, done: 2, already: 1 },
      login: "dora",
    });
    expect(await env.states("watch")).toEqual(watches("not-watching", "not-watching", "not-watching"));
    const items = await readItems(env.lists, id);
    expect(items.map(({ stateBefore, state }) => ({ stateBefore, state }))).toEqual([
      { stateBefore: { watch: "watching" }, state: "done" },
      { stateBefore: { watch: "not-watching" }, state: "already" },
      { stateBefore: { watch: "ignoring" }, state: "done" },
    ]);
    expect(writes(env)).toHaveLength(2);
    // The entries were updated without further requests.
    expect((await env.lists.getAll("entries")).map(({ watch }) => watch)).toEqual(Array(3).fill("not-watching"));
    expect(env.emulator.control.calls().filter(({ method }) => method === "GET")).toHaveLength(3);
  });

  test("reads states that are not known", async () => {
    const env = await begin([{ starred: true, unknown: true }, { unknown: true }]);
    const id = await runJobToEnd(env, env.startWorker(), "unstar");
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 1, already: 1 } });
    expect((await env.lists.getAll("entries")).map(({ starred, starReason }) => ({ starred, starReason }))).toEqual(
      Array(2).fill({ starred: false, starReason: null }),
    );
  });

  test("continues if a repository does not exist, and reports it", async () => {
    const env = await begin([{ watch: "watching" }, { watch: "watching", isDeleted: true }, { watch: "watching" }]);
    const id = await runJobToEnd(env, env.startWorker(), "ignore");
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 2, failed: 1 } });
    expect((await readItems(env.lists, id, "failed")).map(({ name, reason }) => [name, reason?.kind])).toEqual([
      ["r2", "not-found"],
    ]);
  });

  test("pauses when everything is refused, and continues when resumed", async () => {
    const env = await begin(many(20, { watch: "watching" }));
    const worker = env.startWorker({ token: env.emulator.tokens["narrow"] ?? "" });
    const id = await runJobToEnd(env, worker, "unwatch");
    const paused = await env.job(id);
    expect(paused).toMatchObject({ state: "paused", reason: { kind: "all-refused", cause: "permission" } });
    expect(paused.reason?.detail).toMatch(/scope/);
    // No item has failed, and only a few were attempted.
    expect(paused.counts).toMatchObject({ failed: 0, done: 0, inProgress: 0 });
    expect(writes(env).length).toBeLessThan(20);
    await worker.jobs.resume(id);
    await worker.run();
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { failed: 20, notStarted: 0 } });
  });

  test("sends nothing if its kind of token is not accepted", async () => {
    const env = await begin(many(3, { watch: "watching" }));
    const id = await runJobToEnd(env, env.startWorker({ token: env.emulator.tokens["fine"] ?? "" }), "unwatch");
    expect(await env.job(id)).toMatchObject({
      state: "paused",
      reason: { kind: "token-kind" },
      counts: { notStarted: 3 },
    });
    expect(writes(env)).toHaveLength(0);
  });

  test("pauses when its token is revoked and continues with another one", async () => {
    const env = await begin(many(30, { watch: "watching" }));
    let isRevoked = false;
    const worker = env.startWorker({
      onJobChanged({ counts }) {
        if (counts.done < 10 || isRevoked) return;
        isRevoked = true;
        env.emulator.control.revokeToken(env.emulator.tokens["dora"] ?? "");
      },
    });
    const id = await runJobToEnd(env, worker, "unwatch");
    const paused = await env.job(id);
    expect(paused).toMatchObject({ state: "paused", reason: { kind: "token" } });
    expect(paused.counts.notStarted).toBeGreaterThan(0);
    const token = env.emulator.control.createToken("new", { kind: "classic", user: "dora", scopes: ["repo"] });
    const next = env.startWorker({ token });
    await next.jobs.resumeAccount(env.account);
    await next.run();
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 30, failed: 0 } });
  });

  test("continues with a token that replaced a revoked one", async () => {
    const env = await begin(many(40, { watch: "watching" }));
    const old = tokenOf(env, "dora");
    const newToken = env.emulator.control.createToken("fresh", { kind: "classic", user: "dora", scopes: ["repo"] });
    let token = old;
    const worker = env.startWorker({
      token: () => token,
      onJobChanged({ counts }) {
        if (counts.done < 10 || token === newToken) return;
        token = newToken;
        env.emulator.control.revokeToken(old);
      },
    });
    const id = await runJobToEnd(env, worker, "unwatch");
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 40, failed: 0 } });
  });

  test("is paused when its account is removed, without further requests", async () => {
    const env = await begin(many(40, { watch: "watching" }));
    let suspension: Promise<void> | undefined;
    let calls = 0;
    const worker: TestWorker = env.startWorker({
      onJobChanged({ counts }) {
        if (counts.done < 10 || suspension) return;
        suspension = worker.jobs.suspendAccount(env.account, { kind: "no-account" });
        void suspension.then(() => {
          calls = env.emulator.control.calls().length;
        });
      },
    });
    const id = await runJobToEnd(env, worker, "unwatch");
    await env.clock.runUntil(suspension ?? Promise.resolve());
    expect(await env.job(id)).toMatchObject({ state: "paused", reason: { kind: "no-account" } });
    expect(env.emulator.control.calls()).toHaveLength(calls);
    expect(env.emulator.control.calls().filter(({ method }) => method === "GET")).toEqual([]);
    const next = env.startWorker();
    await next.jobs.resumeAccount(env.account);
    await next.run();
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 40 } });
  });

  test("runs after earlier jobs of its account", async () => {
    const env = await begin([{ watch: "watching" }, { watch: "ignoring" }]);
    const worker = env.startWorker();
    const [first, second] = [await startJob(env, worker, "unwatch"), await startJob(env, worker, "watch")];
    expect(await env.job(second)).toMatchObject({ state: "queued" });
    await worker.run();
    expect((await env.job(first)).endedAt ?? 0).toBeLessThanOrEqual((await env.job(second)).startedAt ?? 0);
    expect(await env.states("watch")).toEqual(watches("watching", "watching"));
    // The second job read the states that the first one had set.
    expect((await readItems(env.lists, second)).map(({ stateBefore }) => stateBefore)).toEqual(
      watches("not-watching", "not-watching"),
    );
  });

  test("applies the states of an imported file", async () => {
    const env = await begin([{ watch: "watching" }, { starred: true }, {}]);
    const worker = env.startWorker();
    await env.lists.clear("entries");
    const items = [
      { owner: "Parts", name: "R1", wanted: { watch: "ignoring" } },
      { owner: "parts", name: "r2", wanted: { starred: true } },
      { owner: "parts", name: "r3", wanted: { starred: true } },
      { owner: "parts", name: "nothing", wanted: { starred: true } },
    ] as const;
    const id = await worker.jobs.start({ account: env.account, action: "import", items });
    await worker.run();
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 2, already: 1, failed: 1 } });
    expect(await env.states("star")).toEqual([{ starred: false }, { starred: true }, { starred: true }]);
    expect((await env.states("watch"))[0]).toEqual({ watch: "ignoring" });
  });

  test("follows a renamed repository even if the browser hides the redirect", async () => {
    const env = await begin([{ watch: "watching", unknown: true }]);
    env.emulator.control.createToken("owner", { kind: "classic", user: "parts", scopes: "all" });
    const { call } = createClient({ baseUrl: env.emulator.apiUrl, credentials: tokenOf(env, "owner"), cache: false });
    await call(updateRepository, { owner: "parts", repo: "r1", name: "renamed" });
    const fetchHidingRedirects: typeof fetch = async (...request) => {
      const response = await env.fetch(...request);
      return response.status >= 300 && response.status < 400 ? Response.error() : response;
    };
    const id = await runJobToEnd(env, env.startWorker({ fetch: fetchHidingRedirects }), "unwatch");
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 1 } });
    expect(await env.lists.getAll("entries")).toMatchObject([
      { name: "renamed", key: "parts/renamed", previousName: "parts/r1", watch: "not-watching" },
    ]);
  });

  test("deletes all but the newest 20 jobs when it ends", async () => {
    const env = await begin([{}]);
    const worker = env.startWorker();
    const ids: string[] = [];
    for (let run = 0; run < 22; run++) ids.push(await runJobToEnd(env, worker, run % 2 === 0 ? "star" : "unstar"));
    const stored = await env.lists.getAll("jobs");
    expect(stored.map(({ id }) => id).sort()).toEqual(ids.slice(-20).sort());
    expect(await env.lists.count("items")).toBe(20);
  });
});

const tokenOf = ({ emulator }: JobEnvironment, name: string) =>
  emulator.control.tokens().find((token) => token.name === name)?.token ?? "";

describe("undo", () => {
  test("restores the previous states, except those changed since", async () => {
    const env = await begin([{ watch: "watching" }, { watch: "ignoring" }, { watch: "watching" }]);
    const worker = env.startWorker();
    const first = await runJobToEnd(env, worker, "unwatch");
    const [, , third] = (await env.lists.getAll("entries")).toSorted((a, b) => a.revision - b.revision);
    await worker.jobs.start({ account: env.account, action: "ignore", ids: [third?.id ?? 0] });
    await worker.run();
    const undo = await worker.jobs.undo(first);
    await worker.run();
    expect(await env.job(undo)).toMatchObject({
      kind: "undo",
      undoOf: { id: first, kind: "unwatch" },
      counts: { done: 2, failed: 1 },
    });
    expect((await env.job(first)).undoneBy).toBe(undo);
    const after = await env.states("watch");
    expect(after.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual(
      watches("ignoring", "ignoring", "watching"),
    );
    expect(await readItems(env.lists, undo, "failed")).toMatchObject([{ reason: { kind: "changed-since" } }]);
  });

  test("is refused if nothing was changed", async () => {
    const env = await begin([{ starred: true }]);
    const worker = env.startWorker();
    const id = await runJobToEnd(env, worker, "star");
    await expect(worker.jobs.undo(id)).rejects.toMatchObject({ reason: { kind: "nothing-to-do" } });
  });
});

describe("pausing and cancelling", () => {
  /** Calls a function once when the given number of items is done. */
  const after = (count: number, callback: (job: Job) => void) => {
    let isDue = true;
    return (job: Job) => {
      if (!isDue || job.counts.done < count) return;
      isDue = false;
      callback(job);
    };
  };

  test("pausing completes requests in flight and sends no more", async () => {
    const env = await begin(many(60, { starred: true }));
    const worker: TestWorker = env.startWorker({ onJobChanged: after(20, ({ id }) => void worker.jobs.pause(id)) });
    const id = await runJobToEnd(env, worker, "unstar");
    const { state, counts } = await env.job(id);
    expect({ state, inProgress: counts.inProgress }).toEqual({ state: "paused", inProgress: 0 });
    expect(counts.done + counts.notStarted).toBe(60);
    expect(writes(env)).toHaveLength(counts.done);
    await worker.jobs.resume(id);
    await worker.run();
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 60 } });
    expect(writes(env)).toHaveLength(60);
  });

  test("a control that is turned off stops its jobs at the next item, and nothing is lost", async () => {
    const env = await begin(many(60, { starred: true }));
    let isEnabled = true;
    const reported: Job[] = [];
    const worker = env.startWorker({
      areControlsEnabled: async () => isEnabled,
      onJobChanged: after(20, () => {
        isEnabled = false;
      }),
      onJobFailed: (job) => reported.push(job),
    });
    const id = await runJobToEnd(env, worker, "unstar");
    const paused = await env.job(id);
    expect(paused).toMatchObject({ state: "paused", reason: { kind: "switched-off" }, controls: ["star"] });
    expect(paused.counts).toMatchObject({ inProgress: 0, failed: 0, skipped: 0 });
    expect(paused.counts.done).toBeLessThan(40);
    expect(writes(env)).toHaveLength(paused.counts.done);
    expect(reported).toEqual([paused]);
    // A resumed job stops again, as does one that another worker continues.
    await worker.jobs.resume(id);
    await worker.run();
    expect(await env.job(id)).toMatchObject({ state: "paused", reason: { kind: "switched-off" } });
    expect(writes(env)).toHaveLength(paused.counts.done);
    isEnabled = true;
    await worker.jobs.resume(id);
    await worker.run();
    expect(await env.job(id)).toMatchObject({ state: "done", counts: { done: 60 } });
    expect(writes(env)).toHaveLength(60);
  });

  test("a control that is turned off also stops jobs that are queued or waiting", async () => {
    const env = await begin(many(3, { starred: true }));
    env.emulator.control.faults.add({ operation: "unstarRepository", cut: "connection" });
    let isEnabled = true;
    const worker: TestWorker = env.startWorker({
      areControlsEnabled: async () => isEnabled,
      onJobChanged({ state }) {
        if (state !== "waiting" || !isEnabled) return;
        isEnabled = false;
        void worker.jobs.pauseDisabled();
      },
    });
    const waiting = await startJob(env, worker, "unstar");
    const queued = await startJob(env, worker, "unwatch");
    await worker.run();
    expect(await env.job(waiting)).toMatchObject({ state: "paused", waiting: null, reason: { kind: "switched-off" } });
    expect(await env.job(queued)).toMatchObject({ state: "paused", reason: { kind: "switched-off" } });
    expect(await env.states("star")).toEqual(Array(3).fill({ starred: true }));
  });

  test("cancelling reports the changes that were made, which can be undone", async () => {
    const env = await begin(many(60, { starred: true }));
    const worker: TestWorker = env.startWorker({ onJobChanged: after(20, ({ id }) => void worker.jobs.cancel(id)) });
    const id = await runJobToEnd(env, worker, "unstar");
    const { state, counts } = await env.job(id);
    expect(state).toBe("cancelled");
    expect(counts).toMatchObject({ inProgress: 0, notStarted: 0, failed: 0, skipped: 60 - counts.done });
    expect((await env.states("star")).filter((state) => "starred" in state && !state.starred)).toHaveLength(
      counts.done,
    );
    const undo = await worker.jobs.undo(id);
    await worker.run();
    expect(await env.job(undo)).toMatchObject({ state: "done", counts: { total: counts.done, done: counts.done } });
    expect(await env.states("star")).toEqual(Array(60).fill({ starred: true }));
  });

  test("cancelling marks items that can no longer be verified as failed, with an unknown outcome", async () => {
    const env = await begin(many(3, { watch: "watching" }));
    const lossyFetch: typeof fetch = (url, init) =>
      init?.method === "DELETE" ? Promise.reject(new TypeError("Failed to fetch")) : env.fetch(url, init);
    const worker: TestWorker = env.startWorker({
      fetch: lossyFetch,
      onJobChanged({ id, state }) {
        if (state !== "waiting") return;
        env.emulator.control.revokeToken(tokenOf(env, "dora"));
        void worker.jobs.cancel(id);
      },
    });
    const id = await runJobToEnd(env, worker, "unwatch");
    expect(await env.job(id)).toMatchObject({ state: "cancelled", counts: { inProgress: 0, done: 0, failed: 3 } });
    expect((await readItems(env.lists, id)).map(({ state, reason }) => [state, reason])).toMatchObject(
      Array(3).fill(["failed", { kind: "unverified", cause: "token" }]),
    );
  });

  test("a cancelled job whose account is locked stops, and verifies its writes after unlocking", async () => {
    const env = await begin(many(3, { watch: "watching" }));
    // The writes take effect, but their responses are lost.
    env.emulator.control.faults.add({ operation: "deleteSubscription", cut: "connection", executed: true });
    const headers = { "retry-after": "3000" };
    const limit = { status: 429, message: "You have exceeded a secondary rate limit", headers };
    env.emulator.control.faults.add({ operation: "getSubscription", ...limit });
    let access = new AbortController();
    const firstAccess = access;
    let isLocked = false;
    const worker: TestWorker = env.startWorker({
      accessTo: () => access.signal,
      token() {
        if (isLocked) throw new UnavailableError({ kind: "locked" });
        return tokenOf(env, "dora");
      },
      onJobChanged({ id, state, waiting }) {
        if (state === "waiting") void worker.jobs.cancel(id);
        if (state !== "cancelling" || waiting?.reason.kind !== "limit" || access !== firstAccess) return;
        isLocked = true;
        access = new AbortController();
        firstAccess.abort(new RefusedError("Locked.", "locked"));
      },
    });
    const lockedAt = env.clock.now();
    const id = await runJobToEnd(env, worker, "unwatch");
    expect(env.clock.now() - lockedAt).toBeLessThan(3_000_000);
    const stopped = { state: "cancelling", waiting: null, reason: { kind: "locked" }, counts: { inProgress: 3 } };
    expect(await env.job(id)).toMatchObject(stopped);
    // Neither a restart of the worker nor another lock changes it.
    await worker.jobs.resumeAll();
    await worker.jobs.suspendAccount(env.account, { kind: "locked" });
    expect(await env.job(id)).toMatchObject(stopped);
    isLocked = false;
    env.emulator.control.faults.clear();
    await worker.jobs.resumeAccount(env.account);
    await worker.run();
    expect(await env.job(id)).toMatchObject({ state: "cancelled", reason: null, counts: { inProgress: 0, done: 3 } });
    expect(await env.states("watch")).toEqual(watches("not-watching", "not-watching", "not-watching"));
  });

  test("queued jobs are paused and cancelled immediately", async () => {
    const env = await begin(many(30, { starred: true }));
    const worker = env.startWorker();
    const first = await startJob(env, worker, "unstar");
    const [second, third] = [await startJob(env, worker, "star"), await startJob(env, worker, "star")];
    await worker.jobs.pause(second);
    await worker.jobs.cancel(third);
    expect(await env.job(second)).toMatchObject({ state: "paused" });
    expect(await env.job(third)).toMatchObject({ state: "cancelled", counts: { skipped: 30 } });
    await worker.run();
    expect(await env.job(first)).toMatchObject({ state: "done" });
    await worker.jobs.cancel(second);
    expect(await env.job(second)).toMatchObject({ state: "cancelled" });
  });
});
