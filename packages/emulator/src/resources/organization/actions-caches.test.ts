import fc from "fast-check";
import { describe, expect } from "vitest";
import { sized } from "../../../../../test/effort.ts";
import { ask } from "../../calling.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { test as base, emulatorTest } from "../../vitest.ts";
import { SEED } from "../families/asking.fixture.ts";

const RETENTION = "/organizations/acme/actions/cache/retention-limit";
const STORAGE = "/organizations/acme/actions/cache/storage-limit";
const USAGE = "/orgs/acme/actions/cache/usage";
const GIGABYTE = 1024 ** 3;

const seed = {
  ...SEED,
  organizations: {
    ...SEED.organizations,
    third: { members: { alice: "owner" }, cache_limits: { retention_days: 3, storage_gb: 2 } },
  },
  repositories: {
    ...SEED.repositories,
    "acme/widgets": {
      caches: [
        { key: "a", size: 4 * GIGABYTE, accessed: "-1h" },
        { key: "a", ref: "refs/pull/1/merge", size: 3 * GIGABYTE, accessed: "-2d" },
        { key: "b", size: 2 * GIGABYTE, created: "-30d", accessed: "-5d" },
      ],
    },
    "acme/gears": {
      private: true,
      caches: [
        { key: "a", size: 1000, accessed: "-10d" },
        { key: "b", size: 500 },
      ],
    },
    "other/things": { caches: [{ key: "theirs", size: 7 }] },
    "third/thing": {
      caches: [
        { key: "old", size: 7, accessed: "-4d" },
        { key: "large", size: 3 * GIGABYTE },
      ],
    },
  },
  tokens: {
    ...SEED.tokens,
    reads: { kind: "classic", user: "alice", scopes: ["read:org"] },
    administers: { kind: "classic", user: "alice", scopes: ["admin:org"] },
    looker: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
  },
};
const options = { seed, now: () => new Date("2026-05-01T12:00:00Z") };
const test = emulatorTest(options);

const usage = async (emulator: Emulator) => (await ask(emulator, `GET ${USAGE}`)).body;
const came = (count: number, size: number) => ({
  ...{ total_active_caches_count: count, total_active_caches_size_in_bytes: size },
});

describe("what is used", () => {
  test("in all, and by each repository that has any", async ({ emulator }) => {
    expect(await usage(emulator)).toEqual(came(4, 9 * GIGABYTE + 500));
    expect((await ask(emulator, `GET ${USAGE}-by-repository`)).body).toEqual({
      total_count: 2,
      repository_cache_usages: [
        { full_name: "acme/widgets", active_caches_size_in_bytes: 9 * GIGABYTE, active_caches_count: 3 },
        { full_name: "acme/gears", active_caches_size_in_bytes: 500, active_caches_count: 1 },
      ],
    });
    const page = await ask(emulator, `GET ${USAGE}-by-repository?per_page=1&page=2`);
    expect(page.body).toMatchObject({ total_count: 2, repository_cache_usages: [{ full_name: "acme/gears" }] });
    expect(page.link).toContain('rel="prev"');
  });

  test("goes with time, and with the repository", async ({ emulator }) => {
    emulator.control.clock.advance(2 * 24 * 3600);
    expect(await usage(emulator)).toEqual(came(3, 7 * GIGABYTE + 500));
    await ask(emulator, "DELETE /repos/acme/gears");
    expect(await usage(emulator)).toEqual(came(2, 7 * GIGABYTE));
    emulator.control.clock.advance(7 * 24 * 3600);
    expect(await usage(emulator)).toEqual(came(0, 0));
    expect((await ask(emulator, `GET ${USAGE}-by-repository`)).body).toEqual({
      ...{ total_count: 0, repository_cache_usages: [] },
    });
  });

  test("is for owners with the scope or the permission", async ({ emulator }) => {
    for (const path of [USAGE, `${USAGE}-by-repository`]) {
      for (const token of ["reads", "administers", "looker", "installation"]) {
        expect((await ask(emulator, `GET ${path}`, undefined, token)).status).toBe(200);
      }
      expect((await ask(emulator, `GET ${path}`, undefined, "bob")).status).toBe(403);
    }
  });
});

