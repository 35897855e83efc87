import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { github } from "../../dialect/github.ts";
import { InputError } from "../../errors.ts";
import type { Clock } from "../clock.ts";
import { preload } from "../preload.ts";
import { createServiceClock } from "../service-clock.ts";
import { type Credentials, type ProvidedToken, readCredentials } from "./credentials.ts";
import type { ExchangeToken } from "./token-source.ts";

const START = Date.parse("2026-03-10T12:00:00Z");

await preload();

/** A clock that only `advance` and `setWallClock` move, and that rejects timers. */
function stoppedClock() {
  let now = START;
  let wallOffset = 0;
  const clock: Clock = {
    now: () => now + wallOffset,
    monotonic: () => now - START,
    after: () => {
      throw new Error("No timer is expected.");
    },
  };
  return {
    clock,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    setWallClock: (milliseconds: number) => {
      wallOffset += milliseconds;
    },
  };
}

const noExchange: ExchangeToken = () => Promise.reject(new Error("These are not app credentials."));

const read = (credentials: Credentials | undefined, { clock } = stoppedClock()) =>
  readCredentials(github, credentials, clock, createServiceClock(clock));

/** A token source for a function, and the number of its calls. */
function functionSource(...results: (() => ProvidedToken | Promise<ProvidedToken>)[]) {
  const time = stoppedClock();
  let calls = 0;
  const source = read(() => {
    const result = results[Math.min(calls, results.length - 1)];
    calls++;
    return result?.() ?? "";
  }, time);
  const { advance, setWallClock } = time;
  return { ...source, getToken: () => source.getToken(noExchange), calls: () => calls, advance, setWallClock };
}

const inMinutes = (minutes: number) => new Date(START + minutes * 60_000);

describe("fixed tokens", () => {
  test("are available synchronously and cannot be replaced", async () => {
    const source = read("ghp_abc");
    expect(source.getToken(noExchange)).toEqual({ token: "ghp_abc", kind: "classic" });
    expect(source.known).toEqual({ token: "ghp_abc", kind: "classic" });
    expect(source.invalidate("ghp_abc")).toBe(false);
    expect(await source.label()).toBe(createHash("sha256").update("ghp_abc").digest("hex").slice(0, 16));
  });

  test("can have an explicit kind that overrides the prefix", () => {
    expect(read({ token: "ghs_abc", kind: "workflow" }).known).toEqual({ token: "ghs_abc", kind: "workflow" });
    expect(read({ token: "ghs_abc" }).known.kind).toBe("installation");
    expect(read("abc").known).toEqual({ token: "abc", kind: undefined });
  });

  test("can be omitted", async () => {
    const source = read(undefined);
    expect(source.getToken(noExchange)).toEqual({ token: undefined, kind: "anonymous" });
    expect(await source.label()).toBe("anonymous");
    expect(source.account).not.toBe(read("anonymous").account);
    expect(source.invalidate("")).toBe(false);
  });

  test("have the same account only if they are equal", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]+$/), fc.stringMatching(/^[!-~]+$/), (token, otherToken) => {
        expect(read(token).account).toBe(read({ token }).account);
        expect(read(token).account === read(otherToken).account).toBe(token === otherToken);
      }),
    );
  });

  const invalidCredentials: [title: string, credentials: unknown, message: string][] = [
    ["a number", 5, "credentials must be a token, { token, kind }"],
    ["null", null, "credentials must be a token, { token, kind }"],
    ["an empty object", {}, "credentials must be a token, { token, kind }"],
    ["an empty token", "", "The token must not be empty or contain spaces"],
    ["a token with a line break", "ghp_secret\n", "The token must not be empty or contain spaces, line breaks"],
    ["an unknown kind", { token: "x", kind: "__proto__" }, "credentials.kind must be one of classic, oauth"],
    ["a kind that is null", { token: "x", kind: null }, "credentials.kind must be one of"],
    [
      "an object that cannot be read",
      Object.defineProperty({}, "token", {
        get() {
          throw new Error("secret");
        },
      }),
      "credentials must be a token, { token, kind }",
    ],
  ];
  test.each(invalidCredentials)("are rejected if invalid: %s", (_, credentials, message) => {
    // @ts-expect-error
    const reading = () => read(credentials);
    expect(reading).toThrow(InputError);
    expect(reading).toThrow(message);
    expect(reading).toThrow(expect.objectContaining({ field: "credentials" }));
    expect(reading).not.toThrow("secret");
  });
});

