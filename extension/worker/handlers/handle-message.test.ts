import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openListsDatabase } from "../../lists/database.ts";
import { readGathering } from "../../lists/read-lists.ts";
import { replaceAllAccounts } from "../account-store.ts";
import { saveAccount } from "../accounts.ts";
import { resetBrowser, sessionStorageValues, setManagedPolicy } from "../browser.fixture.ts";
import { useFastPassphrases } from "../fast-passphrases.fixture.ts";
import type { Sender } from "../message-subject.ts";
import { resetState, storedPages, storePageStates } from "../state.fixture.ts";
import { handleMessage } from "./handle-message.ts";
import { pageSender } from "./messages.fixture.ts";
import { USER_ACTIONS } from "./user-actions.ts";

useFastPassphrases();

const FORGE = "https://forge.example.com";

const list = pageSender(`${FORGE}/stars`);
const row = { page: `${FORGE}/stars`, row: { owner: "acme", repo: "widgets" } };
const setStar = {
  type: "change",
  ...row,
  control: "star",
  intent: { starred: true },
  login: "alice",
  signedIn: "alice",
};

const fetchSpy = vi.fn<typeof fetch>(async () => Response.error());

beforeEach(async () => {
  resetBrowser();
  await resetState();
  fetchSpy.mockClear();
  vi.stubGlobal("fetch", fetchSpy);
  await replaceAllAccounts([], undefined);
  await saveAccount({
    origin: FORGE,
    apiUrl: `${FORGE}/api/v3`,
    dialect: "github",
    login: "alice",
    token: "ghp_alice",
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const switchedOff = { ok: false, problem: { kind: "permission", text: "switchedOff" } };

describe("controls that an administrator disabled", () => {
  test("cannot be used in rows if the rows are disabled", async () => {
    setManagedPolicy({ controlsOff: ["rows"] });
    const star = { ...row, control: "star" };
    expect(await handleMessage({ type: "row-states", ...row, controls: ["star"] }, list)).toMatchObject(switchedOff);
    expect(await handleMessage({ type: "states", ...star }, list)).toMatchObject(switchedOff);
    expect(await handleMessage(setStar, list)).toMatchObject(switchedOff);
    const pull = { page: `${FORGE}/pulls`, row: { ...row.row, number: 7 } };
    const pulls = { ...list, tabUrl: pull.page };
    expect(await handleMessage({ type: "candidates", ...pull }, pulls)).toMatchObject(switchedOff);
    expect(fetchSpy).not.toHaveBeenCalled();
  });

  test("cannot be used in rows, even together with enabled controls", async () => {
    setManagedPolicy({ controlsOff: ["watch"] });
    expect(await handleMessage({ type: "row-states", ...row, controls: ["star", "watch"] }, list)).toMatchObject(
      switchedOff,
    );
    expect(fetchSpy).not.toHaveBeenCalled();
  });
});

describe("controls that an administrator disabled are disabled in lists and jobs", () => {
  const extensionPage: Sender = { isExtensionPage: true };
  const account = `alice ${FORGE}`;

  test("for a change of one entry", async () => {
    setManagedPolicy({ controlsOff: ["watch"] });
    const entry = { type: "change-entry", account, owner: "acme", name: "widgets", wanted: { watch: "ignoring" } };
    expect(await handleMessage(entry, extensionPage)).toMatchObject(switchedOff);
    expect(fetchSpy).not.toHaveBeenCalled();
  });

  test("for jobs and imported files", async () => {
    setManagedPolicy({ controlsOff: ["watch"] });
    const start = (job: object) => handleMessage({ type: "jobs-start", job: { account, ...job } }, extensionPage);
    expect(await start({ action: "unwatch", ids: [1] })).toMatchObject(switchedOff);
    const items = [{ owner: "acme", name: "widgets", wanted: { watch: "watching" } }];
    expect(await start({ action: "import", items })).toMatchObject(switchedOff);
    expect(fetchSpy).not.toHaveBeenCalled();
  });
});

test("the token of an allowed host is not sent to another host's API", async () => {
  setManagedPolicy({ allowedHosts: ["forge.example.com"] });
  const save = (apiUrl: string) =>
    handleMessage(
      { type: "save-account", origin: FORGE, apiUrl, dialect: "github", token: "ghp_alice" },
      { isExtensionPage: true },
    );
  expect(await save("https://elsewhere.example.com/api/v3")).toMatchObject({
    ok: false,
    problem: { kind: "permission" },
  });
  expect(fetchSpy).not.toHaveBeenCalled();
  await save(`${FORGE}/api/v3`);
  expect(fetchSpy).toHaveBeenCalled();
});

test("only user actions postpone the lock", async () => {
  const extensionPage: Sender = { isExtensionPage: true };
  const lastActivityAt = Date.now();
  vi.useFakeTimers({ now: lastActivityAt, toFake: ["Date"] });
  await handleMessage({ type: "set-passphrase", passphrase: "a long passphrase" }, extensionPage);
  const lastActivity = () => sessionStorageValues.get("lock");
  vi.setSystemTime(lastActivityAt + 60_000);
  await handleMessage({ type: "states", ...row, control: "star" }, list);
  await handleMessage({ type: "unlock-wait" }, extensionPage);
  expect(lastActivity()).toMatchObject({ lastActivityAt });
  await handleMessage(setStar, list);
  expect(lastActivity()).toMatchObject({ lastActivityAt: Date.now() });
});

/** Messages that have no fields and lock the tokens or delete everything. */
const LOCKING: readonly string[] = ["lock", "forget-passphrase", "wipe"];

test.for(Object.entries(USER_ACTIONS).filter(([type]) => !LOCKING.includes(type)))(
  "%s of the extension's pages postpones the lock: %s",
  async ([type, isUserAction]) => {
    const extensionPage: Sender = { isExtensionPage: true };
    const startedAt = Date.now();
    vi.useFakeTimers({ now: startedAt, toFake: ["Date"] });
    await handleMessage({ type: "set-passphrase", passphrase: "a long passphrase" }, extensionPage);
    for (let minutes = 1; minutes <= 3; minutes += 1) {
      vi.setSystemTime(startedAt + minutes * 60_000);
      await handleMessage({ type }, extensionPage);
    }
    expect(sessionStorageValues.get("lock")).toMatchObject({
      lastActivityAt: isUserAction ? Date.now() : startedAt,
    });
  },
);

test("removing an account deletes what was cached for it, and nothing else", async () => {
  const extensionPage: Sender = { isExtensionPage: true };
  await storePageStates({
    [`${FORGE}/acme/secret`]: { login: "alice", at: 1, states: {} },
    [`${FORGE}/acme/widgets`]: { login: "bob", at: 1, states: {} },
    "https://forge.example.com.example/acme/widgets": { login: "alice", at: 1, states: {} },
  });
  sessionStorageValues.set(`last waiting-reviews ${FORGE} alice`, {
    latest: [{ title: "Something secret" }],
    total: 1,
  });
  const lists = await openListsDatabase();
  for (const login of ["alice", "bob"]) await lists.put("gatherings", await readGathering(lists, `${login} ${FORGE}`));
  expect(await handleMessage({ type: "remove-account", origin: FORGE, login: "alice" }, extensionPage)).toMatchObject({
    ok: true,
  });
  expect(await storedPages()).toEqual(["https://forge.example.com.example/acme/widgets", `${FORGE}/acme/widgets`]);
  expect([...sessionStorageValues.keys()].filter((key) => key.startsWith("last "))).toEqual([]);
  // Alice was removed and bob was never stored, so the lists of both are deleted.
  await expect.poll(() => lists.getAllKeys("gatherings"), { timeout: 20_000 }).toEqual([]);
  lists.close();
});

test("locking clears the popup's cached data", async () => {
  const extensionPage: Sender = { isExtensionPage: true };
  sessionStorageValues.set(`last waiting-reviews ${FORGE} alice`, {
    latest: [{ title: "Something secret" }],
    total: 1,
  });
  expect(await handleMessage({ type: "lock" }, extensionPage)).toMatchObject({ ok: true });
  expect([...sessionStorageValues.keys()].filter((key) => key.startsWith("last "))).toEqual([]);
});
