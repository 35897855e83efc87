import "fake-indexeddb/auto";
import "./browser.fixture.ts";
import type { Emulator } from "@forgehand/emulator";
import { afterEach, beforeEach, describe, expect, vi } from "vitest";
import { accountId } from "../lists/account-id.ts";
import { accessTo } from "./account-access.ts";
import { activeAccount, findAccount, removeAccount } from "./accounts.ts";
import {
  browserEvents,
  permissionOverrides,
  sessionStorageValues,
  setManagedPolicy,
  useListeners,
} from "./browser.fixture.ts";
import { useFastPassphrases } from "./fast-passphrases.fixture.ts";
import { handleMessage } from "./handlers/handle-message.ts";
import { createPageSender, EXTENSION_PAGE, resetWorker } from "./handlers/messages.fixture.ts";
import { type HoldingProxy, runPending, test } from "./holding-proxy.fixture.ts";
import { addLifecycleListeners } from "./lifecycle-listeners.ts";
import { lockNow } from "./lock.ts";
import { storedPages } from "./state.fixture.ts";
import { readJob, startJob, startStuckJob } from "./stuck-job.fixture.ts";

const PASSPHRASE = "a long passphrase";
const INTENT = { control: "review-request", intent: { add: [{ kind: "user", name: "carol" }] } };

useListeners(addLifecycleListeners);
useFastPassphrases();
beforeEach(resetWorker);
afterEach(() => {
  vi.useRealTimers();
  permissionOverrides.clear();
  browserEvents.permissionsGranted.emit();
});

const send = (type: string, payload: object = {}) => handleMessage({ type, ...payload }, EXTENSION_PAGE);
const refOf = ({ webUrl }: Emulator, login = "alice") => ({ origin: webUrl, login });

async function signIn({ webUrl, tokens }: Emulator, { apiUrl }: HoldingProxy, login = "alice"): Promise<void> {
  const account = { origin: webUrl, apiUrl, dialect: "auto", token: tokens[login] };
  expect(await send("save-account", account)).toMatchObject({ ok: true });
}

const cachedResponses = () => [...sessionStorageValues.keys()].filter((key) => key.startsWith("last "));

/** Waits until calls are held back, and returns a function that returns those sent later. */
async function callsAreHeld({ calls, heldCount }: HoldingProxy): Promise<() => readonly string[]> {
  await expect.poll(heldCount).toBeGreaterThan(0);
  let count: number;
  // Calls that were sent can still arrive.
  do {
    count = calls.length;
    await runPending();
  } while (calls.length > count);
  return () => calls.slice(count);
}

const locked = { ok: false, problem: { kind: "locked", text: "lockedAway" } };

/** Ways in which tokens are locked. */
const LOCK_CASES: readonly (readonly [name: string, lock: () => Promise<unknown>])[] = [
  ["the user locks", () => send("lock")],
  [
    "the time is up",
    async () => {
      vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000, toFake: ["Date"] });
      browserEvents.alarm.emit({ name: "forgehand-lock" });
      await vi.waitFor(async () => expect(await send("lock-state")).toMatchObject({ value: "locked" }));
    },
  ],
  [
    "another message notices that the time is up",
    async () => {
      vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000, toFake: ["Date"] });
      expect(await send("lock-state")).toMatchObject({ value: "locked" });
    },
  ],
];

describe.for(LOCK_CASES)("when %s", ([, lock]) => {
  test("data of the popup that was requested before is not cached", async ({ emulator, proxy }) => {
    await signIn(emulator, proxy);
    await send("set-passphrase", { passphrase: PASSPHRASE });
    proxy.hold(/rate_limit|search/);
    const replies = [send("limits", refOf(emulator)), send("waiting-reviews", refOf(emulator))];
    const laterCalls = await callsAreHeld(proxy);
    await lock();
    proxy.release();
    expect(await Promise.all(replies)).toMatchObject([locked, locked]);
    await runPending();
    expect([cachedResponses(), laterCalls()]).toEqual([[], []]);
  });

  test("a search for reviewers sends no more calls, and reports the reason", async ({ emulator, proxy }) => {
    await signIn(emulator, proxy);
    await send("set-passphrase", { passphrase: PASSPHRASE });
    proxy.hold(/acme/);
    const reply = createPageSender(emulator, "/acme/widgets/pull/1")("candidates");
    const laterCalls = await callsAreHeld(proxy);
    await lock();
    proxy.release();
    expect(await reply).toMatchObject(locked);
    await runPending();
    expect(laterCalls()).toEqual([]);
  });

  test("a change reports that its outcome is unknown, and works again after unlocking", async ({ emulator, proxy }) => {
    await signIn(emulator, proxy);
    await send("set-passphrase", { passphrase: PASSPHRASE });
    const sendAsPage = createPageSender(emulator, "/acme/widgets/pull/1");
    proxy.hold(/requested_reviewers/);
    const reply = sendAsPage("change", INTENT);
    const laterCalls = await callsAreHeld(proxy);
    await lock();
    proxy.release();
    expect(await reply).toMatchObject({
      ok: true,
      value: {
        state: { "review-request": { why: locked.problem } },
        problem: { kind: "locked", text: "outcomeUnknown|lockedAway" },
      },
    });
    await runPending();
    expect([laterCalls(), await storedPages()]).toEqual([[], []]);
    await send("unlock", { passphrase: PASSPHRASE });
    expect(await sendAsPage("states", { control: "review-request" })).toMatchObject({
      value: { "review-request": { requested: [{ name: "carol" }] } },
    });
  });
});

