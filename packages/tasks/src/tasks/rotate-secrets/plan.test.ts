import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { countedReads } from "../../counted-reads.fixture.ts";
import { planRotation } from "./plan.ts";
import type { RotationState } from "./read.ts";
import { entryOf } from "./rotation-entry.fixture.ts";
import type { SecretEntry } from "./rotation-entry.ts";
import type { SecretReading } from "./secret-store/read-secrets.ts";
import type { SecretScope } from "./secret-store/secret-scope.ts";

const NOW = new Date("2026-06-01T12:00:00Z");
const SINCE = new Date("2026-06-01T11:00:00Z");
const BEFORE = "2026-01-01T00:00:00Z";
const AFTER = "2026-06-01T11:30:00Z";

const stateOf = (found: readonly SecretReading[]): RotationState => ({
  found,
  undeclared: [],
  skipped: [],
  unreadable: [],
  since: SINCE,
  now: NOW,
  dialect: "github",
  values: new Map(),
});
const scopeOf = (repo: string): SecretScope => ({ kind: "actions", level: "repository", owner: "acme", repo });
const inRepository = (entry: SecretEntry, repo: string, updatedAt?: string, count = 1): SecretReading => ({
  entry,
  scope: scopeOf(repo),
  name: entry.secret,
  count,
  access: undefined,
  desiredAccess: undefined,
  alsoIn: [],
  age: () => 0,
  stored: updatedAt === undefined ? undefined : { name: entry.secret, updatedAt, visibility: undefined },
});

describe("a rotation plan", () => {
  test("plans ten thousand secrets in linear time", () => {
    const entry = entryOf({ kind: "actions", repositories: "acme/*", value: "new" });
    const times = fc.array(fc.constantFrom(BEFORE, AFTER, undefined), { minLength: 10_000, maxLength: 10_000 });
    fc.assert(
      fc.property(times, (times) => {
        const { counted, count } = countedReads();
        const found = times.map((time, index) => counted(inRepository(entry, `r${index}`, time)));
        const plan = planRotation(stateOf(found));
        expect(count()).toBeLessThan(30 * times.length);
        expect(plan.changes).toHaveLength(times.filter((time) => time !== AFTER).length);
        expect(plan.skipped).toHaveLength(times.filter((time) => time === AFTER).length);
        expect(plan.unreadable).toEqual([]);
      }),
      { numRuns: pickSize(2, 5), endOnFailure: true },
    );
  });

  test("writes a shared generated value to all targets or to none", () => {
    const generated = {
      kind: "actions",
      repositories: "acme/*",
      generate: "hex 40",
      "allow-undelivered": "true",
    } as const;
    const shared = entryOf({ ...generated, "value-for": "all" });
    const separate = entryOf({ ...generated, "value-for": "each" });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(BEFORE, AFTER, undefined), { maxLength: 20 }), (times) => {
        const plan = planRotation(stateOf(times.map((time, index) => inRepository(shared, `r${index}`, time))));
        const isDone = times.every((time) => time === AFTER);
        expect(plan.changes).toHaveLength(isDone ? 0 : times.length);
        expect(plan.notes).toHaveLength(!isDone && times.includes(AFTER) ? 1 : 0);
        const separatePlan = planRotation(
          stateOf(times.map((time, index) => inRepository(separate, `r${index}`, time))),
        );
        expect(separatePlan.changes).toHaveLength(times.filter((time) => time !== AFTER).length);
      }),
    );
  });

  test("respects the maximum number of secrets", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 30 }), (count, wanted) => {
        const found = Array.from({ length: wanted }, (_, index) => {
          const entry = entryOf({ kind: "actions", secret: `S${index}`, repositories: "acme/widgets", value: "new" });
          return inRepository(entry, "widgets", undefined, count);
        });
        const { changes, unreadable } = planRotation(stateOf(found));
        expect(changes).toHaveLength(Math.min(wanted, 100 - count));
        expect(changes.length + unreadable.length).toBe(wanted);
        for (const { problem } of unreadable) expect(problem).toContain("has 100 actions secrets, the maximum");
      }),
    );
  });

  test("needs no capacity for an existing secret", () => {
    const entry = entryOf({ kind: "actions", repositories: "acme/widgets", value: "new" });
    expect(planRotation(stateOf([inRepository(entry, "widgets", BEFORE, 100)])).changes).toMatchObject([
      { target: "acme/widgets: DEPLOY_KEY", before: `set ${BEFORE}`, after: "set again" },
    ]);
  });
});
