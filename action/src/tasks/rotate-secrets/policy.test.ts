import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decide, type Policy } from "./policy.ts";

const NOW = new Date("2026-06-01T12:00:00Z");
const policy = (told: Partial<Policy>): Policy => ({
  ...{ existing: false, missing: false, olderThanDays: undefined },
  ...told,
});
const at = (updatedAt: string) => ({ updatedAt });
const decided = (told: Partial<Policy>, stored: Parameters<typeof decide>[1], since?: string) =>
  decide(policy(told), stored, since === undefined ? undefined : new Date(since), NOW);

describe("a policy", () => {
  test("says what becomes of what is there, and of what is not", () => {
    const stored = at("2026-05-01T12:00:00Z");
    expect(decided({ existing: true }, stored).does).toBe("write");
    expect(decided({ existing: true }, undefined).does).toBe("skip");
    expect(decided({ missing: true }, undefined).does).toBe("write");
    expect(decided({ missing: true }, stored).does).toBe("skip");
    expect(decided({ olderThanDays: 31 }, stored)).toMatchObject({
      does: "skip",
      why: "it is 31 days old, and due after 31",
    });
    expect(decided({ olderThanDays: 30 }, stored).does).toBe("write");
    expect(decided({ olderThanDays: 30 }, undefined).does).toBe("skip");
    expect(decided({ olderThanDays: 30 }, { updatedAt: undefined }).does).toBe("fail");
  });

  test("what was written in the very second that a rotation began is written again, and then it is done", () => {
    const since = "2026-06-01T11:00:00Z";
    expect(decided({ existing: true }, at(since), since).does).toBe("write");
    expect(decided({ existing: true }, at("2026-06-01T11:00:01Z"), since)).toMatchObject({ does: "skip" });
    expect(decided({ existing: true }, at("2026-06-01T10:59:59Z"), since).does).toBe("write");
    expect(decided({ existing: true }, { updatedAt: undefined }, since).does).toBe("write");
  });

  test("what is done stays done, whatever the policy", () => {
    const second = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.option(second), second, second, (existing, missing, days, a, b) => {
        const since = new Date(NOW.getTime() - a * 1000);
        const stored = { updatedAt: new Date(NOW.getTime() - b * 1000).toISOString() };
        const told = { existing, missing, olderThanDays: days ?? undefined };
        const isDone = b < a;
        const { does } = decide(told, stored, since, NOW);
        if (isDone) expect(does).toBe("skip");
        // Time goes on: nothing that was skipped for its age is skipped for ever.
        else if (existing) expect(does).toBe("write");
      }),
    );
  });
});
