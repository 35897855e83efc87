import fc from "fast-check";
import { describe, expect } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { requestJson } from "../../requests.fixture.ts";
import { test as base, emulatorTest } from "../../vitest.ts";
import { SEED } from "../shared/organization-seed.fixture.ts";

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
    classicReader: { kind: "classic", user: "alice", scopes: ["read:org"] },
    classicAdmin: { kind: "classic", user: "alice", scopes: ["admin:org"] },
    fineReader: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
  },
};
const options = { seed, now: () => new Date("2026-05-01T12:00:00Z") };
const test = emulatorTest(options);

const usage = async (emulator: Emulator) => (await requestJson(emulator, `GET ${USAGE}`)).body;
const expectedUsage = (count: number, size: number) => ({
  total_active_caches_count: count,
  total_active_caches_size_in_bytes: size,
});

describe("cache usage", () => {
  test("is reported in total and per repository with caches", async ({ emulator }) => {
    expect(await usage(emulator)).toEqual(expectedUsage(4, 9 * GIGABYTE + 500));
    expect((await requestJson(emulator, `GET ${USAGE}-by-repository`)).body).toEqual({
      total_count: 2,
      repository_cache_usages: [
        { full_name: "acme/widgets", active_caches_size_in_bytes: 9 * GIGABYTE, active_caches_count: 3 },
        { full_name: "acme/gears", active_caches_size_in_bytes: 500, active_caches_count: 1 },
      ],
    });
    const page = await requestJson(emulator, `GET ${USAGE}-by-repository?per_page=1&page=2`);
    expect(page.body).toMatchObject({ total_count: 2, repository_cache_usages: [{ full_name: "acme/gears" }] });
    expect(page.link).toContain('rel="prev"');
  });

  test("changes with time and when a repository is deleted", async ({ emulator }) => {
    emulator.control.clock.advance(2 * 24 * 3600);
    expect(await usage(emulator)).toEqual(expectedUsage(3, 7 * GIGABYTE + 500));
    await requestJson(emulator, "DELETE /repos/acme/gears");
    expect(await usage(emulator)).toEqual(expectedUsage(2, 7 * GIGABYTE));
    emulator.control.clock.advance(7 * 24 * 3600);
    expect(await usage(emulator)).toEqual(expectedUsage(0, 0));
    expect((await requestJson(emulator, `GET ${USAGE}-by-repository`)).body).toEqual({
      total_count: 0,
      repository_cache_usages: [],
    });
  });

  test("requires an owner with the scope or the permission", async ({ emulator }) => {
    for (const path of [USAGE, `${USAGE}-by-repository`]) {
      for (const token of ["classicReader", "classicAdmin", "fineReader", "installation"]) {
        expect((await requestJson(emulator, `GET ${path}`, undefined, token)).status).toBe(200);
      }
      expect((await requestJson(emulator, `GET ${path}`, undefined, "bob")).status).toBe(403);
    }
  });
});

