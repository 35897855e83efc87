import {
  createCustomPatterns,
  deleteCustomPatterns,
  getOrganizationPatternConfiguration,
  listCustomPatterns,
  updateCustomPattern,
  updateOrganizationPatternConfiguration,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { clientFor, notSupplied, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const seed = {
  users: { alice: {}, bob: {}, sam: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member", sam: "member" },
      security_managers: ["sam"],
      secret_patterns: {
        custom: {
          "door-code": {
            name: "Door code",
            pattern: "door-[0-9]{6}",
            setting: "enabled",
            alerts: 4,
            must_not_match: ["door-000000"],
            created: "2026-01-03T00:00:00Z",
          },
          "badge-number": { name: "Badge number", state: "unpublished", created: "2026-01-01T00:00:00Z", alerts: 2 },
          "access-card": { created: "2026-01-02T00:00:00Z" },
        },
      },
    },
    globex: { members: { alice: "owner" }, secret_patterns: { custom: { theirs: {} } } },
    lone: { members: { alice: "owner" } },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    sam: { kind: "classic", user: "sam", scopes: "all" },
    bob: { kind: "classic", user: "bob", scopes: "all" },
    reader: { kind: "classic", user: "alice", scopes: ["read:org"] },
    fine: { kind: "fine-grained", user: "alice", owner: "acme", permissions: { organization_administration: "write" } },
  },
};

const test = emulatorTest({ seed, now: () => new Date("2026-03-20T12:00:00Z") });

const acme = { org: "acme" };
const PATH = "/orgs/acme/secret-scanning/custom-patterns";
const [DOOR, BADGE, CARD] = [1, 2, 3];

async function patterns(emulator: Emulator, query = "") {
  const { body } = await requestJson(emulator, `GET ${PATH}${query}`);
  return Array.isArray(body) ? body.map(({ slug }) => String(slug)) : [];
}

async function findListedPattern(emulator: Emulator, id = DOOR) {
  const all = await clientFor(emulator, "alice").call(listCustomPatterns, acme);
  return all.find((pattern) => pattern.id === id);
}

describe("the list", () => {
  test("includes seeded patterns, sorted and filtered", async ({ emulator }) => {
    expect(await findListedPattern(emulator)).toEqual({
      id: DOOR,
      name: "Door code",
      slug: "door-code",
      pattern: "door-[0-9]{6}",
      state: "published",
      push_protection_enabled: true,
      must_match: null,
      must_not_match: ["door-000000"],
      start_delimiter: "\\A|[^0-9A-Za-z]",
      end_delimiter: "\\z|[^0-9A-Za-z]",
      custom_pattern_version: expect.any(String),
      created_at: "2026-01-03T00:00:00Z",
      updated_at: "2026-01-03T00:00:00Z",
    });
    expect(await patterns(emulator)).toEqual(["door-code", "access-card", "badge-number"]);
    expect(await patterns(emulator, "?direction=asc")).toEqual(["badge-number", "access-card", "door-code"]);
    expect(await patterns(emulator, "?sort=name&direction=asc")).toEqual(["access-card", "badge-number", "door-code"]);
    expect(await patterns(emulator, "?state=unpublished")).toEqual(["badge-number"]);
    expect(await patterns(emulator, "?push_protection=disabled")).toEqual(["access-card", "badge-number"]);
    const { call } = clientFor(emulator, "alice");
    const { custom_pattern_version = null } = (await findListedPattern(emulator, BADGE)) ?? {};
    await call(updateCustomPattern, { ...acme, pattern_id: BADGE, custom_pattern_version, pattern: "BADGE[0-9]+" });
    expect(await patterns(emulator, "?sort=updated")).toEqual(["badge-number", "door-code", "access-card"]);
    expect(await call(listCustomPatterns, { org: "lone" })).toEqual([]);
    expect((await requestJson(emulator, `GET ${PATH}?sort=size`)).status).toBe(422);
  });

  test("supports page numbers and cursors", async ({ emulator }) => {
    const paged = await requestJson(emulator, `GET ${PATH}?per_page=2`);
    expect(paged.link).toMatch(/page=2>; rel="next".*page=2>; rel="last"/);
    expect(await patterns(emulator, "?per_page=2&page=2")).toEqual(["badge-number"]);

    const slugsOf = (body: unknown) => (Array.isArray(body) ? body.map(({ slug }) => slug) : body);
    const first = await requestJson(emulator, `GET ${PATH}?per_page=2&after=`);
    expect(slugsOf(first.body)).toEqual(["door-code", "access-card"]);
    const next = /<([^>]+)>; rel="next"/.exec(first.link ?? "")?.[1] ?? "";
    await clientFor(emulator, "alice").call(deleteCustomPatterns, { ...acme, patterns: [{ pattern_id: CARD }] });
    const second = await sendRequest(emulator, `GET ${next}`, "alice");
    expect(slugsOf(second.body)).toEqual(["badge-number"]);
    const back = /<([^>]+)>; rel="prev"/.exec(second.link ?? "")?.[1] ?? "";
    expect(slugsOf((await sendRequest(emulator, `GET ${back}`, "alice")).body)).toEqual(["door-code"]);
    expect(await patterns(emulator, "?per_page=1&before=")).toEqual(["badge-number"]);
    for (const query of ["after=nonsense", "after=&before=", `sort=name&${new URL(next).search.slice(1)}`]) {
      expect((await requestJson(emulator, `GET ${PATH}?${query}`)).status).toBe(400);
    }
  });

  test("returns the whole list in order by cursor", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await call(createCustomPatterns, {
      ...acme,
      patterns: Array.from({ length: 6 }, (_, index) => ({ name: `New ${9 - index}`, pattern: "x" })),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("created", "updated", "name"),
        fc.constantFrom("asc", "desc"),
        fc.integer({ min: 1, max: 5 }),
        async (sort, direction, size) => {
          const query = `sort=${sort}&direction=${direction}`;
          const fullList = await patterns(emulator, `?${query}`);
          for (const [side, rel] of [
            ["after", "next"],
            ["before", "prev"],
          ] as const) {
            const walked: string[] = [];
            let route: string | undefined = `GET ${PATH}?${query}&per_page=${size}&${side}=`;
            while (route) {
              const page = await sendRequest(emulator, route, "alice");
              const found = Array.isArray(page.body) ? page.body.map(({ slug }) => String(slug)) : [];
              walked.splice(side === "after" ? walked.length : 0, 0, ...found);
              const link: string | undefined = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(page.link ?? "")?.[1];
              route = link && `GET ${link}`;
            }
            expect(walked).toEqual(fullList);
          }
        },
      ),
      { numRuns: pickSize(4, 12) },
    );
  });
});

