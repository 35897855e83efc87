import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sized } from "../../../test/effort.ts";
import { shardOf } from "../targets/shard.ts";
import { cut, type OwnersTargets } from "./cut.ts";

function owner(name: string, repositories: number, more: Partial<OwnersTargets> = {}): OwnersTargets {
  const named = Array.from({ length: repositories }, (_, index) => ({ owner: name, repo: `service-${index}` }));
  return { owner: name, isItself: false, repositories: named, installation: undefined, isUnread: false, ...more };
}

describe("a fleet is cut", () => {
  test("by the owners that an app has quotas for, each with all of its own", () => {
    const rows = cut(
      [owner("acme", 250, { installation: "11" }), owner("zoo", 0, { installation: "12", isItself: true })],
      true,
    );
    expect(rows).toEqual([
      { shard: "acme", share: "1/1", installation: "11", targets: 250 },
      { shard: "zoo", share: "1/1", installation: "12", targets: 1 },
    ]);
  });

  test("by the owners that one token is for, each with a part of its quota", () => {
    const rows = cut([owner("acme", 3), owner("zoo", 2), owner("idle", 0)], false);
    expect(rows.map(({ shard, share }) => [shard, share])).toEqual([
      ["acme", "1/2"],
      ["zoo", "2/2"],
    ]);
  });

  test("into at most 16 parts where there is but one, none of them too small for a job", () => {
    const parts = (targets: number) => cut([owner("acme", targets, { installation: "11" })], true);
    expect(parts(60)).toEqual([{ shard: "1/1", share: "1/1", installation: "11", targets: 60 }]);
    expect(parts(250)).toHaveLength(5);
    expect(parts(10_000)).toHaveLength(16);
    expect(parts(10_000)[2]).toMatchObject({ shard: "3/16", share: "3/16" });
  });

  test("into parts where there are more owners than jobs or shares", () => {
    const owners = (count: number) => Array.from({ length: count }, (_, index) => owner(`owner-${index}`, 10));
    expect(cut(owners(81), false).map(({ shard }) => shard)).toContain("16/16");
    expect(cut(owners(80), false)).toHaveLength(80);
    expect(cut(owners(256), true)).toHaveLength(256);
    expect(cut(owners(257), true)).toHaveLength(16);
  });

  test("so that what can't be read is somebody's to tell of, and nothing is nobody's", () => {
    expect(cut([owner("acme", 5), owner("gone", 0, { isUnread: true })], false).map(({ shard }) => shard)).toEqual([
      "acme",
      "gone",
    ]);
    expect(cut([owner("gone", 0, { isUnread: true })], false)).toEqual([
      { shard: "1/1", share: "1/1", installation: "", targets: 0 },
    ]);
    expect(cut([owner("acme", 0)], true)).toEqual([]);
    expect(cut([], true)).toEqual([]);
  });

  test("so that each target is in one shard, by law", () => {
    const some = fc.array(fc.record({ count: fc.integer({ min: 0, max: 300 }), isItself: fc.boolean() }), {
      maxLength: 90,
    });
    fc.assert(
      fc.property(some, fc.boolean(), (counts, isApp) => {
        const owners = counts.map(({ count, isItself }, index) => owner(`owner-${index}`, count, { isItself }));
        const rows = cut(owners, isApp);
        const shards = rows.map(({ shard }) => shardOf(shard));
        const total = owners.reduce((sum, one) => sum + one.repositories.length + Number(one.isItself), 0);
        expect(rows.reduce((sum, { targets }) => sum + targets, 0)).toBe(total);
        for (const { owner, isItself, repositories } of owners) {
          if (isItself) expect(shards.filter(({ hasOwner }) => hasOwner(owner))).toHaveLength(1);
          const [first] = repositories;
          if (first) expect(shards.filter(({ hasRepository }) => hasRepository(first))).toHaveLength(1);
        }
      }),
      { numRuns: sized(10, 30) },
    );
  });
});