describe("a credentials function", () => {
  test("is called before each request, and token and kind are unknown before the first", async () => {
    const { getToken, known, calls, label } = functionSource(
      () => "ghp_1",
      () => ({ token: "2", kind: "workflow" }),
    );
    expect(known).toEqual({ token: undefined, kind: undefined });
    expect(getToken()).toEqual({ token: "ghp_1", kind: "classic" });
    expect(getToken()).toEqual({ token: "2", kind: "workflow" });
    expect(calls()).toBe(2);
    expect(await label()).toBeUndefined();
  });

  test.each<[string, Date | string]>([
    ["a Date", inMinutes(10)],
    ["a string", inMinutes(10).toISOString()],
  ])("is called again a minute before the expiry given as %s", async (_, expiresAt) => {
    const { getToken, calls, advance } = functionSource(async () => ({ token: "ghp_1", expiresAt }));
    await getToken();
    advance(9 * 60_000 - 1);
    expect(getToken()).toEqual({ token: "ghp_1", kind: "classic" });
    expect(calls()).toBe(1);
    advance(1);
    await getToken();
    expect(calls()).toBe(2);
  });

  test.each([-60, 60])("is called when its token expires, even if the clock was set by %s minutes", (minutes) => {
    const { getToken, calls, advance, setWallClock } = functionSource(() => ({
      token: "ghp_1",
      expiresAt: inMinutes(10),
    }));
    getToken();
    setWallClock(minutes * 60_000);
    advance(9 * 60_000 - 1);
    getToken();
    expect(calls()).toBe(1);
    advance(1);
    getToken();
    expect(calls()).toBe(2);
  });

  test("is called for each request, since concurrent ones can be those of several users", async () => {
    const names = ["alice", "bob", "carol"];
    const user = new AsyncLocalStorage<string>();
    const { getToken } = read(async () => `tok_${user.getStore()}`);
    const callAll = () => Promise.all(names.map((name) => user.run(name, async () => await getToken(noExchange))));
    const tokens = names.map((name) => expect.objectContaining({ token: `tok_${name}` }));
    expect(await callAll()).toEqual(tokens);
    expect(await callAll()).toEqual(tokens);
  });

  test("is called once for all waiting requests if its tokens expire", async () => {
    const result = Promise.withResolvers<ProvidedToken>();
    const { getToken, calls, advance } = functionSource(
      () => ({ token: "ghp_0", expiresAt: inMinutes(10) }),
      () => result.promise,
      () => "ghp_2",
    );
    getToken();
    advance(10 * 60_000);
    const waiting = [getToken(), getToken(), getToken()];
    result.resolve("ghp_1");
    expect(await Promise.all(waiting)).toEqual(Array(3).fill({ token: "ghp_1", kind: "classic" }));
    expect(calls()).toBe(2);
    expect(await getToken()).toEqual({ token: "ghp_2", kind: "classic" });
  });

  test("fails the request, and is called again for the next one", async () => {
    const failure = new Error("The secret store is unavailable.");
    const { getToken } = functionSource(
      () => Promise.reject(failure),
      () => "ghp_2",
    );
    const message = "The credentials function failed: Error: The secret store is unavailable.";
    await expect(getToken()).rejects.toMatchObject({ name: "InputError", field: "credentials", message });
    expect(getToken()).toEqual({ token: "ghp_2", kind: "classic" });
  });

  test("can throw synchronously", () => {
    const { getToken } = functionSource(
      () => {
        throw new Error("The secret store is unavailable.");
      },
      () => "ghp_2",
    );
    expect(getToken).toThrow("The secret store is unavailable.");
    expect(getToken()).toEqual({ token: "ghp_2", kind: "classic" });
  });

  const invalidResults: [title: string, result: unknown, message: string][] = [
    ["undefined", undefined, "The credentials function must return a token or { token, kind, expiresAt }."],
    ["a function", () => "ghp_1", "The credentials function must return a token"],
    ["an invalid token", "ghp_secret ", "The token must not be empty or contain spaces"],
    ["an invalid kind", { token: "secret", kind: "cookie" }, "credentials.kind must be one of"],
    ["an invalid time", { token: "secret", expiresAt: "soon" }, "The credentials function must return an expiresAt"],
    ["an invalid Date", { token: "secret", expiresAt: new Date(Number.NaN) }, "must return an expiresAt that is"],
    ["a time that is a number", { token: "secret", expiresAt: START }, "must return an expiresAt that is"],
  ];
  test.each(invalidResults)("must return a valid result: %s", async (_, result, message) => {
    for (const provideToken of [() => result, async () => result]) {
      // @ts-expect-error
      const getToken = async () => read(provideToken).getToken(noExchange);
      await expect(getToken()).rejects.toThrow(message);
      await expect(getToken()).rejects.toMatchObject({ name: "InputError", field: "credentials" });
      await expect(getToken()).rejects.not.toThrow("secret");
    }
  });

  const fail = (): never => {
    throw new Error("failed with ghp_0123456789abcdefghij");
  };
  const failingResults: [title: string, provideToken: () => unknown][] = [
    ["a property", () => Object.defineProperty({}, "token", { get: fail })],
    ["a property of a promise's value", async () => Object.defineProperty({}, "token", { get: fail })],
    ["then", () => new Proxy({}, { get: (_, name) => (name === "then" ? fail() : undefined) })],
    ["a call of then", () => new Proxy({}, { get: (_, name) => (name === "then" ? fail : undefined) })],
    ["an expiry", () => ({ token: "ghp_1", expiresAt: Object.assign(new Date(0), { getTime: fail }) })],
    ["a proxy", () => new Proxy({}, { get: fail, getPrototypeOf: fail })],
    ["a proxy as expiry", async () => ({ token: "ghp_1", expiresAt: new Proxy({}, { getPrototypeOf: fail }) })],
  ];
  test.each(failingResults)("fails the request if reading its result fails: %s", async (_, provideToken) => {
    // @ts-expect-error
    const getToken = async () => read(provideToken).getToken(noExchange);
    await expect(getToken()).rejects.toMatchObject({ name: "InputError", field: "credentials" });
    await expect(getToken()).rejects.not.toThrow("0123456789abcdefghij");
  });

  test("can return a promise of another realm", async () => {
    const source = read(() => runInNewContext('Promise.resolve("ghp_1")'));
    expect(await source.getToken(noExchange)).toEqual({ token: "ghp_1", kind: "classic" });
  });

  test("is called again after a token was rejected", () => {
    const { getToken, invalidate, calls } = functionSource(
      () => ({ token: "ghp_1", expiresAt: inMinutes(60) }),
      () => ({ token: "ghp_2", expiresAt: inMinutes(60) }),
    );
    getToken();
    expect(invalidate("ghp_1")).toBe(true);
    expect(getToken()).toEqual({ token: "ghp_2", kind: "classic" });
    // A concurrent call with the first token is rejected only now.
    expect(invalidate("ghp_1")).toBe(true);
    expect(getToken()).toEqual({ token: "ghp_2", kind: "classic" });
    expect(calls()).toBe(2);
  });

  test("is not called again after it returned a rejected token twice, until it returns another one", () => {
    const again = () => ({ token: "ghp_1", expiresAt: inMinutes(60) });
    const { getToken, invalidate, calls } = functionSource(again, again, () => "ghp_2");
    getToken();
    expect(invalidate("ghp_1")).toBe(true);
    getToken();
    expect(invalidate("ghp_1")).toBe(false);
    expect(invalidate("ghp_1")).toBe(false);
    getToken();
    expect(calls()).toBe(3);
    expect(invalidate("ghp_2")).toBe(true);
  });

  test("is not affected by a late rejection of an earlier token", () => {
    const { getToken, invalidate } = functionSource(
      () => "ghp_1",
      () => "ghp_2",
    );
    getToken();
    expect(invalidate("ghp_1")).toBe(true);
    getToken();
    expect(invalidate("ghp_2")).toBe(true);
    expect(invalidate("ghp_1")).toBe(true);
    getToken();
    expect(invalidate("ghp_2")).toBe(false);
  });

  test("is called again for each request that used the rejected token", () => {
    const { getToken, invalidate } = functionSource(() => "ghp_1");
    getToken();
    expect([invalidate("ghp_1"), invalidate("ghp_1"), invalidate("ghp_1")]).toEqual([true, true, true]);
  });

  test("always has the same account, which no other function has", () => {
    const provideToken = () => "ghp_1";
    expect(read(provideToken).account).toBe(read(provideToken).account);
    expect(read(provideToken).account).not.toBe(read(() => "ghp_1").account);
  });

  test("never provides a cached token in its last minute, and is not called needlessly", () => {
    const step = fc.record({ elapsed: fc.nat(10 * 60_000), lifetime: fc.nat(30 * 60_000) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const time = stoppedClock();
        let lifetime = 0;
        let end = Number.NEGATIVE_INFINITY;
        let calls = 0;
        const source = read(() => {
          calls++;
          end = time.clock.now() + lifetime;
          return { token: `ghp_${calls}`, expiresAt: new Date(end) };
        }, time);
        for (const { elapsed, lifetime: nextLifetime } of steps) {
          time.advance(elapsed);
          lifetime = nextLifetime;
          const isReusable = time.clock.now() < end - 60_000;
          const before = calls;
          expect(source.getToken(noExchange)).toMatchObject({ token: `ghp_${calls}` });
          expect(calls - before).toBe(isReusable ? 0 : 1);
        }
      }),
    );
  });
});