describe("creating", () => {
  test("adds unpublished patterns, also to the push protection configuration", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const { created_patterns = [] } = await call(createCustomPatterns, {
      ...acme,
      patterns: [
        { name: "Gate Key!", pattern: "(?i)gate-(?:a|b)[[:alnum:]]{4}" },
        { name: "gate key", pattern: "x", start_delimiter: "\\b", must_match: ["^x"] },
      ],
    });
    expect(created_patterns).toMatchObject([
      {
        slug: "gate-key",
        state: "unpublished",
        push_protection_enabled: false,
        must_match: null,
        start_delimiter: "\\A|[^0-9A-Za-z]",
        created_at: "2026-03-20T12:00:00Z",
      },
      { slug: "gate-key-1", start_delimiter: "\\b", must_match: ["^x"], must_not_match: null },
    ]);
    const { custom_pattern_overrides = [] } = await call(getOrganizationPatternConfiguration, acme);
    expect(custom_pattern_overrides.map(({ slug, custom_pattern_version }) => [slug, custom_pattern_version])).toEqual(
      expect.arrayContaining(
        created_patterns.map(({ slug, custom_pattern_version }) => [slug, custom_pattern_version]),
      ),
    );
    // Only published patterns can be protected.
    const token_type = `cp_${created_patterns[0]?.id}`;
    const custom_pattern_settings = [{ token_type, push_protection_setting: "enabled" as const }];
    await expect(
      call(updateOrganizationPatternConfiguration, { ...acme, custom_pattern_settings }),
    ).rejects.toMatchObject({ status: 422 });
  });

  test("reports the errors of each invalid pattern and creates none", async ({ emulator }) => {
    const before = await patterns(emulator);
    const valid = { name: "Right", pattern: "x" };
    const response = await requestJson(emulator, `POST ${PATH}`, {
      patterns: [
        valid,
        { name: "DOOR CODE", pattern: "(" },
        { name: " ", pattern: "x", start_delimiter: "[", end_delimiter: "*" },
        { name: "right", pattern: "x", must_match: ["a", "(?=b)"], must_not_match: ["(a)\\1"] },
      ],
    });
    const errors = (...codes: string[]) => ({ errors: codes.map((code) => ({ code, message: expect.any(String) })) });
    expect(response).toMatchObject({
      status: 422,
      body: {
        message: "Validation failed for one or more patterns.",
        validation_errors: {
          1: errors("invalid", "name"),
          2: errors("start_delimiter", "end_delimiter", "name"),
          3: errors("must_match", "must_not_match", "name"),
        },
      },
    });
    expect(Object(response.body).validation_errors).not.toHaveProperty("0");
    expect(await patterns(emulator)).toEqual(before);
    for (const invalid of ["", "a++", "(?<!a)b", "(?>a)", "a{2,1}", "(?P<n>a)\\k<n>"]) {
      const rejected = await requestJson(emulator, `POST ${PATH}`, { patterns: [{ name: "Wrong", pattern: invalid }] });
      expect(rejected.status, invalid).toBe(422);
    }
    // Checking takes linear time.
    const long = { name: "Long", pattern: "[".repeat(1_000_000) };
    expect((await requestJson(emulator, `POST ${PATH}`, { patterns: [long] })).status).toBe(422);
    for (const supported of ["(?i:a)b", "(?P<n>a)", "\\p{L}", "[(?=a)]", "\\(?=a", "a|b\\\\1", "\\x41"]) {
      const accepted = await requestJson(emulator, `POST ${PATH}`, {
        patterns: [{ name: supported, pattern: supported }],
      });
      expect(accepted.status, supported).toBe(201);
    }
    expect((await requestJson(emulator, `POST ${PATH}`, { patterns: [{ name: "No pattern" }] })).status).toBe(422);
  });
});