describe("the limits", () => {
  test("are the service's until an owner sets them", async ({ emulator }) => {
    expect((await ask(emulator, `GET ${RETENTION}`)).body).toEqual({ max_cache_retention_days: 7 });
    expect((await ask(emulator, `GET ${STORAGE}`)).body).toEqual({ max_cache_size_gb: 10 });
    const set = await ask(emulator, `PUT ${RETENTION}`, { max_cache_retention_days: 3 }, "administers");
    expect([set.status, set.text]).toEqual([204, ""]);
    expect((await ask(emulator, `PUT ${STORAGE}`, { max_cache_size_gb: 5 })).status).toBe(204);
    // What isn't said stays.
    for (const path of [RETENTION, STORAGE]) expect((await ask(emulator, `PUT ${path}`, {})).status).toBe(204);
    expect((await ask(emulator, `GET ${RETENTION}`)).body).toEqual({ max_cache_retention_days: 3 });
    expect((await ask(emulator, `GET ${STORAGE}`)).body).toEqual({ max_cache_size_gb: 5 });
    expect((await ask(emulator, `GET ${RETENTION.replace("acme", "third")}`)).body).toEqual({
      max_cache_retention_days: 3,
    });
  });

  test("evict what they no longer let be, for good", async ({ emulator }) => {
    await ask(emulator, `PUT ${STORAGE}`, { max_cache_size_gb: 7 });
    expect(await usage(emulator)).toEqual(came(3, 7 * GIGABYTE + 500));
    await ask(emulator, `PUT ${STORAGE}`, { max_cache_size_gb: 6 });
    await ask(emulator, `PUT ${STORAGE}`, { max_cache_size_gb: 10 });
    expect(await usage(emulator)).toEqual(came(2, 4 * GIGABYTE + 500));
    await ask(emulator, `PUT ${RETENTION}`, { max_cache_retention_days: 1 });
    emulator.control.clock.advance(24 * 3600 - 1);
    await ask(emulator, `PUT ${RETENTION}`, { max_cache_retention_days: 90 });
    expect(await usage(emulator)).toEqual(came(1, 500));
    const third = await ask(emulator, `GET ${USAGE.replace("acme", "third")}`);
    expect(third.body).toEqual(came(0, 0));
  });

  test.for([
    [RETENTION, { max_cache_retention_days: 0 }, 400],
    [RETENTION, { max_cache_retention_days: 91 }, 400],
    [RETENTION, { max_cache_retention_days: "7" }, 422],
    [STORAGE, { max_cache_size_gb: 0 }, 400],
    [STORAGE, { max_cache_size_gb: 10_001 }, 400],
    [STORAGE, { max_cache_size_gb: 1.5 }, 422],
  ] as const)("have bounds: %s %j", async ([path, body, status], { emulator }) => {
    const before = (await ask(emulator, `GET ${path}`)).body;
    expect((await ask(emulator, `PUT ${path}`, body)).status).toBe(status);
    expect((await ask(emulator, `GET ${path}`)).body).toEqual(before);
  });

  test("are for owners with the scope or the permission", async ({ emulator }) => {
    for (const path of [RETENTION, STORAGE]) {
      expect((await ask(emulator, `GET ${path}`, undefined, "looker")).status).toBe(200);
      expect((await ask(emulator, `PUT ${path}`, {}, "looker")).status).toBe(403);
      for (const token of ["bob", "reads"]) {
        expect((await ask(emulator, `GET ${path}`, undefined, token)).status).toBe(403);
      }
      expect((await ask(emulator, `PUT ${path}`, {}, "installation")).status).toBe(204);
    }
    expect((await ask(emulator, "GET /organizations/nobody/actions/cache/storage-limit")).status).toBe(404);
  });
});

base("what is left fits the limits, is the newest, and as much as fits", async () => {
  const caches = fc.uniqueArray(fc.record({ size: fc.nat({ max: 4 * 1024 }), hours: fc.nat({ max: 100 }) }), {
    ...{ maxLength: 6, selector: ({ hours }: { hours: number }) => hours },
  });
  const property = fc.asyncProperty(caches, fc.integer({ min: 1, max: 5 }), async (told, days) => {
    const emulator = await startEmulator({
      ...options,
      seed: {
        ...SEED,
        organizations: { ...SEED.organizations, acme: { ...SEED.organizations.acme, cache_limits: { storage_gb: 4 } } },
        repositories: {
          ...SEED.repositories,
          "acme/widgets": {
            caches: told.map(({ size, hours }) => ({
              key: `${hours}`,
              size: size * 1024 ** 2,
              accessed: `-${hours}h`,
            })),
          },
        },
      },
    });
    await ask(emulator, `PUT ${RETENTION}`, { max_cache_retention_days: days });
    let [count, size] = [0, 0];
    for (const cache of told.toSorted((a, b) => a.hours - b.hours)) {
      if (cache.hours >= days * 24 || size + cache.size > 4 * 1024) break;
      [count, size] = [count + 1, size + cache.size];
    }
    expect(await usage(emulator)).toEqual(came(count, size * 1024 ** 2));
    await emulator.stop();
  });
  await fc.assert(property, { numRuns: sized(10, 30) });
});
