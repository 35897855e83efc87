import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideRotation, type RotationPolicy } from "./rotation-policy.ts";

const NOW = new Date("2026-06-01T12:00:00Z");
const policy = (settings: Partial<RotationPolicy>): RotationPolicy => ({
  existing: false,
  missing: false,
  olderThanDays: undefined,
  ...settings,
});
const at = (updatedAt: string) => ({ updatedAt });
const decided = (settings: Partial<RotationPolicy>, stored: Parameters<typeof decideRotation>[1], since?: string) =>
  decideRotation(policy(settings), stored, since === undefined ? undefined : new Date(since), NOW);

describe("a rotation policy", () => {
  test("decides on existing and missing secrets", () => {
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

  test("rewrites a secret set in the same second as the rotation started, but no later", () => {
    const since = "2026-06-01T11:00:00Z";
    expect(decided({ existing: true }, at(since), since).does).toBe("write");
    expect(decided({ existing: true }, at("2026-06-01T11:00:01Z"), since)).toMatchObject({ does: "skip" });
    expect(decided({ existing: true }, at("2026-06-01T10:59:59Z"), since).does).toBe("write");
    expect(decided({ existing: true }, { updatedAt: undefined }, since).does).toBe("write");
  });

  test("skips secrets set since the rotation started, whatever the policy", () => {
    const second = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.option(second), second, second, (existing, missing, days, a, b) => {
        const since = new Date(NOW.getTime() - a * 1000);
        const stored = { updatedAt: new Date(NOW.getTime() - b * 1000).toISOString() };
        const settings = { existing, missing, olderThanDays: days ?? undefined };
        const isDone = b < a;
        const { does } = decideRotation(settings, stored, since, NOW);
        if (isDone) expect(does).toBe("skip");
        // With `existing`, every secret set before the rotation started is written.
        else if (existing) expect(does).toBe("write");
      }),
    );
  });
});
