import "fake-indexeddb/auto";
import "./browser.fixture.ts";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "../settings.ts";
import { changeHost, readPassphraseLock, readStoredAccounts, replaceAllAccounts } from "./account-store.ts";
import { accountSummaries, activeAccount, allAccounts, type NewAccount, saveAccount } from "./accounts.ts";
import { alarms, resetBrowser, sessionStorageValues } from "./browser.fixture.ts";
import { useFastPassphrases } from "./fast-passphrases.fixture.ts";
import {
  changePassphrase,
  forgetPassphrase,
  lockNow,
  lockState,
  removePassphrase,
  setPassphrase,
  unlock,
} from "./lock.ts";
import { LOCK_ALARM, lockIfExpired, recordActivity } from "./lock-session.ts";
import * as settings from "./settings.ts";
import { resetState } from "./state.fixture.ts";

useFastPassphrases();

const FORGE = "https://forge.example.com";
const TOKEN = "ghp_alice_secret";
const PASSPHRASE = "correct horse";

const alice: NewAccount = {
  origin: FORGE,
  login: "alice",
  apiUrl: `${FORGE}/api/v3`,
  dialect: "github",
  token: TOKEN,
};

const currentToken = async () => (await activeAccount(FORGE))?.token;
const storedData = async () => JSON.stringify([await readStoredAccounts(), await readPassphraseLock()]);

beforeEach(async () => {
  resetBrowser();
  await resetState();
  await replaceAllAccounts([], undefined);
  await saveAccount(alice);
});

afterEach(() => vi.useRealTimers());

describe("a passphrase", () => {
  test("seals tokens on disk, and locks them until it is entered again", async () => {
    expect([await lockState(), await storedData()]).toEqual(["none", expect.stringContaining(TOKEN)]);
    await setPassphrase(PASSPHRASE);
    expect([await lockState(), await currentToken()]).toEqual(["open", TOKEN]);
    await lockNow();
    for (const secret of [TOKEN, PASSPHRASE]) expect(await storedData()).not.toContain(secret);
    expect(await lockState()).toBe("locked");
    await expect(activeAccount(FORGE)).rejects.toMatchObject({ name: "RefusedError", kind: "locked" });
    // The account is still listed for its host, so that the page can explain why nothing works.
    expect([await allAccounts(), await accountSummaries()]).toMatchObject([
      [{ login: "alice", active: true }],
      [{ state: "locked" }],
    ]);
    await unlock(PASSPHRASE);
    expect(await currentToken()).toBe(TOKEN);
  });

  test("that is wrong changes nothing", async () => {
    await setPassphrase(PASSPHRASE);
    await lockNow();
    const before = await storedData();
    const wrong = { name: "RefusedError", kind: "locked", message: "passphraseIsWrong" };
    await expect(unlock("wrong horse")).rejects.toMatchObject(wrong);
    await expect(changePassphrase("wrong horse", "another horse")).rejects.toMatchObject(wrong);
    await expect(removePassphrase("wrong horse")).rejects.toMatchObject(wrong);
    expect([await lockState(), await storedData()]).toEqual(["locked", before]);
  });

  test("is rejected if it is too short, or if another one is already set", async () => {
    await expect(setPassphrase("1234567")).rejects.toMatchObject({ message: "passphraseIsShort|8" });
    expect(await lockState()).toBe("none");
    await setPassphrase(PASSPHRASE);
    await expect(setPassphrase("another horse")).rejects.toMatchObject({ message: "passphraseIsSet" });
    await lockNow();
    await unlock(PASSPHRASE);
    expect(await currentToken()).toBe(TOKEN);
  });

  test("can be changed and removed, and also seals accounts added later", async () => {
    await setPassphrase(PASSPHRASE);
    await saveAccount({ ...alice, login: "bob", token: "ghp_bob_secret" });
    expect(await storedData()).not.toContain("ghp_bob_secret");
    await changePassphrase(PASSPHRASE, "another horse");
    await lockNow();
    await expect(unlock(PASSPHRASE)).rejects.toMatchObject({ message: "passphraseIsWrong" });
    await unlock("another horse");
    expect(await currentToken()).toBe("ghp_bob_secret");
    await removePassphrase("another horse");
    expect(await lockState()).toBe("none");
    expect([await currentToken(), sessionStorageValues.has("lock")]).toEqual(["ghp_bob_secret", false]);
  });

  test("can be forgotten, which deletes the tokens but keeps the accounts", async () => {
    await setPassphrase(PASSPHRASE);
    await lockNow();
    await forgetPassphrase();
    expect([await lockState(), await allAccounts()]).toEqual(["none", []]);
    expect(await accountSummaries()).toMatchObject([{ login: "alice", state: "missing-token", active: false }]);
    await saveAccount(alice);
    expect(await currentToken()).toBe(TOKEN);
  });

  test("must be entered before an account can be added", async () => {
    await setPassphrase(PASSPHRASE);
    await lockNow();
    await expect(saveAccount({ ...alice, login: "bob" })).rejects.toMatchObject({ kind: "locked" });
    expect(await readStoredAccounts()).toHaveLength(1);
  });

  test("binds a token to its API address", async () => {
    await setPassphrase(PASSPHRASE);
    await changeHost(FORGE, (accounts) =>
      accounts.map((account) => ({ ...account, apiUrl: "https://evil.example.com" })),
    );
    await expect(activeAccount(FORGE)).rejects.toMatchObject({ name: "RefusedError", kind: "account" });
  });
});