describe("when an account is removed", () => {
  const removed = (emulator: Emulator) => ({ kind: "account", text: `accountWasRemoved|alice|${emulator.webUrl}` });

  test("states that were requested before are not cached", async ({ emulator, proxy }) => {
    await signIn(emulator, proxy);
    proxy.hold(/starred|subscription|repos/);
    const sendAsPage = createPageSender(emulator, "/acme/widgets");
    const replies = [sendAsPage("states", { control: "star" }), sendAsPage("states", { control: "watch" })];
    const laterCalls = await callsAreHeld(proxy);
    expect(await send("remove-account", refOf(emulator))).toEqual({ ok: true, value: [] });
    proxy.release();
    expect(await Promise.all(replies)).toMatchObject([
      { value: { star: { why: removed(emulator) } } },
      { value: { watch: { why: removed(emulator) } } },
    ]);
    await runPending();
    expect([await storedPages(), laterCalls()]).toEqual([[], []]);
  });

  test("states that were read, but not yet cached, are not cached either", async ({ emulator, proxy }) => {
    await signIn(emulator, proxy);
    const sendAsPage = createPageSender(emulator, "/acme/widgets");
    for (let round = 0; round < 20; round += 1) {
      await signIn(emulator, proxy);
      const reply = sendAsPage("states", { control: "star" });
      const count = proxy.calls.length;
      await vi.waitFor(() => expect(proxy.calls.length).toBeGreaterThan(count), { interval: 1 });
      // Removed at different times after the response.
      for (let turn = 0; turn < round * 3; turn += 1) await new Promise(setImmediate);
      await send("remove-account", refOf(emulator));
      await reply;
      await runPending();
      expect(await storedPages()).toEqual([]);
    }
  });

  test("a change reports that its outcome is unknown", async ({ emulator, proxy }) => {
    await signIn(emulator, proxy);
    proxy.hold(/starred/);
    const change = { control: "star", intent: { starred: true } };
    const reply = createPageSender(emulator, "/acme/widgets")("change", change);
    const laterCalls = await callsAreHeld(proxy);
    await send("remove-account", refOf(emulator));
    proxy.release();
    const problem = { kind: "account", text: `outcomeUnknown|accountWasRemoved|alice|${emulator.webUrl}` };
    expect(await reply).toMatchObject({ ok: true, value: { problem } });
    await runPending();
    expect([await storedPages(), laterCalls()]).toEqual([[], []]);
  });

  test("calls of the host's other account continue", async ({ emulator, proxy }) => {
    for (const login of ["alice", "bob"]) await signIn(emulator, proxy, login);
    proxy.hold(/starred|repos/);
    const reply = createPageSender(emulator, "/acme/widgets")("states", { control: "star" });
    await callsAreHeld(proxy);
    await send("remove-account", refOf(emulator, "alice"));
    proxy.release();
    expect(await reply).toMatchObject({ value: { star: { starred: false } } });
    expect(await storedPages()).toEqual([`${emulator.webUrl}/acme/widgets`]);
  });
});