describe("cache limits", () => {
  test("have defaults until an owner sets them", async ({ emulator }) => {
    expect((await requestJson(emulator, `GET ${RETENTION}`)).body).toEqual({ max_cache_retention_days: 7 });
    expect((await requestJson(emulator, `GET ${STORAGE}`)).body).toEqual({ max_cache_size_gb: 10 });
    const set = await requestJson(emulator, `PUT ${RETENTION}`, { max_cache_retention_days: 3 }, "classicAdmin");
    expect([set.status, set.text]).toEqual([204, ""]);
    expect((await requestJson(emulator, `PUT ${STORAGE}`, { max_cache_size_gb: 5 })).status).toBe(204);
    // Omitted fields keep their values.
    for (const path of [RETENTION, STORAGE]) expect((await requestJson(emulator, `PUT ${path}`, {})).status).toBe(204);
    expect((await requestJson(emulator, `GET ${RETENTION}`)).body).toEqual({ max_cache_retention_days: 3 });
    expect((await requestJson(emulator, `GET ${STORAGE}`)).body).toEqual({ max_cache_size_gb: 5 });
    expect((await requestJson(emulator, `GET ${RETENTION.replace("acme", "third")}`)).body).toEqual({
      max_cache_retention_days: 3,
    });
  });

  test("evict caches permanently when lowered", async ({ emulator }) => {
    await requestJson(emulator, `PUT ${STORAGE}`, { max_cache_size_gb: 7 });
    expect(await usage(emulator)).toEqual(expectedUsage(3, 7 * GIGABYTE + 500));
    await requestJson(emulator, `PUT ${STORAGE}`, { max_cache_size_gb: 6 });
    await requestJson(emulator, `PUT ${STORAGE}`, { max_cache_size_gb: 10 });
    expect(await usage(emulator)).toEqual(expectedUsage(2, 4 * GIGABYTE + 500));
    await requestJson(emulator, `PUT ${RETENTION}`, { max_cache_retention_days: 1 });
    emulator.control.clock.advance(24 * 3600 - 1);
    await requestJson(emulator, `PUT ${RETENTION}`, { max_cache_retention_days: 90 });
    expect(await usage(emulator)).toEqual(expectedUsage(1, 500));
    const third = await requestJson(emulator, `GET ${USAGE.replace("acme", "third")}`);
    expect(third.body).toEqual(expectedUsage(0, 0));
  });

  test.for([
    [RETENTION, { max_cache_retention_days: 0 }, 400],
    [RETENTION, { max_cache_retention_days: 91 }, 400],
    [RETENTION, { max_cache_retention_days: "7" }, 422],
    [STORAGE, { max_cache_size_gb: 0 }, 400],
    [STORAGE, { max_cache_size_gb: 10_001 }, 400],
    [STORAGE, { max_cache_size_gb: 1.5 }, 422],
  ] as const)("are range-checked: %s %j", async ([path, body, status], { emulator }) => {
    const before = (await requestJson(emulator, `GET ${path}`)).body;
    expect((await requestJson(emulator, `PUT ${path}`, body)).status).toBe(status);
    expect((await requestJson(emulator, `GET ${path}`)).body).toEqual(before);
  });

  test("require an owner with the scope or the permission", async ({ emulator }) => {
    for (const path of [RETENTION, STORAGE]) {
      expect((await requestJson(emulator, `GET ${path}`, undefined, "fineReader")).status).toBe(200);
      expect((await requestJson(emulator, `PUT ${path}`, {}, "fineReader")).status).toBe(403);
      for (const token of ["bob", "classicReader"]) {
        expect((await requestJson(emulator, `GET ${path}`, undefined, token)).status).toBe(403);
      }
      expect((await requestJson(emulator, `PUT ${path}`, {}, "installation")).status).toBe(204);
    }
    expect(
      (await requestJson(emulator, "GET /organizations/unknown-organization/actions/cache/storage-limit")).status,
    ).toBe(404);
  });
});

base("keeps the most recent caches that fit the limits", async () => {
  const caches = fc.uniqueArray(fc.record({ size: fc.nat({ max: 4 * 1024 }), hours: fc.nat({ max: 100 }) }), {
    maxLength: 6,
    selector: ({ hours }: { hours: number }) => hours,
  });
  const property = fc.asyncProperty(caches, fc.integer({ min: 1, max: 5 }), async (seededCaches, days) => {
    const emulator = await startEmulator({
      ...options,
      seed: {
        ...SEED,
        organizations: { ...SEED.organizations, acme: { ...SEED.organizations.acme, cache_limits: { storage_gb: 4 } } },
        repositories: {
          ...SEED.repositories,
          "acme/widgets": {
            caches: seededCaches.map(({ size, hours }) => ({
              key: `${hours}`,
              size: size * 1024 ** 2,
              accessed: `-${hours}h`,
            })),
          },
        },
      },
    });
    await requestJson(emulator, `PUT ${RETENTION}`, { max_cache_retention_days: days });
    let [count, size] = [0, 0];
    for (const cache of seededCaches.toSorted((a, b) => a.hours - b.hours)) {
      if (cache.hours >= days * 24 || size + cache.size > 4 * 1024) break;
      [count, size] = [count + 1, size + cache.size];
    }
    expect(await usage(emulator)).toEqual(expectedUsage(count, size * 1024 ** 2));
    await emulator.stop();
  });
  await fc.assert(property, { numRuns: pickSize(10, 30) });
});
