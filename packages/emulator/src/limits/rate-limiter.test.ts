import fc from "fast-check";
import { expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { type AcceptedCall, type CallWeight, createRateLimiter, type RateLimiter } from "./rate-limiter.ts";
import { LIMIT_PRESETS, type LimitSettings, type QuotaOwner } from "./settings.ts";

const START = Date.UTC(2026, 0, 1);
const read = { points: 1, createsContent: false, resource: "core" } satisfies CallWeight;
const write = { ...read, points: 5 } satisfies CallWeight;
const comment = { ...write, createsContent: true } satisfies CallWeight;

const alice: QuotaOwner = { kind: "user", id: 1, name: "user alice" };
const bob: QuotaOwner = { kind: "user", id: 2, name: "user bob" };

/**
 * Makes a call that finishes immediately.
 * @returns the limit that rejected it
 */
function call(limiter: RateLimiter, owner: QuotaOwner, weight: CallWeight, now: number, notModified = false) {
  const admission = limiter.tryStart(owner, weight, now);
  if (admission.refused === undefined) admission.finish({ notModified });
  return admission.refused;
}

/** Creates a rate limiter with these limits. */
const limiterFor = (settings: LimitSettings) => createRateLimiter(settings);
const published = () => createRateLimiter(LIMIT_PRESETS.published);
const primary = (core: number, search = core) => ({
  core: { limit: core, seconds: 3600 },
  search: { limit: search, seconds: 60 },
});

test("a primary window starts with the first call and stays fixed", () => {
  const limiter = limiterFor({ primary: { user: primary(2) } });
  expect(call(limiter, alice, read, START)).toBeUndefined();
  expect(call(limiter, alice, read, START + 3_599_000)).toBeUndefined();
  expect(call(limiter, alice, read, START + 3_599_999)).toBe("primary");
  expect(limiter.status(alice, "core", START + 3_599_999)).toEqual({
    resource: "core",
    limit: 2,
    used: 2,
    remaining: 0,
    reset: START / 1000 + 3600,
  });
  expect(call(limiter, alice, read, START + 3_600_000)).toBeUndefined();
  expect(limiter.status(alice, "core", START + 3_600_000)).toMatchObject({ used: 1, reset: START / 1000 + 7200 });
});

test("an owner without calls has the full limit from now on", () => {
  const limiter = published();
  expect(limiter.status(alice, "core", START)).toEqual({
    resource: "core",
    limit: 5000,
    used: 0,
    remaining: 5000,
    reset: START / 1000 + 3600,
  });
  expect(limiter.usage(START)).toEqual([]);
});

test("resources and owners have separate windows", () => {
  const limiter = limiterFor({ primary: { user: primary(1) } });
  expect(call(limiter, alice, read, START)).toBeUndefined();
  expect(call(limiter, alice, { ...read, resource: "search" }, START)).toBeUndefined();
  expect(call(limiter, bob, read, START)).toBeUndefined();
  expect(call(limiter, { ...alice, kind: "app" }, read, START)).toBeUndefined();
  expect(call(limiter, alice, { ...read, resource: "search" }, START)).toBe("primary");
});

test("calls without a primary limit count towards the secondary limits", () => {
  const limiter = limiterFor({ primary: { user: primary(0) }, secondary: { points: { limit: 5, seconds: 60 } } });
  const free = { ...read, resource: null };
  for (let calls = 0; calls < 5; calls++) expect(call(limiter, alice, free, START)).toBeUndefined();
  expect(call(limiter, alice, free, START)).toBe("points");
});

test("a 304 response is subtracted from the window that it was counted in", () => {
  const limiter = limiterFor({ primary: { user: primary(1) } });
  for (let calls = 0; calls < 3; calls++) expect(call(limiter, alice, read, START, true)).toBeUndefined();
  const slow = limiter.tryStart(alice, read, START);
  expect(call(limiter, alice, read, START)).toBe("primary");
  expect(call(limiter, alice, read, START + 3_600_000)).toBeUndefined();
  if (slow.refused === undefined) slow.finish({ notModified: true });
  expect(call(limiter, alice, read, START + 3_600_000)).toBe("primary");
});

test("calls in flight count until they finish, and finishing twice has no further effect", () => {
  const limiter = limiterFor({ secondary: { inFlight: { limit: 2 } } });
  const [first, second] = [limiter.tryStart(alice, read, START), limiter.tryStart(alice, read, START)];
  expect(first.refused ?? second.refused).toBeUndefined();
  expect(limiter.tryStart(alice, read, START)).toMatchObject({ refused: "inFlight" });
  if (first.refused === undefined) {
    first.finish({ notModified: false });
    first.finish({ notModified: false });
  }
  expect(limiter.tryStart(alice, read, START).refused).toBeUndefined();
  expect(limiter.tryStart(alice, read, START).refused).toBe("inFlight");
});

test("content has limits per minute and per hour", () => {
  const limiter = published();
  let now = START;
  const acceptedCounts = { minute: 0, hour: 0 };
  while (call(limiter, alice, comment, now) === undefined) acceptedCounts.minute++;
  expect(acceptedCounts.minute).toBe(80);
  acceptedCounts.hour = acceptedCounts.minute;
  for (; now < START + 3_600_000; now += 30_000) {
    while (call(limiter, alice, comment, now) === undefined) acceptedCounts.hour++;
  }
  expect(acceptedCounts.hour).toBe(500);
});

test("a rejected call is accepted after the reported wait", () => {
  const weights = fc.constantFrom(read, write, comment);
  fc.assert(
    fc.property(fc.array(fc.tuple(weights, fc.nat({ max: 4000 })), { maxLength: 200 }), (calls) => {
      const limiter = limiterFor({
        secondary: {
          points: { limit: 20, seconds: 10 },
          content: { minute: { limit: 2, seconds: 10 }, hour: { limit: 5, seconds: 60 } },
        },
      });
      let now = START;
      for (const [weight, pause] of calls) {
        now += pause;
        const admission = limiter.tryStart(alice, weight, now);
        if (admission.refused === undefined) continue;
        expect(admission.retryAfter).toBeGreaterThan(0);
        expect(limiter.tryStart(alice, weight, now + admission.retryAfter - 1).refused).toBeDefined();
        now += admission.retryAfter;
        expect(limiter.tryStart(alice, weight, now).refused).toBeUndefined();
      }
    }),
  );
});

test("an installation's limit grows with repositories and users up to its maximum", () => {
  const limitOf = (repositories: number, users: number, inEnterprise = false) => {
    const size = () => ({ repositories, users, inEnterprise });
    const owner: QuotaOwner = { kind: "installation", id: 1, name: "an installation", size };
    return published().status(owner, "core", START)?.limit;
  };
  expect(limitOf(20, 20)).toBe(5000);
  expect(limitOf(21, 20)).toBe(5050);
  expect(limitOf(22, 23)).toBe(5250);
  expect(limitOf(170, 20)).toBe(12_500);
  expect(limitOf(171, 0)).toBe(12_500);
  expect(limitOf(1000, 1000, true)).toBe(15_000);
});

test("a workflow has a higher limit in an enterprise", () => {
  const limitOf = (inEnterprise: boolean) => {
    const owner: QuotaOwner = {
      kind: "workflow",
      id: 1,
      name: "a job",
      size: () => ({ repositories: 1, users: 1, inEnterprise }),
    };
    return published().status(owner, "core", START)?.limit;
  };
  expect([limitOf(false), limitOf(true)]).toEqual([1000, 15_000]);
});

test("setting the clock back neither reopens nor freezes windows", () => {
  const limiter = limiterFor({ primary: { user: primary(1) } });
  expect(call(limiter, alice, read, START)).toBeUndefined();
  const day = 86_400_000;
  expect(call(limiter, alice, read, START - day)).toBe("primary");
  expect(limiter.status(alice, "core", START - day)?.reset).toBe((START - day) / 1000 + 3600);
  expect(call(limiter, alice, read, START - day + 3_599_999)).toBe("primary");
  expect(call(limiter, alice, read, START - day + 3_600_000)).toBeUndefined();
});

test("evicts idle owners, except those with calls in flight", () => {
  const limiter = published();
  const slow = limiter.tryStart(bob, read, START);
  const callFromAddresses = (count: number, from: number) => {
    for (let id = 0; id < count; id++) {
      call(limiter, { kind: "anonymous", id, name: `address ${id}` }, read, from + id * 10_000);
    }
    return limiter.usage(from + count * 10_000);
  };
  const usage = callFromAddresses(5000, START);
  expect(usage.length).toBeLessThan(400);
  expect(usage.find(({ name }) => name === "user bob")?.inFlight).toBe(1);
  if (slow.refused === undefined) slow.finish({ notModified: false });
  expect(callFromAddresses(800, START + 5000 * 10_000).some(({ name }) => name === "user bob")).toBe(false);
});

/** A model that stores every call and applies the definition of each limit. */
function createModel({ primary, secondary }: LimitSettings) {
  const calls: {
    owner: QuotaOwner;
    weight: CallWeight;
    at: number;
    window: number;
    inFlight: boolean;
    isReturned: boolean;
  }[] = [];
  return (owner: QuotaOwner, weight: CallWeight, at: number) => {
    const own = calls.filter((record) => record.owner.id === owner.id && record.owner.kind === owner.kind);
    const limit = weight.resource ? primary?.[owner.kind]?.[weight.resource] : undefined;
    // The window lasts for its length from the call that opened it.
    const onResource = own.filter((record) => record.weight.resource === weight.resource);
    const windowStart = onResource.at(-1)?.window;
    const window = limit && windowStart !== undefined && at < windowStart + limit.seconds * 1000 ? windowStart : at;
    const used = onResource.filter((record) => record.window === window && !record.isReturned).length;
    const within = (rule: { readonly seconds: number }) => own.filter((record) => record.at + rule.seconds * 1000 > at);
    const { points, inFlight, content } = secondary ?? {};
    const isContent = (record: { readonly weight: CallWeight }) => record.weight.createsContent;
    const tooQuick = (rule: { readonly limit: number; readonly seconds: number } | undefined) =>
      rule !== undefined && weight.createsContent && within(rule).filter(isContent).length >= rule.limit;
    const usedPoints = points && within(points).reduce((sum, record) => sum + record.weight.points, 0) + weight.points;
    if (limit && used >= limit.limit) return "primary";
    if (inFlight && own.filter((record) => record.inFlight).length >= inFlight.limit) return "inFlight";
    if (points && (usedPoints ?? 0) > points.limit) return "points";
    if (tooQuick(content?.minute) || tooQuick(content?.hour)) return "content";
    const call = { owner, weight, at, window, inFlight: true, isReturned: false };
    calls.push(call);
    return call;
  };
}

test("accepts exactly the calls that the definitions of the limits allow", () => {
  const owners = [alice, bob, { ...alice, kind: "anonymous" }] as const;
  const window = (limit: fc.Arbitrary<number>) => fc.record({ limit, seconds: fc.constantFrom(0.5, 1, 3) });
  const few = fc.integer({ min: 0, max: 8 });
  const resources = fc.record({ core: window(few), search: window(few) });
  const some = fc.integer({ min: 1, max: 5 });
  const settings = fc.record({
    primary: fc.record({ user: resources, anonymous: resources }, { requiredKeys: [] }),
    secondary: fc.record(
      {
        points: window(fc.integer({ min: 5, max: 30 })),
        inFlight: fc.record({ limit: some }),
        content: fc.record({ minute: window(some), hour: window(some) }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
  });
  const step = fc.record({
    pause: fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 400 }) }, fc.constantFrom(0, 499, 500, 501, 1000, 3000)),
    owner: fc.constantFrom(...owners),
    weight: fc.record({
      points: fc.constantFrom(1, 5),
      createsContent: fc.boolean(),
      resource: fc.constantFrom("core" as const, "search" as const, null),
    }),
    // Which calls in flight finish first, and how.
    ends: fc.nat({ max: 3 }),
    notModified: fc.boolean(),
  });
  fc.assert(
    fc.property(settings, fc.array(step, { maxLength: 150 }), (limits, steps) => {
      const limiter = createRateLimiter(limits);
      const model = createModel(limits);
      const callsInFlight: { admission: AcceptedCall; call: { inFlight: boolean; isReturned: boolean } }[] = [];
      let now = START;
      for (const { pause, owner, weight, ends, notModified } of steps) {
        now += pause;
        for (const { admission, call } of callsInFlight.splice(0, ends)) {
          admission.finish({ notModified });
          Object.assign(call, { inFlight: false, isReturned: notModified });
        }
        const admission = limiter.tryStart(owner, weight, now);
        const expected = model(owner, weight, now);
        expect(admission.refused).toBe(typeof expected === "string" ? expected : undefined);
        if (admission.refused === undefined && typeof expected !== "string") {
          callsInFlight.push({ admission, call: expected });
        }
      }
    }),
    { numRuns: pickSize(80, 300) },
  );
});