describe("updating", () => {
  test("requires the current version and returns the next one", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const before = await findListedPattern(emulator);
    const version = before?.custom_pattern_version ?? null;
    const at = { ...acme, pattern_id: DOOR };
    const change = { ...at, custom_pattern_version: version, pattern: "door[0-9]+", must_not_match: [] };
    const after = await call(updateCustomPattern, change);
    expect(after).toEqual({
      ...before,
      pattern: "door[0-9]+",
      must_not_match: null,
      updated_at: "2026-03-20T12:00:00Z",
      custom_pattern_version: expect.any(String),
    });
    expect(after.custom_pattern_version).not.toBe(version);
    await expect(call(updateCustomPattern, change)).rejects.toMatchObject({ status: 412 });
    expect(await findListedPattern(emulator)).toEqual(after);
    // Push protection uses the same version.
    const stale = [
      { token_type: "cp_1", push_protection_setting: "disabled", custom_pattern_version: version },
    ] as const;
    await expect(
      call(updateOrganizationPatternConfiguration, { ...acme, custom_pattern_settings: [...stale] }),
    ).rejects.toMatchObject({ status: 409 });
    const custom_pattern_settings = [{ token_type: "cp_1", push_protection_setting: "disabled" as const }];
    await call(updateOrganizationPatternConfiguration, { ...acme, custom_pattern_settings });
    const unprotected = await findListedPattern(emulator);
    expect(unprotected).toMatchObject({ push_protection_enabled: false });
    expect(unprotected?.custom_pattern_version).not.toBe(after.custom_pattern_version);
    expect(await call(updateCustomPattern, { ...at, custom_pattern_version: null, must_match: ["a"] })).toMatchObject({
      must_match: ["a"],
    });
  });

  test("rejects invalid expressions and empty updates", async ({ emulator }) => {
    const change = (body: object, id = DOOR) => requestJson(emulator, `PATCH ${PATH}/${id}`, body);
    const version = { custom_pattern_version: null };
    for (const [body, field] of [
      [{ ...version, pattern: "(" }, "pattern"],
      [{ ...version, end_delimiter: "[" }, "end_delimiter"],
      [{ ...version, must_match: ["a", "("] }, "must_match"],
      [{ ...version }, "pattern"],
    ] as const) {
      expect(await change(body)).toMatchObject({
        status: 422,
        body: { errors: expect.arrayContaining([expect.objectContaining({ field })]) },
      });
    }
    expect(await change({ pattern: "a" })).toMatchObject(notSupplied("custom_pattern_version"));
    expect((await change({ ...version, pattern: "a" }, 99)).status).toBe(404);
    // A pattern of another organization is reported missing before the input is validated.
    expect((await change({}, 4)).status).toBe(404);
    expect((await requestJson(emulator, "PATCH /orgs/acme/secret-scanning/custom-patterns/x", {})).status).toBe(404);
  });

  test("never loses a concurrent update", async ({ emulator }) => {
    const step = fc.record({ writer: fc.nat(2), reads: fc.boolean(), pattern: fc.stringMatching(/^[a-z]{1,4}$/) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        const start = await findListedPattern(emulator);
        let current = { version: start?.custom_pattern_version, pattern: start?.pattern };
        const knownVersions = [current.version, current.version, current.version];
        for (const { writer, reads, pattern: newPattern } of steps) {
          if (reads) knownVersions[writer] = (await findListedPattern(emulator))?.custom_pattern_version;
          const isCurrent = knownVersions[writer] === current.version;
          const body = { custom_pattern_version: knownVersions[writer], pattern: newPattern };
          const response = await requestJson(emulator, `PATCH ${PATH}/${DOOR}`, body);
          expect(response.status).toBe(isCurrent ? 200 : 412);
          if (!isCurrent) continue;
          const { custom_pattern_version } = Object(response.body);
          expect(custom_pattern_version).not.toBe(current.version);
          current = { version: custom_pattern_version, pattern: newPattern };
          knownVersions[writer] = custom_pattern_version;
        }
        expect(await findListedPattern(emulator)).toMatchObject({
          custom_pattern_version: current.version,
          pattern: current.pattern,
        });
      }),
      { numRuns: pickSize(6, 20) },
    );
  });
});

