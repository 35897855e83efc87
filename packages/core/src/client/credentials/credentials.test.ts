import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { github } from "../../dialect/github.ts";
import { InputError } from "../../errors.ts";
import type { Clock } from "../clock.ts";
import { type Credentials, type GivenToken, readCredentials } from "./credentials.ts";
import type { Exchange } from "./token-source.ts";

const START = Date.parse("2026-03-10T12:00:00Z");

/** A clock that stands until it is set; nothing here may wait for a timer. */
function standingClock() {
  let now = START;
  const clock: Clock = {
    now: () => now,
    after: () => {
      throw new Error("Nobody sets timers.");
    },
  };
  return {
    clock,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

const noExchange: Exchange = () => Promise.reject(new Error("There is no app here."));

const read = (credentials: Credentials | undefined, { clock } = standingClock()) =>
  readCredentials(github, credentials, clock);

/** A source for a function, and how often that was asked. */
function given(...answers: (() => GivenToken | Promise<GivenToken>)[]) {
  const time = standingClock();
  let asked = 0;
  const source = read(() => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked++;
    return answer?.() ?? "";
  }, time);
  return { ...source, next: () => source.next(noExchange), asked: () => asked, pass: time.pass };
}

const inMinutes = (minutes: number) => new Date(START + minutes * 60_000);

describe("tokens that stay", () => {
  test("are there at once, and no other is to be had", async () => {
    const source = read("ghp_abc");
    expect(source.next(noExchange)).toEqual({ token: "ghp_abc", kind: "classic" });
    expect(source.known()).toEqual({ token: "ghp_abc", kind: "classic" });
    expect(source.refused("ghp_abc")).toBe(false);
    expect(await source.label()).toBe(createHash("sha256").update("ghp_abc").digest("hex").slice(0, 16));
  });

  test("may say their kind, before their prefix does", () => {
    expect(read({ token: "ghs_abc", kind: "workflow" }).known()).toEqual({ token: "ghs_abc", kind: "workflow" });
    expect(read({ token: "ghs_abc" }).known().kind).toBe("installation");
    expect(read("abc").known()).toEqual({ token: "abc", kind: undefined });
  });

  test("none is a caller too", async () => {
    const source = read(undefined);
    expect(source.next(noExchange)).toEqual({ token: undefined, kind: "anonymous" });
    expect(await source.label()).toBe("anonymous");
    expect(source.account).not.toBe(read("anonymous").account);
    expect(source.refused("")).toBe(false);
  });

  test("equal ones are one account, others are not", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]+$/), fc.stringMatching(/^[!-~]+$/), (one, other) => {
        expect(read(one).account).toBe(read({ token: one }).account);
        expect(read(one).account === read(other).account).toBe(one === other);
      }),
    );
  });

  const wrong: [what: string, credentials: unknown, message: string][] = [
    ["a number", 5, "credentials is a token, or { token, kind }; leave it out for calls without one."],
    ["null", null, "credentials is a token, or { token, kind }"],
    ["an empty object", {}, "credentials is a token, or { token, kind }"],
    ["an empty token", "", "The token is empty or holds a space"],
    ["a token with its line's end", "ghp_secret\n", "The token is empty or holds a space, a line break"],
    ["a kind that there isn't", { token: "x", kind: "__proto__" }, "credentials.kind is none of classic, oauth"],
    ["a kind of null", { token: "x", kind: null }, "credentials.kind is none of"],
  ];
  test.each(wrong)("are refused where they can't be one: %s", (_, credentials, message) => {
    // @ts-expect-error
    const reading = () => read(credentials);
    expect(reading).toThrow(InputError);
    expect(reading).toThrow(message);
    expect(reading).toThrow(expect.objectContaining({ field: "credentials" }));
    expect(reading).not.toThrow("secret");
  });
});

