import "fake-indexeddb/auto";
import "./browser.fixture.ts";
import type { Emulator } from "@forgehand/emulator";
import { afterEach, beforeEach, describe, expect, vi } from "vitest";
import { browser } from "wxt/browser";
import { LISTS_STORES, openListsDatabase } from "../lists/database.ts";
import { DEFAULT_SETTINGS } from "../settings.ts";
import { localStorageValues, syncStorageValues, tabs } from "./browser.fixture.ts";
import { useFastPassphrases } from "./fast-passphrases.fixture.ts";
import { handleMessage } from "./handlers/handle-message.ts";
import { createPageSender, EXTENSION_PAGE, resetWorker } from "./handlers/messages.fixture.ts";
import { type HoldingProxy, runPending, test } from "./holding-proxy.fixture.ts";
import { bulkServices } from "./lists/bulk-services.ts";
import { readAllStoredData } from "./stored-data.fixture.ts";
import { readJob, startJob, startStuckJob } from "./stuck-job.fixture.ts";

const PASSPHRASE = "a long passphrase";

useFastPassphrases();
beforeEach(resetWorker);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const send = (type: string, payload: object = {}) => handleMessage({ type, ...payload }, EXTENSION_PAGE);

const accountOf = ({ webUrl, tokens }: Emulator, { apiUrl }: HoldingProxy) => ({
  origin: webUrl,
  apiUrl,
  dialect: "auto",
  token: tokens["alice"],
});

async function signIn(emulator: Emulator, proxy: HoldingProxy): Promise<void> {
  expect(await send("save-account", accountOf(emulator, proxy))).toMatchObject({ ok: true });
}

/** Expects that neither the account nor anything that was read with it is stored. */
async function expectNothingStored({ webUrl, tokens }: Emulator, { apiUrl }: HoldingProxy): Promise<void> {
  const stored = await readAllStoredData();
  const { host } = new URL(apiUrl);
  const texts = [tokens["alice"] ?? "", "alice", webUrl, host, "widgets", "sealed", '"key"', "dark"];
  expect(texts.filter((text) => stored.includes(text))).toEqual([]);
  expect(await send("accounts")).toEqual({ ok: true, value: [] });
  expect(await send("lock-state")).toEqual({ ok: true, value: "none" });
}

interface InterruptedAction {
  /** Calls whose responses are held back while all data is deleted. */
  readonly path: RegExp;
  readonly start: (emulator: Emulator, proxy: HoldingProxy) => Promise<unknown>;
  readonly isSignedIn?: boolean;
  readonly reply: object;
}

const deleted = { ok: false, problem: { text: "dataWasDeleted" } };
const ref = ({ webUrl }: Emulator) => ({ origin: webUrl, login: "alice" });
const account = ({ webUrl }: Emulator) => `alice ${webUrl}`;
const unknownOutcome = { problem: { text: "outcomeUnknown|dataWasDeleted" } };
const items = [{ owner: "acme", name: "widgets", wanted: { starred: true } }];

const CALLING_ACTIONS: Readonly<Record<string, InterruptedAction>> = {
  "save-account": {
    path: /\/user$/,
    isSignedIn: false,
    start: (emulator, proxy) => send("save-account", accountOf(emulator, proxy)),
    reply: deleted,
  },
  "test-account": {
    path: /\/user$/,
    start: (emulator) => send("test-account", ref(emulator)),
    reply: { ok: true, value: { problem: deleted.problem } },
  },
  states: {
    path: /starred|repos/,
    start: (emulator) => createPageSender(emulator, "/acme/widgets")("states", { control: "star" }),
    reply: { ok: true, value: { star: { why: deleted.problem } } },
  },
  "row-states": {
    path: /starred|repos/,
    start: (emulator) =>
      createPageSender(emulator, "/stars")("row-states", {
        row: { owner: "acme", repo: "widgets" },
        controls: ["star"],
      }),
    reply: { ok: true, value: { star: { why: deleted.problem } } },
  },
  change: {
    path: /starred/,
    start: (emulator) =>
      createPageSender(emulator, "/acme/widgets")("change", { control: "star", intent: { starred: true } }),
    reply: { ok: true, value: unknownOutcome },
  },
  "change-entry": {
    path: /starred/,
    start: (emulator) =>
      send("change-entry", { account: account(emulator), owner: "acme", name: "widgets", wanted: { starred: true } }),
    reply: { ok: true, value: unknownOutcome },
  },
  candidates: {
    path: /pulls\/1$/,
    start: (emulator) => createPageSender(emulator, "/acme/widgets/pull/1")("candidates"),
    reply: deleted,
  },
  limits: { path: /rate_limit/, start: (emulator) => send("limits", ref(emulator)), reply: deleted },
  "waiting-reviews": {
    path: /search/,
    start: (emulator) => send("waiting-reviews", ref(emulator)),
    reply: deleted,
  },
  "lists-refresh": {
    path: /./,
    start: (emulator) => send("lists-refresh", { account: account(emulator) }),
    reply: { ok: true },
  },
};

