import "fake-indexeddb/auto";
import "./browser.fixture.ts";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { browser } from "wxt/browser";
import { DEFAULT_SETTINGS } from "../settings.ts";
import { changeHost, keptAccounts, keptLock, replaceAll } from "./account-store.ts";
import { accountSummaries, activeAccount, allAccounts, type NewAccount, saveAccount } from "./accounts.ts";
import { alarms, resetBrowser, session } from "./browser.fixture.ts";
import {
  changePassphrase,
  forgetPassphrase,
  lockNow,
  lockState,
  removePassphrase,
  setPassphrase,
  unlock,
} from "./lock.ts";
import { LOCK_ALARM, lockIfDue, noteActivity } from "./lock-session.ts";
import { useQuickPassphrases } from "./quick-passphrases.fixture.ts";
import { writeSettings } from "./settings.ts";

useQuickPassphrases();

const FORGE = "https://forge.example.com";
const TOKEN = "ghp_alice_secret";
const PASSPHRASE = "correct horse";

const alice: NewAccount = {
  ...{ origin: FORGE, login: "alice", apiUrl: `${FORGE}/api/v3`, dialect: "github", token: TOKEN },
};

const tokenNow = async () => (await activeAccount(FORGE))?.token;
const onDisk = async () => JSON.stringify([await keptAccounts(), await keptLock()]);

beforeEach(async () => {
  resetBrowser();
  await replaceAll([], undefined);
  await saveAccount(alice);
});

afterEach(() => vi.useRealTimers());

describe("a passphrase", () => {
  test("seals tokens: nothing on disk tells them, and nothing acts until it is given again", async () => {
    expect([await lockState(), await onDisk()]).toEqual(["none", expect.stringContaining(TOKEN)]);
    await setPassphrase(PASSPHRASE);
    expect([await lockState(), await tokenNow()]).toEqual(["open", TOKEN]);
    await lockNow();
    for (const secret of [TOKEN, PASSPHRASE]) expect(await onDisk()).not.toContain(secret);
    expect(await lockState()).toBe("locked");
    await expect(activeAccount(FORGE)).rejects.toMatchObject({ name: "Refused", kind: "locked" });
    // It goes on standing on its host, so that the page can say why nothing works.
    expect([await allAccounts(), await accountSummaries()]).toMatchObject([
      [{ login: "alice", active: true }],
      [{ state: "locked" }],
    ]);
    await unlock(PASSPHRASE);
    expect(await tokenNow()).toBe(TOKEN);
  });

  test("that is wrong changes nothing", async () => {
    await setPassphrase(PASSPHRASE);
    await lockNow();
    const before = await onDisk();
    const wrong = { name: "Refused", kind: "locked", message: "passphraseIsWrong" };
    await expect(unlock("wrong horse")).rejects.toMatchObject(wrong);
    await expect(changePassphrase("wrong horse", "another horse")).rejects.toMatchObject(wrong);
    await expect(removePassphrase("wrong horse")).rejects.toMatchObject(wrong);
    expect([await lockState(), await onDisk()]).toEqual(["locked", before]);
  });

  test("that is short is refused, and a second one too", async () => {
    await expect(setPassphrase("1234567")).rejects.toMatchObject({ message: "passphraseIsShort|8" });
    expect(await lockState()).toBe("none");
    await setPassphrase(PASSPHRASE);
    await expect(setPassphrase("another horse")).rejects.toMatchObject({ message: "passphraseIsSet" });
    await lockNow();
    await unlock(PASSPHRASE);
    expect(await tokenNow()).toBe(TOKEN);
  });

  test("can be changed and removed, and what was saved meanwhile is sealed as well", async () => {
    await setPassphrase(PASSPHRASE);
    await saveAccount({ ...alice, login: "bob", token: "ghp_bob_secret" });
    expect(await onDisk()).not.toContain("ghp_bob_secret");
    await changePassphrase(PASSPHRASE, "another horse");
    await lockNow();
    await expect(unlock(PASSPHRASE)).rejects.toMatchObject({ message: "passphraseIsWrong" });
    await unlock("another horse");
    expect(await tokenNow()).toBe("ghp_bob_secret");
    await removePassphrase("another horse");
    expect(await lockState()).toBe("none");
    expect([await tokenNow(), session.has("lock")]).toEqual(["ghp_bob_secret", false]);
  });

  test("that is forgotten takes the tokens with it, and leaves the accounts", async () => {
    await setPassphrase(PASSPHRASE);
    await lockNow();
    await forgetPassphrase();
    expect([await lockState(), await allAccounts()]).toEqual(["none", []]);
    expect(await accountSummaries()).toMatchObject([{ login: "alice", state: "no token", active: false }]);
    await saveAccount(alice);
    expect(await tokenNow()).toBe(TOKEN);
  });

  test("while it isn't given, no account can be added", async () => {
    await setPassphrase(PASSPHRASE);
    await lockNow();
    await expect(saveAccount({ ...alice, login: "bob" })).rejects.toMatchObject({ kind: "locked" });
    expect(await keptAccounts()).toHaveLength(1);
  });

  test("keeps a token from being sent elsewhere: for another address it doesn't open", async () => {
    await setPassphrase(PASSPHRASE);
    await changeHost(FORGE, (accounts) => accounts.map((one) => ({ ...one, apiUrl: "https://evil.example.com" })));
    await expect(activeAccount(FORGE)).rejects.toMatchObject({ name: "Refused", kind: "account" });
  });
});

describe("tokens lock by themselves", () => {
  const minutes = async (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
    await writeSettings({ ...DEFAULT_SETTINGS, lockAfter: 15 });
    await setPassphrase(PASSPHRASE);
  });

  test("when nobody was there for a while, and not before", async () => {
    expect(alarms.get(LOCK_ALARM)).toBeGreaterThan(Date.now() + 15 * 60_000);
    await minutes(14);
    await noteActivity();
    await minutes(14);
    expect([await lockIfDue(), await tokenNow()]).toEqual([false, TOKEN]);
    await minutes(1);
    expect([await lockIfDue(), await lockState(), alarms.has(LOCK_ALARM)]).toEqual([true, "locked", false]);
  });

  test("for good, though somebody is noted at the same moment: the key doesn't come back", async () => {
    await minutes(1);
    const slow = Promise.withResolvers<object>();
    using asked = vi.spyOn(browser.storage.local, "get").mockImplementationOnce(() => slow.promise);
    const noting = noteActivity();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), 20_000);
    const locking = lockNow();
    // The database reads in order: after this read, a lock that waits for nothing has taken the key away.
    await keptLock();
    await setImmediate();
    slow.resolve({});
    await Promise.all([noting, locking]);
    expect([await lockState(), session.size]).toEqual(["locked", 0]);
  });

  test("though the alarm never came, as after sleep", async () => {
    await minutes(600);
    await noteActivity();
    await expect(activeAccount(FORGE)).rejects.toMatchObject({ kind: "locked" });
    // Everybody else is told by the alarm, which comes at once.
    expect(alarms.get(LOCK_ALARM)).toBeLessThanOrEqual(Date.now());
    expect(await lockIfDue()).toBe(true);
  });

  test("when the clock is set back: nobody knows how long it was", async () => {
    await minutes(-120);
    await expect(activeAccount(FORGE)).rejects.toMatchObject({ kind: "locked" });
  });

  test("when the browser closes, and only then if somebody wants it so", async () => {
    await writeSettings({ ...DEFAULT_SETTINGS, lockAfter: 0 });
    await minutes(6000);
    expect(await tokenNow()).toBe(TOKEN);
    session.clear();
    expect(await lockState()).toBe("locked");
  });
});