describe("tokens that a function gives", () => {
  test("are asked for before each request, and nothing is known before the first", async () => {
    const { next, known, asked, label } = given(
      () => "ghp_1",
      () => ({ token: "2", kind: "workflow" }),
    );
    expect(known()).toEqual({ token: undefined, kind: undefined });
    expect(next()).toEqual({ token: "ghp_1", kind: "classic" });
    expect(next()).toEqual({ token: "2", kind: "workflow" });
    expect(known()).toEqual({ token: "2", kind: "workflow" });
    expect(asked()).toBe(2);
    expect(await label()).toBeUndefined();
  });

  test.each<[string, Date | string]>([
    ["a Date", inMinutes(10)],
    ["text", inMinutes(10).toISOString()],
  ])("are kept until a minute before they end, told as %s", async (_, expiresAt) => {
    const { next, asked, pass } = given(async () => ({ token: "ghp_1", expiresAt }));
    await next();
    pass(9 * 60_000 - 1);
    expect(next()).toEqual({ token: "ghp_1", kind: "classic" });
    expect(asked()).toBe(1);
    pass(1);
    await next();
    expect(asked()).toBe(2);
  });

  test("are asked for anew where the clock was set back", () => {
    const { next, asked, pass } = given(() => ({ token: "ghp_1", expiresAt: inMinutes(10) }));
    next();
    pass(-60_000);
    next();
    expect(asked()).toBe(1);
    pass(-1);
    next();
    expect(asked()).toBe(2);
  });

  test("come from one call for all who wait", async () => {
    const answer = Promise.withResolvers<GivenToken>();
    const { next, asked } = given(
      () => answer.promise,
      () => "ghp_2",
    );
    const waiting = [next(), next(), next()];
    answer.resolve("ghp_1");
    expect(await Promise.all(waiting)).toEqual(Array(3).fill({ token: "ghp_1", kind: "classic" }));
    expect(asked()).toBe(1);
    expect(await next()).toEqual({ token: "ghp_2", kind: "classic" });
  });

  test("a failure reaches all who wait, and the next call is a new one", async () => {
    const failure = new Error("The vault is sealed.");
    const { next, known, asked } = given(
      () => Promise.reject(failure),
      () => "ghp_2",
    );
    const outcomes = await Promise.allSettled([next(), next()]);
    expect(outcomes).toEqual(Array(2).fill({ status: "rejected", reason: failure }));
    expect(asked()).toBe(1);
    expect(known()).toEqual({ token: undefined, kind: undefined });
    expect(next()).toEqual({ token: "ghp_2", kind: "classic" });
  });

  test("a function that throws at once is no other", () => {
    const { next } = given(
      () => {
        throw new Error("The vault is sealed.");
      },
      () => "ghp_2",
    );
    expect(next).toThrow("The vault is sealed.");
    expect(next()).toEqual({ token: "ghp_2", kind: "classic" });
  });

  const wrong: [what: string, answer: unknown, message: string][] = [
    ["nothing", undefined, "credentials is a function that gave neither a token nor { token, kind, expiresAt }."],
    ["a function", () => "ghp_1", "credentials is a function that gave neither"],
    ["a bad token", "ghp_secret ", "The token is empty or holds a space"],
    ["a bad kind", { token: "secret", kind: "cookie" }, "credentials.kind is none of"],
    ["a bad time", { token: "secret", expiresAt: "soon" }, "credentials is a function that gave an expiresAt"],
    ["no time", { token: "secret", expiresAt: new Date(Number.NaN) }, "gave an expiresAt that is neither"],
    ["a time in a number", { token: "secret", expiresAt: START }, "gave an expiresAt that is neither"],
  ];
  test.each(wrong)("an answer is held against what it can be: %s", async (_, answer, message) => {
    for (const give of [() => answer, async () => answer]) {
      // @ts-expect-error
      const asking = async () => read(give).next(noExchange);
      await expect(asking()).rejects.toThrow(message);
      await expect(asking()).rejects.toMatchObject({ name: "InputError", field: "credentials" });
      await expect(asking()).rejects.not.toThrow("secret");
    }
  });

  test("a promise of another realm is one", async () => {
    const source = read(() => runInNewContext('Promise.resolve("ghp_1")'));
    expect(await source.next(noExchange)).toEqual({ token: "ghp_1", kind: "classic" });
  });

  test("a refused one is forgotten, and another is asked for", () => {
    const { next, refused, asked } = given(
      () => ({ token: "ghp_1", expiresAt: inMinutes(60) }),
      () => ({ token: "ghp_2", expiresAt: inMinutes(60) }),
    );
    next();
    expect(refused("ghp_1")).toBe(true);
    expect(next()).toEqual({ token: "ghp_2", kind: "classic" });
    // Who sent the first one at the same time, and hears of it only now.
    expect(refused("ghp_1")).toBe(true);
    expect(next()).toEqual({ token: "ghp_2", kind: "classic" });
    expect(asked()).toBe(2);
  });

  test("the very same again after it was refused is the end of it, until another comes", () => {
    const again = () => ({ token: "ghp_1", expiresAt: inMinutes(60) });
    const { next, refused, asked } = given(again, again, () => "ghp_2");
    next();
    expect(refused("ghp_1")).toBe(true);
    next();
    expect(refused("ghp_1")).toBe(false);
    expect(refused("ghp_1")).toBe(false);
    next();
    expect(asked()).toBe(3);
    expect(refused("ghp_2")).toBe(true);
  });

  test("a late word on an earlier one changes nothing", () => {
    const { next, refused } = given(
      () => "ghp_1",
      () => "ghp_2",
    );
    next();
    expect(refused("ghp_1")).toBe(true);
    next();
    expect(refused("ghp_2")).toBe(true);
    expect(refused("ghp_1")).toBe(true);
    next();
    expect(refused("ghp_2")).toBe(false);
  });

  test("all whose requests carried the refused one may ask again", () => {
    const { next, refused } = given(() => "ghp_1");
    next();
    expect([refused("ghp_1"), refused("ghp_1"), refused("ghp_1")]).toEqual([true, true, true]);
  });

  test("one function is one account", () => {
    const give = () => "ghp_1";
    expect(read(give).account).toBe(read(give).account);
    expect(read(give).account).not.toBe(read(() => "ghp_1").account);
  });

  test("no token is handed out in its last minute but one that was just given, and none is asked for without need", () => {
    const step = fc.record({ pass: fc.nat(10 * 60_000), lasts: fc.nat(30 * 60_000) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const time = standingClock();
        let lasts = 0;
        let end = Number.NEGATIVE_INFINITY;
        let asked = 0;
        const source = read(() => {
          asked++;
          end = time.clock.now() + lasts;
          return { token: `ghp_${asked}`, expiresAt: new Date(end) };
        }, time);
        for (const { pass, lasts: next } of steps) {
          time.pass(pass);
          lasts = next;
          const isGood = time.clock.now() < end - 60_000;
          const before = asked;
          expect(source.next(noExchange)).toMatchObject({ token: `ghp_${asked}` });
          expect(asked - before).toBe(isGood ? 0 : 1);
        }
      }),
    );
  });
});