describe("after all data was deleted, nothing is stored again", () => {
  test.for(Object.keys(CALLING_ACTIONS))("by %s, whose calls were in flight", async (name, { emulator, proxy }) => {
    const action = CALLING_ACTIONS[name];
    if (!action) return expect.unreachable();
    const { path, start, isSignedIn = true, reply } = action;
    if (isSignedIn) await signIn(emulator, proxy);
    proxy.hold(path);
    const replied = start(emulator, proxy);
    await expect.poll(proxy.heldCount).toBeGreaterThan(0);
    await runPending();
    const callsBefore = proxy.calls.length;
    expect(await send("wipe")).toEqual({ ok: true, value: { keptHosts: [] } });
    proxy.release();
    expect(await replied).toMatchObject(reply);
    await runPending();
    await expectNothingStored(emulator, proxy);
    expect(proxy.calls.slice(callsBefore)).toEqual([]);
  });

  test("by a job whose write was in flight, which is completed", async ({ emulator, proxy }) => {
    await signIn(emulator, proxy);
    proxy.hold(/^PUT .*starred/);
    const several = [...items, { owner: "acme", name: "gears", wanted: { starred: true } }];
    expect(
      await send("jobs-start", { job: { account: account(emulator), action: "import", items: several } }),
    ).toMatchObject({ ok: true });
    await expect.poll(proxy.heldCount).toBeGreaterThan(0);
    const wiped = send("wipe");
    await runPending();
    proxy.release();
    expect(await wiped).toMatchObject({ ok: true });
    await (await bulkServices()).jobs.whenIdle();
    await runPending();
    await expectNothingStored(emulator, proxy);
  });

  test("by a cancelled job that waits for a rate limit, which is not waited for", async ({ emulator, proxy }) => {
    await signIn(emulator, proxy);
    await startStuckJob(emulator);
    const callsBefore = proxy.calls.length;
    expect(await send("wipe")).toEqual({ ok: true, value: { keptHosts: [] } });
    await runPending();
    await expectNothingStored(emulator, proxy);
    expect(proxy.calls.slice(callsBefore)).toEqual([]);
  });

  /** Holds the derivation of keys until the returned function is called. */
  function holdKeys(): { readonly heldCount: () => number; readonly release: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
    let heldCount = 0;
    vi.spyOn(crypto.subtle, "deriveBits").mockImplementation(async (...args) => {
      heldCount += 1;
      await promise;
      return derive(...args);
    });
    return { heldCount: () => heldCount, release: resolve };
  }

  test.for([
    ["set-passphrase", false, { passphrase: PASSPHRASE }],
    ["change-passphrase", true, { old: PASSPHRASE, passphrase: "another passphrase" }],
    ["remove-passphrase", true, { passphrase: PASSPHRASE }],
    ["unlock", true, { passphrase: PASSPHRASE }],
  ] as const)("by %s, which was deriving a key", async ([type, isSealed, payload], { emulator, proxy }) => {
    await signIn(emulator, proxy);
    if (isSealed) await send("set-passphrase", { passphrase: PASSPHRASE });
    if (type === "unlock") await send("lock");
    const keys = holdKeys();
    const replied = send(type, payload);
    await expect.poll(keys.heldCount).toBe(1);
    const wiped = send("wipe");
    await runPending();
    keys.release();
    expect(await replied).toMatchObject(deleted);
    expect(await wiped).toMatchObject({ ok: true });
    await runPending();
    await expectNothingStored(emulator, proxy);
  });

  test("by an import of settings and accounts, or by saved settings", async ({ emulator, proxy }) => {
    const settings = { ...DEFAULT_SETTINGS, theme: "dark" };
    const accounts = Array.from({ length: 100 }, (_, index) => ({
      origin: `https://host-${index}.example.com`,
      login: "alice",
    }));
    const text = JSON.stringify({ forgehand: 1, settings, accounts });
    const actions = [
      ["import-settings", { text, allowWeaker: false }, 20],
      ["save-settings", { settings }, 0],
    ] as const;
    for (const [type, payload, turns] of actions) {
      const replied = send(type, payload);
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      const wiped = send("wipe");
      expect([await replied, await wiped]).toMatchObject([deleted, { ok: true }]);
      await runPending();
      await expectNothingStored(emulator, proxy);
    }
  });
});

