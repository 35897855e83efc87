import { shardOf } from "@forgehand/tasks/targets/shard";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickSize } from "../../../test/test-size.ts";
import { createShards, type OwnerTargets } from "./create-shards.ts";

function owner(name: string, repositories: number, overrides: Partial<OwnerTargets> = {}): OwnerTargets {
  const repositoryRefs = Array.from({ length: repositories }, (_, index) => ({
    owner: name,
    repo: `service-${index}`,
  }));
  return {
    owner: name,
    includesOwner: false,
    repositories: repositoryRefs,
    installation: undefined,
    isUnread: false,
    ...overrides,
  };
}

const APP = { isPerOwner: true, isShared: false };
const TOKEN = { isPerOwner: false, isShared: false };
const SHARED = { isPerOwner: false, isShared: true };

describe("createShards", () => {
  test("creates one per owner for an app, with the owner's own quota", () => {
    const rows = createShards(
      [owner("acme", 250, { installation: "11" }), owner("zoo", 0, { installation: "12", includesOwner: true })],
      APP,
    );
    expect(rows).toEqual([
      { shard: "acme", share: "1/1", installation: "11", targets: 250 },
      { shard: "zoo", share: "1/1", installation: "12", targets: 1 },
    ]);
  });

  test("creates one per owner for a token, with a share of its quota", () => {
    const rows = createShards([owner("acme", 3), owner("zoo", 2), owner("idle", 0)], TOKEN);
    expect(rows.map(({ shard, share }) => [shard, share])).toEqual([
      ["acme", "1/2"],
      ["zoo", "2/2"],
    ]);
  });

  test("gives no shares to jobs that share their quota through Redis", () => {
    const owners = Array.from({ length: 81 }, (_, index) => owner(`owner-${index}`, 10));
    expect(createShards(owners, SHARED)).toHaveLength(81);
    expect(createShards(owners.slice(0, 1), SHARED)).toEqual([{ shard: "1/1", installation: "", targets: 10 }]);
    expect(createShards(owners, SHARED)[1]).toEqual({ shard: "owner-1", installation: "", targets: 10 });
  });

  test("splits a single owner into up to 16 parts of a reasonable size", () => {
    const parts = (targets: number) => createShards([owner("acme", targets, { installation: "11" })], APP);
    expect(parts(60)).toEqual([{ shard: "1/1", share: "1/1", installation: "11", targets: 60 }]);
    expect(parts(250)).toHaveLength(5);
    expect(parts(10_000)).toHaveLength(16);
    expect(parts(10_000)[2]).toMatchObject({ shard: "3/16", share: "3/16" });
  });

  test("splits into parts if there are more owners than jobs or shares", () => {
    const owners = (count: number) => Array.from({ length: count }, (_, index) => owner(`owner-${index}`, 10));
    expect(createShards(owners(81), TOKEN).map(({ shard }) => shard)).toContain("16/16");
    expect(createShards(owners(80), TOKEN)).toHaveLength(80);
    expect(createShards(owners(256), APP)).toHaveLength(256);
    expect(createShards(owners(257), APP)).toHaveLength(16);
  });

  test("assigns unreadable owners to a shard, and creates no shard without targets", () => {
    expect(
      createShards([owner("acme", 5), owner("gone", 0, { isUnread: true })], TOKEN).map(({ shard }) => shard),
    ).toEqual(["acme", "gone"]);
    expect(createShards([owner("gone", 0, { isUnread: true })], TOKEN)).toEqual([
      { shard: "1/1", share: "1/1", installation: "", targets: 0 },
    ]);
    expect(createShards([owner("acme", 0)], APP)).toEqual([]);
    expect(createShards([], APP)).toEqual([]);
  });

  test("assigns each target to exactly one shard", () => {
    const ownerSpecs = fc.array(fc.record({ count: fc.integer({ min: 0, max: 300 }), includesOwner: fc.boolean() }), {
      maxLength: 90,
    });
    fc.assert(
      fc.property(ownerSpecs, fc.constantFrom(APP, TOKEN, SHARED), (counts, quotas) => {
        const owners = counts.map(({ count, includesOwner }, index) =>
          owner(`owner-${index}`, count, { includesOwner }),
        );
        const rows = createShards(owners, quotas);
        const shards = rows.map(({ shard }) => shardOf(shard));
        const total = owners.reduce(
          (sum, ownerTargets) => sum + ownerTargets.repositories.length + Number(ownerTargets.includesOwner),
          0,
        );
        expect(rows.reduce((sum, { targets }) => sum + targets, 0)).toBe(total);
        for (const { owner, includesOwner, repositories } of owners) {
          if (includesOwner) expect(shards.filter(({ hasOwner }) => hasOwner(owner))).toHaveLength(1);
          const [first] = repositories;
          if (first) expect(shards.filter(({ hasRepository }) => hasRepository(first))).toHaveLength(1);
        }
      }),
      { numRuns: pickSize(10, 30) },
    );
  });
});