describe("deleting", () => {
  test("is atomic", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const before = await patterns(emulator);
    const version = (await findListedPattern(emulator))?.custom_pattern_version ?? null;
    const remove = (body: object) => requestJson(emulator, `DELETE ${PATH}`, body);
    const door = { pattern_id: DOOR, custom_pattern_version: version };
    expect((await remove({ patterns: [door, { pattern_id: BADGE, custom_pattern_version: "old" }] })).status).toBe(412);
    expect((await remove({ patterns: [door, { pattern_id: 4 }] })).status).toBe(404);
    expect((await remove({ patterns: [{}] })).status).toBe(422);
    expect((await remove({})).status).toBe(422);
    expect((await remove({ patterns: [door], post_delete_action: "keep" })).status).toBe(422);
    expect(await patterns(emulator)).toEqual(before);

    expect((await remove({ patterns: [door, door] })).status).toBe(204);
    expect(await patterns(emulator)).toEqual(["access-card", "badge-number"]);
    const { custom_pattern_overrides = [] } = await call(getOrganizationPatternConfiguration, acme);
    // The remaining pattern now has all remaining alerts.
    expect(custom_pattern_overrides.map((pattern) => [pattern.slug, pattern.alert_total_percentage])).toEqual([
      ["badge-number", 100],
      ["access-card", 0],
    ]);
    const rest = [{ pattern_id: BADGE }, { pattern_id: CARD }];
    await call(deleteCustomPatterns, { ...acme, patterns: rest, post_delete_action: "resolve_alerts" });
    expect(await patterns(emulator)).toEqual([]);
    // IDs are not reused.
    const { created_patterns } = await call(createCustomPatterns, {
      ...acme,
      patterns: [{ name: "New", pattern: "x" }],
    });
    expect(created_patterns).toMatchObject([{ id: 5 }]);
  });
});

describe("access", () => {
  test.for([
    ["alice", 200, 201],
    ["sam", 200, 403],
    ["fine", 200, 201],
    ["reader", 200, 403],
    ["bob", 403, 403],
  ] as const)("with the token %s", async ([token, reading, writing], { emulator }) => {
    expect((await requestJson(emulator, `GET ${PATH}`, undefined, token)).status).toBe(reading);
    const body = { patterns: [{ name: "New", pattern: "x" }] };
    expect((await requestJson(emulator, `POST ${PATH}`, body, token)).status).toBe(writing);
  });
});

test.for([
  [{ a: { pattern: "(" } }, /a\.pattern.*valid pattern expression/s],
  [{ a: { state: "unpublished", setting: "enabled" } }, /for an unpublished pattern/],
  [{ a: { name: "One" }, b: { name: "one" } }, /must be unique/],
] as const)("rejects an invalid seed: %j", async ([custom, message]) => {
  const started = startEmulator({
    seed: {
      users: { alice: {} },
      organizations: { acme: { members: { alice: "owner" }, secret_patterns: { custom } } },
    },
  });
  await expect(started).rejects.toThrow(message);
});