describe("tokens lock", () => {
  const advanceMinutes = async (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
    await settings.writeSettings({ ...DEFAULT_SETTINGS, lockAfter: 15 });
    await setPassphrase(PASSPHRASE);
  });

  test("after a time without activity, and not before", async () => {
    await advanceMinutes(14);
    await recordActivity("extension");
    await advanceMinutes(14);
    expect([await lockIfExpired(), await currentToken()]).toEqual([false, TOKEN]);
    await advanceMinutes(1);
    expect([await lockIfExpired(), await lockState(), alarms.has(LOCK_ALARM)]).toEqual([true, "locked", false]);
  });

  test("by their alarm, at the end of that time", async () => {
    const unlockedAt = Date.now();
    for (let at = alarms.get(LOCK_ALARM); at !== undefined; at = alarms.get(LOCK_ALARM)) {
      vi.setSystemTime(at);
      expect(await lockIfExpired()).toBe(at >= unlockedAt + 15 * 60_000);
    }
    expect(Date.now() - unlockedAt).toBeLessThanOrEqual(15 * 60_000 + 1000);
    expect(await lockState()).toBe("locked");
  });

  test("at most a check later if the clock is set, to whatever time that is", async () => {
    await settings.writeSettings({ ...DEFAULT_SETTINGS, lockAfter: 240 });
    const [lockAfter, checkInterval, tolerance] = [240, 5, 1];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 239 }),
        fc.integer({ min: -300, max: 300 }),
        async (setAfter, shift) => {
          if ((await lockState()) === "locked") await unlock(PASSPHRASE);
          await recordActivity("extension");
          for (let passed = 1; passed <= lockAfter + checkInterval + tolerance; passed++) {
            await advanceMinutes(1);
            if (passed === setAfter) await advanceMinutes(shift);
            if (passed % checkInterval === 0) await lockState();
          }
          expect(await lockState()).toBe("locked");
        },
      ),
      { numRuns: 50 },
    );
  });

  test("although a page reports activity all the time, after eight hours without activity on the extension's own pages", async () => {
    const unlockedAt = Date.now();
    await advanceMinutes(10);
    await recordActivity("extension");
    for (let minutes = 10; minutes < 480; minutes += 10) {
      await advanceMinutes(10);
      await recordActivity("page");
      expect(await lockState()).toBe("open");
    }
    while ((await lockState()) === "open") {
      await advanceMinutes(10);
      await recordActivity("page");
    }
    expect((Date.now() - unlockedAt) / 60_000).toBeLessThanOrEqual(510);
  });

  test("permanently, even if activity is recorded at the same moment", async () => {
    await advanceMinutes(1);
    const delayedSettings = Promise.withResolvers<Settings>();
    using settingsRead = vi.spyOn(settings, "readSettings").mockImplementationOnce(() => delayedSettings.promise);
    const activityRecorded = recordActivity("extension");
    await vi.waitFor(() => expect(settingsRead).toHaveBeenCalled(), 20_000);
    const locked = lockNow();
    // Database reads are ordered: if `lockNow` did not wait for the activity, it would have removed the key after this.
    await readPassphraseLock();
    await setImmediate();
    delayedSettings.resolve(DEFAULT_SETTINGS);
    await Promise.all([activityRecorded, locked]);
    expect([await lockState(), sessionStorageValues.size]).toEqual(["locked", 0]);
  });

  test("even if the alarm did not fire, as after sleep", async () => {
    await advanceMinutes(600);
    await recordActivity("extension");
    await expect(activeAccount(FORGE)).rejects.toMatchObject({ kind: "locked" });
    // The alarm is due immediately and updates the views.
    expect(alarms.get(LOCK_ALARM)).toBeLessThanOrEqual(Date.now());
    expect(await lockIfExpired()).toBe(true);
  });

  test("when the clock is set back", async () => {
    await advanceMinutes(-120);
    await expect(activeAccount(FORGE)).rejects.toMatchObject({ kind: "locked" });
  });

  test("only when the browser closes, if configured so", async () => {
    await settings.writeSettings({ ...DEFAULT_SETTINGS, lockAfter: 0 });
    await advanceMinutes(6000);
    expect(await currentToken()).toBe(TOKEN);
    sessionStorageValues.clear();
    expect(await lockState()).toBe("locked");
  });
});
