import "fake-indexeddb/auto";
import "./browser.fixture.ts";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { replaceAllAccounts } from "./account-store.ts";
import { resetBrowser } from "./browser.fixture.ts";
import { useFastPassphrases } from "./fast-passphrases.fixture.ts";
import {
  changePassphrase,
  forgetPassphrase,
  lockNow,
  removePassphrase,
  setPassphrase,
  unlock,
  unlockWait,
} from "./lock.ts";
import { createUnlockAttempts, type UnlockAttempts } from "./unlock-attempts.ts";

useFastPassphrases();

const PASSPHRASE = "correct horse";
const HOUR = 3_600_000;
const wrong = { name: "RefusedError", kind: "locked", message: "passphraseIsWrong" };
const tooSoon = { name: "RefusedError", kind: "locked", message: "passphraseTooSoon" };

/** Lets time pass, without moving the system's clock. */
function pass(milliseconds: number): void {
  const now = Date.now();
  vi.advanceTimersByTime(milliseconds);
  vi.setSystemTime(now);
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: 1_800_000_000_000 });
  resetBrowser();
  await replaceAllAccounts([], undefined);
});

afterEach(() => vi.useRealTimers());

describe("after wrong passphrases", () => {
  /** Tries wrong passphrases, each as soon as possible. */
  async function guess(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      pass(await unlockWait());
      await expect(unlock("wrong horse")).rejects.toMatchObject(wrong);
    }
  }

  beforeEach(async () => {
    await setPassphrase(PASSPHRASE);
    await lockNow();
  });

  test("the next attempt has to wait longer each time, up to five minutes", async () => {
    const waits: number[] = [];
    for (let i = 0; i < 13; i++) {
      await guess(1);
      waits.push((await unlockWait()) / 1000);
    }
    expect(waits).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  test("the right passphrase is not tried before the wait has passed either, and ends the series", async () => {
    await guess(6);
    pass(7_999);
    await expect(unlock(PASSPHRASE)).rejects.toMatchObject(tooSoon);
    expect(await unlockWait()).toBe(1);
    pass(1);
    await unlock(PASSPHRASE);
    await lockNow();
    await guess(2);
    expect(await unlockWait()).toBe(0);
  });

  test("concurrent attempts count one after the other", async () => {
    const attempts = Array.from({ length: 50 }, (_, i) => unlock(i < 40 ? `wrong horse ${i}` : PASSPHRASE));
    const results = await Promise.allSettled(attempts);
    expect(results).toMatchObject([
      ...Array(3).fill({ status: "rejected", reason: wrong }),
      ...Array(47).fill({ status: "rejected", reason: tooSoon }),
    ]);
  });

  test("changing and removing the passphrase count as attempts", async () => {
    await unlock(PASSPHRASE);
    await expect(changePassphrase("wrong horse", "another horse")).rejects.toMatchObject(wrong);
    await expect(removePassphrase("wrong horse")).rejects.toMatchObject(wrong);
    await expect(changePassphrase("wrong horse", "another horse")).rejects.toMatchObject(wrong);
    await expect(removePassphrase(PASSPHRASE)).rejects.toMatchObject(tooSoon);
    await expect(changePassphrase(PASSPHRASE, "another horse")).rejects.toMatchObject(tooSoon);
  });

  test("nothing has to wait once the tokens are deleted", async () => {
    await guess(6);
    await forgetPassphrase();
    expect(await unlockWait()).toBe(0);
    await setPassphrase("another horse");
  });
});

describe("the wait", () => {
  const isWrong = async () => undefined;
  const isRight = async () => "key";

  /** Fails a number of attempts, each as soon as possible. */
  async function fail(attempts: UnlockAttempts, count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      pass(await attempts.readWait());
      await expect(attempts.attempt(isWrong)).rejects.toMatchObject(wrong);
    }
  }

  test("neither ends nor grows if the worker restarts or the system's clock changes", async () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant("time"), by: fc.integer({ min: 0, max: 20_000 }) }),
      fc.record({ kind: fc.constant("clock"), by: fc.integer({ min: -HOUR, max: HOUR }) }),
      fc.record({ kind: fc.constant("restart"), by: fc.constant(0) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: 9 }), fc.array(event), async (failures, events) => {
        let attempts = createUnlockAttempts();
        await fail(attempts, failures);
        let expected = 1000 * 2 ** (failures - 3);
        expect(await attempts.readWait()).toBe(expected);
        for (const { kind, by } of events) {
          if (kind === "time") {
            pass(by);
            expected = Math.max(0, expected - by);
          } else if (kind === "clock") vi.setSystemTime(Date.now() + by);
          else attempts = createUnlockAttempts();
          expect(await attempts.readWait()).toBe(expected);
          if (expected > 0) await expect(attempts.attempt(isRight)).rejects.toMatchObject(tooSoon);
        }
        pass(expected);
        expect(await attempts.attempt(isRight)).toBe("key");
      }),
    );
  });

  test("pauses while the worker is stopped", async () => {
    await fail(createUnlockAttempts(), 9);
    pass(HOUR);
    vi.setSystemTime(Date.now() + HOUR);
    expect(await createUnlockAttempts().readWait()).toBe(64_000);
  });

  test("also follows an attempt that was killed before its result was known", async () => {
    const killed = createUnlockAttempts();
    await fail(killed, 5);
    pass(4_000);
    const { promise: isVerifying, resolve: startVerifying } = Promise.withResolvers<void>();
    void killed.attempt(() => {
      startVerifying();
      return new Promise(() => undefined);
    });
    await isVerifying;
    const restarted = createUnlockAttempts();
    expect(await restarted.readWait()).toBe(8_000);
    await expect(restarted.attempt(isRight)).rejects.toMatchObject(tooSoon);
  });
});