describe("while a cancelled job waits for a rate limit to verify a write", () => {
  const watched = { owner: "acme", name: "widgets", wanted: { watch: "watching" } };
  const missing = Array.from({ length: 39 }, (_, index) => ({ ...watched, name: `missing-${index}` }));

  /** Starts a stuck job of alice's, and a job of bob's whose calls are held back. */
  async function startJobs(emulator: Emulator, proxy: HoldingProxy) {
    for (const login of ["alice", "bob"]) await signIn(emulator, proxy, login);
    await send("set-passphrase", { passphrase: PASSPHRASE });
    const stuck = await startStuckJob(emulator);
    proxy.hold(/acme/);
    const running = await startJob(accountId(refOf(emulator, "bob")), [watched, ...missing]);
    return { stuck, running, laterCalls: await callsAreHeld(proxy) };
  }

  test.for(LOCK_CASES)("when %s, jobs of all accounts stop", async ([, lock], { emulator, proxy }) => {
    const { stuck, running, laterCalls } = await startJobs(emulator, proxy);
    await lock();
    proxy.release();
    await expect.poll(() => readJob(running)).toMatchObject({ state: "paused", reason: { kind: "locked" } });
    const stopped = { state: "cancelling", waiting: null, reason: { kind: "locked" }, counts: { inProgress: 1 } };
    await expect.poll(() => readJob(stuck)).toMatchObject(stopped);
    await runPending();
    expect(laterCalls()).toEqual([]);
    expect(await readJob(running)).toMatchObject({ counts: { notStarted: 40 } });
    vi.useRealTimers();
    await send("unlock", { passphrase: PASSPHRASE });
    await expect.poll(() => readJob(running)).toMatchObject({ counts: { done: 1 } });
    // It still has to be verified.
    await expect
      .poll(() => readJob(stuck))
      .toMatchObject({ state: "cancelling", waiting: { reason: { kind: "limit" } } });
    await send("wipe");
  });

  test("another account can be removed, whose job stops and is deleted", async ({ emulator, proxy }) => {
    const { stuck, running, laterCalls } = await startJobs(emulator, proxy);
    await send("remove-account", refOf(emulator, "bob"));
    proxy.release();
    await expect.poll(() => readJob(running)).toBeUndefined();
    await runPending();
    expect(laterCalls()).toEqual([]);
    expect(await readJob(stuck)).toMatchObject({ state: "cancelling", counts: { inProgress: 1 } });
    await send("wipe");
  });

  test("its account can be removed, and it is deleted", async ({ emulator, proxy }) => {
    const { stuck, running } = await startJobs(emulator, proxy);
    await send("remove-account", refOf(emulator));
    await expect.poll(() => readJob(stuck)).toBeUndefined();
    proxy.release();
    await expect.poll(() => readJob(running)).toMatchObject({ counts: { done: 1 } });
    await send("wipe");
  });
});

describe("calls in flight", () => {
  test.for([
    ["permission", () => setManagedPolicy({ allowedHosts: [] }), () => browserEvents.stored.emit({}, "managed")],
    [
      "account",
      ({ webUrl }: Emulator) =>
        permissionOverrides.set(`${new URL(webUrl).protocol}//${new URL(webUrl).hostname}/*`, false),
      () => browserEvents.permissionsRevoked.emit(),
    ],
  ] as const)(
    "are cancelled when their host is no longer allowed: %s",
    async ([kind, forbid, emit], { emulator, proxy }) => {
      await signIn(emulator, proxy);
      proxy.hold(/rate_limit/);
      const reply = send("limits", refOf(emulator));
      await callsAreHeld(proxy);
      forbid(emulator);
      emit();
      await runPending();
      proxy.release();
      expect(await reply).toMatchObject({ ok: false, problem: { kind } });
      expect(cachedResponses()).toEqual([]);
    },
  );

  test("are cancelled when all tokens are deleted because the passphrase is lost", async ({ emulator, proxy }) => {
    await signIn(emulator, proxy);
    await send("set-passphrase", { passphrase: PASSPHRASE });
    proxy.hold(/rate_limit/);
    const reply = send("limits", refOf(emulator));
    await callsAreHeld(proxy);
    await send("forget-passphrase");
    proxy.release();
    const text = `tokenIsMissing|alice|${emulator.webUrl}`;
    expect(await reply).toMatchObject({ ok: false, problem: { kind: "account", text } });
    expect(cachedResponses()).toEqual([]);
  });

  test("continue when the passphrase is set, changed or removed", async ({ emulator, proxy }) => {
    await signIn(emulator, proxy);
    for (const [type, payload] of [
      ["set-passphrase", { passphrase: PASSPHRASE }],
      ["change-passphrase", { old: PASSPHRASE, passphrase: "another passphrase" }],
      ["remove-passphrase", { passphrase: "another passphrase" }],
    ] as const) {
      const heldBefore = proxy.heldCount();
      proxy.hold(/rate_limit/);
      const reply = send("limits", refOf(emulator));
      await expect.poll(proxy.heldCount).toBeGreaterThan(heldBefore);
      expect(await send(type, payload)).toMatchObject({ ok: true });
      proxy.release();
      expect(await reply).toMatchObject({ ok: true });
    }
  });
});

test("an account that is read while it is locked or removed cannot be used afterwards", async ({ emulator, proxy }) => {
  const ref = refOf(emulator);
  await signIn(emulator, proxy);
  await send("set-passphrase", { passphrase: PASSPHRASE });
  for (let round = 0; round < 40; round += 1) {
    await send("unlock", { passphrase: PASSPHRASE });
    const read = [activeAccount(emulator.webUrl), findAccount(ref)].map((account) => account.catch(() => undefined));
    for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate);
    await lockNow();
    for (const account of await Promise.all(read)) expect(account?.access.aborted ?? true).toBe(true);
  }
  await send("unlock", { passphrase: PASSPHRASE });
  for (let round = 0; round < 20; round += 1) {
    await signIn(emulator, proxy);
    const read = [activeAccount(emulator.webUrl), findAccount(ref)].map((account) => account.catch(() => undefined));
    for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate);
    await removeAccount(ref);
    for (const account of await Promise.all(read)) expect(account?.access.aborted ?? true).toBe(true);
  }
  expect(accessTo(ref).aborted).toBe(false);
});