/** Starts the deletion of all data, expects that it takes 15 seconds, and ends these. */
async function wipeWithin15Seconds({ tokens }: Emulator): Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let isWiped = false;
  const wiped = send("wipe").finally(() => {
    isWiped = true;
  });
  await runPending();
  vi.advanceTimersByTime(14_999);
  await runPending();
  expect(isWiped).toBe(false);
  // The tokens are deleted before the wait.
  expect(await readAllStoredData()).not.toContain(tokens["alice"]);
  vi.advanceTimersByTime(1);
  expect(await wiped).toMatchObject({ ok: true });
  vi.useRealTimers();
}

describe("while all data is being deleted", () => {
  /** Starts the deletion, which waits for a passphrase's key until the returned function is called. */
  async function startWipe() {
    const { promise, resolve } = Promise.withResolvers<void>();
    const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
    const spy = vi.spyOn(crypto.subtle, "deriveBits").mockImplementation(async (...args) => {
      await promise;
      return derive(...args);
    });
    const replied = send("set-passphrase", { passphrase: PASSPHRASE });
    await expect.poll(() => spy.mock.calls.length).toBe(1);
    const wiped = send("wipe");
    await runPending();
    return async () => {
      resolve();
      await replied;
      return wiped;
    };
  }

  test("user actions are refused, and other messages wait", async ({ emulator, proxy }) => {
    await signIn(emulator, proxy);
    await send("save-settings", { settings: { ...DEFAULT_SETTINGS, theme: "dark" } });
    const finish = await startWipe();
    const refused = { ok: false, problem: { text: "dataIsBeingDeleted" } };
    expect(await send("save-account", accountOf(emulator, proxy))).toMatchObject(refused);
    expect(await send("set-passphrase", { passphrase: PASSPHRASE })).toMatchObject(refused);
    expect(await send("wipe")).toMatchObject(refused);
    const waiting = [
      send("accounts"),
      send("settings"),
      createPageSender(emulator, "/acme/widgets")("states", { control: "star" }),
    ];
    expect(await finish()).toMatchObject({ ok: true });
    expect(await Promise.all(waiting)).toMatchObject([
      { ok: true, value: [] },
      { ok: true, value: { settings: DEFAULT_SETTINGS } },
      { ok: false, problem: { text: `noAccountFor|${emulator.webUrl}` } },
    ]);
    await expectNothingStored(emulator, proxy);
    // Afterwards, everything works again.
    await signIn(emulator, proxy);
    expect(await createPageSender(emulator, "/acme/widgets")("states", { control: "star" })).toMatchObject({
      value: { star: { starred: false } },
    });
  });

  test("a tab that never runs a script delays it by 15 seconds", async ({ emulator, proxy }) => {
    await signIn(emulator, proxy);
    tabs.set(1, `${emulator.webUrl}/acme/widgets`);
    const { promise: injected, resolve: finishInjection } = Promise.withResolvers<void>();
    const injection = vi.spyOn(browser.scripting, "executeScript").mockImplementation(async () => injected);
    const loaded = createPageSender(emulator, "/acme/widgets")("load", { part: "reviewers" });
    await expect.poll(() => injection.mock.calls.length).toBe(1);
    await wipeWithin15Seconds(emulator);
    finishInjection();
    await loaded;
    await expectNothingStored(emulator, proxy);
  });

  test("a job's write that is never answered delays it by 15 seconds, and can store nothing later", async ({
    emulator,
    proxy,
  }) => {
    await signIn(emulator, proxy);
    proxy.hold(/^PUT .*starred/);
    const job = await startJob(account(emulator), items);
    await expect.poll(proxy.heldCount).toBe(1);
    await wipeWithin15Seconds(emulator);
    await expectNothingStored(emulator, proxy);
    // The job must not continue with a token that was saved since.
    await signIn(emulator, proxy);
    const lists = await openListsDatabase();
    const callsBefore = proxy.calls.length;
    proxy.release();
    await runPending();
    const counts = await Promise.all(LISTS_STORES.map((store) => lists.count(store)));
    expect(counts).toEqual(LISTS_STORES.map(() => 0));
    lists.close();
    expect([await readJob(job), proxy.calls.slice(callsBefore)]).toEqual([undefined, []]);
  });
});

test("the browser's local and synchronized storage are cleared, although nothing is stored there", async () => {
  localStorageValues.set("left", "by a page");
  syncStorageValues.set("left", "by a page");
  expect(await send("wipe")).toMatchObject({ ok: true });
  expect([localStorageValues.size, syncStorageValues.size]).toEqual([0, 0]);
});
