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
import { sized } from "../../../../../test/effort.ts";
import { as, ask, send } from "../../calling.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
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
            ...{ name: "Door code", pattern: "door-[0-9]{6}", setting: "enabled", alerts: 4 },
            ...{ must_not_match: ["door-000000"], created: "2026-01-03T00:00:00Z" },
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
  const { body } = await ask(emulator, `GET ${PATH}${query}`);
  return Array.isArray(body) ? body.map(({ slug }) => String(slug)) : [];
}

/** A pattern as lists carry it. */
async function pattern(emulator: Emulator, id = DOOR) {
  const all = await as(emulator, "alice").call(listCustomPatterns, acme);
  return all.find((one) => one.id === id);
}

describe("the list", () => {
  test("has what a seed says of each, and goes by its order and filters", async ({ emulator }) => {
    expect(await pattern(emulator)).toEqual({
      ...{ id: DOOR, name: "Door code", slug: "door-code", pattern: "door-[0-9]{6}", state: "published" },
      ...{ push_protection_enabled: true, must_match: null, must_not_match: ["door-000000"] },
      ...{ start_delimiter: "\\A|[^0-9A-Za-z]", end_delimiter: "\\z|[^0-9A-Za-z]" },
      custom_pattern_version: expect.any(String),
      ...{ created_at: "2026-01-03T00:00:00Z", updated_at: "2026-01-03T00:00:00Z" },
    });
    expect(await patterns(emulator)).toEqual(["door-code", "access-card", "badge-number"]);
    expect(await patterns(emulator, "?direction=asc")).toEqual(["badge-number", "access-card", "door-code"]);
    expect(await patterns(emulator, "?sort=name&direction=asc")).toEqual(["access-card", "badge-number", "door-code"]);
    expect(await patterns(emulator, "?state=unpublished")).toEqual(["badge-number"]);
    expect(await patterns(emulator, "?push_protection=disabled")).toEqual(["access-card", "badge-number"]);
    const { call } = as(emulator, "alice");
    const { custom_pattern_version = null } = (await pattern(emulator, BADGE)) ?? {};
    await call(updateCustomPattern, { ...acme, pattern_id: BADGE, custom_pattern_version, pattern: "BADGE[0-9]+" });
    expect(await patterns(emulator, "?sort=updated")).toEqual(["badge-number", "door-code", "access-card"]);
    expect(await call(listCustomPatterns, { org: "lone" })).toEqual([]);
    expect((await ask(emulator, `GET ${PATH}?sort=size`)).status).toBe(422);
  });

  test("has numbered pages, or goes on by cursor", async ({ emulator }) => {
    const paged = await ask(emulator, `GET ${PATH}?per_page=2`);
    expect(paged.link).toMatch(/page=2>; rel="next".*page=2>; rel="last"/);
    expect(await patterns(emulator, "?per_page=2&page=2")).toEqual(["badge-number"]);

    const slugs = (body: unknown) => (Array.isArray(body) ? body.map(({ slug }) => slug) : body);
    const first = await ask(emulator, `GET ${PATH}?per_page=2&after=`);
    expect(slugs(first.body)).toEqual(["door-code", "access-card"]);
    const next = /<([^>]+)>; rel="next"/.exec(first.link ?? "")?.[1] ?? "";
    await as(emulator, "alice").call(deleteCustomPatterns, { ...acme, patterns: [{ pattern_id: CARD }] });
    const second = await send(emulator, `GET ${next}`, "alice");
    expect(slugs(second.body)).toEqual(["badge-number"]);
    const back = /<([^>]+)>; rel="prev"/.exec(second.link ?? "")?.[1] ?? "";
    expect(slugs((await send(emulator, `GET ${back}`, "alice")).body)).toEqual(["door-code"]);
    expect(await patterns(emulator, "?per_page=1&before=")).toEqual(["badge-number"]);
    for (const query of ["after=nonsense", "after=&before=", `sort=name&${new URL(next).search.slice(1)}`]) {
      expect((await ask(emulator, `GET ${PATH}?${query}`)).status).toBe(400);
    }
  });

  test("by cursor is the whole list in its order, whatever that is", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
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
          const whole = await patterns(emulator, `?${query}`);
          for (const [side, rel] of [
            ["after", "next"],
            ["before", "prev"],
          ] as const) {
            const walked: string[] = [];
            let route: string | undefined = `GET ${PATH}?${query}&per_page=${size}&${side}=`;
            while (route) {
              const page = await send(emulator, route, "alice");
              const found = Array.isArray(page.body) ? page.body.map(({ slug }) => String(slug)) : [];
              walked.splice(side === "after" ? walked.length : 0, 0, ...found);
              const link: string | undefined = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(page.link ?? "")?.[1];
              route = link && `GET ${link}`;
            }
            expect(walked).toEqual(whole);
          }
        },
      ),
      { numRuns: sized(4, 12) },
    );
  });
});

describe("creating", () => {
  test("makes unpublished patterns, which push protection knows of", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const { created_patterns = [] } = await call(createCustomPatterns, {
      ...acme,
      patterns: [
        { name: "Gate Key!", pattern: "(?i)gate-(?:a|b)[[:alnum:]]{4}" },
        { name: "gate key", pattern: "x", start_delimiter: "\\b", must_match: ["^x"] },
      ],
    });
    expect(created_patterns).toMatchObject([
      {
        ...{ slug: "gate-key", state: "unpublished", push_protection_enabled: false, must_match: null },
        ...{ start_delimiter: "\\A|[^0-9A-Za-z]", created_at: "2026-03-20T12:00:00Z" },
      },
      { slug: "gate-key-1", start_delimiter: "\\b", must_match: ["^x"], must_not_match: null },
    ]);
    const { custom_pattern_overrides = [] } = await call(getOrganizationPatternConfiguration, acme);
    expect(custom_pattern_overrides.map(({ slug, custom_pattern_version }) => [slug, custom_pattern_version])).toEqual(
      expect.arrayContaining(
        created_patterns.map(({ slug, custom_pattern_version }) => [slug, custom_pattern_version]),
      ),
    );
    // Only what is published can be protected.
    const token_type = `cp_${created_patterns[0]?.id}`;
    const custom_pattern_settings = [{ token_type, push_protection_setting: "enabled" as const }];
    await expect(
      call(updateOrganizationPatternConfiguration, { ...acme, custom_pattern_settings }),
    ).rejects.toMatchObject({ status: 422 });
  });

  test("of what can't be looked for says so of each, and makes none of them", async ({ emulator }) => {
    const before = await patterns(emulator);
    const right = { name: "Right", pattern: "x" };
    const answer = await ask(emulator, `POST ${PATH}`, {
      patterns: [
        right,
        { name: "DOOR CODE", pattern: "(" },
        { name: " ", pattern: "x", start_delimiter: "[", end_delimiter: "*" },
        { name: "right", pattern: "x", must_match: ["a", "(?=b)"], must_not_match: ["(a)\\1"] },
      ],
    });
    const errors = (...codes: string[]) => ({ errors: codes.map((code) => ({ code, message: expect.any(String) })) });
    expect(answer).toMatchObject({
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
    expect(Object(answer.body).validation_errors).not.toHaveProperty("0");
    expect(await patterns(emulator)).toEqual(before);
    for (const wrong of ["", "a++", "(?<!a)b", "(?>a)", "a{2,1}", "(?P<n>a)\\k<n>"]) {
      const refused = await ask(emulator, `POST ${PATH}`, { patterns: [{ name: "Wrong", pattern: wrong }] });
      expect(refused.status, wrong).toBe(422);
    }
    for (const fine of ["(?i:a)b", "(?P<n>a)", "\\p{L}", "[(?=a)]", "\\(?=a", "a|b\\\\1", "\\x41"]) {
      const taken = await ask(emulator, `POST ${PATH}`, { patterns: [{ name: fine, pattern: fine }] });
      expect(taken.status, fine).toBe(201);
    }
    expect((await ask(emulator, `POST ${PATH}`, { patterns: [{ name: "No pattern" }] })).status).toBe(422);
  });
});

describe("changing", () => {
  test("takes the current version, and gives the next one", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const before = await pattern(emulator);
    const version = before?.custom_pattern_version ?? null;
    const at = { ...acme, pattern_id: DOOR };
    const change = { ...at, custom_pattern_version: version, pattern: "door[0-9]+", must_not_match: [] };
    const after = await call(updateCustomPattern, change);
    expect(after).toEqual({
      ...{ ...before, pattern: "door[0-9]+", must_not_match: null, updated_at: "2026-03-20T12:00:00Z" },
      custom_pattern_version: expect.any(String),
    });
    expect(after.custom_pattern_version).not.toBe(version);
    await expect(call(updateCustomPattern, change)).rejects.toMatchObject({ status: 412 });
    expect(await pattern(emulator)).toEqual(after);
    // Push protection's version of it is the same one.
    const stale = [
      { token_type: "cp_1", push_protection_setting: "disabled", custom_pattern_version: version },
    ] as const;
    await expect(
      call(updateOrganizationPatternConfiguration, { ...acme, custom_pattern_settings: [...stale] }),
    ).rejects.toMatchObject({ status: 409 });
    const custom_pattern_settings = [{ token_type: "cp_1", push_protection_setting: "disabled" as const }];
    await call(updateOrganizationPatternConfiguration, { ...acme, custom_pattern_settings });
    const unprotected = await pattern(emulator);
    expect(unprotected).toMatchObject({ push_protection_enabled: false });
    expect(unprotected?.custom_pattern_version).not.toBe(after.custom_pattern_version);
    expect(await call(updateCustomPattern, { ...at, custom_pattern_version: null, must_match: ["a"] })).toMatchObject({
      must_match: ["a"],
    });
  });

  test("takes nothing that can't be looked for, and no nothing", async ({ emulator }) => {
    const change = (body: object, id = DOOR) => ask(emulator, `PATCH ${PATH}/${id}`, body);
    const version = { custom_pattern_version: null };
    for (const [body, field] of [
      [{ ...version, pattern: "(" }, "pattern"],
      [{ ...version, end_delimiter: "[" }, "end_delimiter"],
      [{ ...version, must_match: ["a", "("] }, "must_match"],
      [{ ...version }, "pattern"],
      [{ pattern: "a" }, "custom_pattern_version"],
    ] as const) {
      expect(await change(body)).toMatchObject({
        status: 422,
        body: { errors: expect.arrayContaining([expect.objectContaining({ field })]) },
      });
    }
    expect((await change({ ...version, pattern: "a" }, 99)).status).toBe(404);
    // Another organization's, however wrong the call is.
    expect((await change({}, 4)).status).toBe(404);
    expect((await ask(emulator, "PATCH /orgs/acme/secret-scanning/custom-patterns/x", {})).status).toBe(404);
  });

  test("whoever writes, nobody's change is lost", async ({ emulator }) => {
    const step = fc.record({ writer: fc.nat(2), reads: fc.boolean(), pattern: fc.stringMatching(/^[a-z]{1,4}$/) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        const start = await pattern(emulator);
        let current = { version: start?.custom_pattern_version, pattern: start?.pattern };
        const held = [current.version, current.version, current.version];
        for (const { writer, reads, pattern: wanted } of steps) {
          if (reads) held[writer] = (await pattern(emulator))?.custom_pattern_version;
          const isCurrent = held[writer] === current.version;
          const body = { custom_pattern_version: held[writer], pattern: wanted };
          const answer = await ask(emulator, `PATCH ${PATH}/${DOOR}`, body);
          expect(answer.status).toBe(isCurrent ? 200 : 412);
          if (!isCurrent) continue;
          const { custom_pattern_version } = Object(answer.body);
          expect(custom_pattern_version).not.toBe(current.version);
          current = { version: custom_pattern_version, pattern: wanted };
          held[writer] = custom_pattern_version;
        }
        expect(await pattern(emulator)).toMatchObject({
          ...{ custom_pattern_version: current.version, pattern: current.pattern },
        });
      }),
      { numRuns: sized(6, 20) },
    );
  });
});

describe("deleting", () => {
  test("is all or nothing", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const before = await patterns(emulator);
    const version = (await pattern(emulator))?.custom_pattern_version ?? null;
    const remove = (body: object) => ask(emulator, `DELETE ${PATH}`, body);
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
    // Of all that was found, what is left has everything now.
    expect(custom_pattern_overrides.map(({ slug, alert_total_percentage: share }) => [slug, share])).toEqual([
      ["badge-number", 100],
      ["access-card", 0],
    ]);
    const rest = [{ pattern_id: BADGE }, { pattern_id: CARD }];
    await call(deleteCustomPatterns, { ...acme, patterns: rest, post_delete_action: "resolve_alerts" });
    expect(await patterns(emulator)).toEqual([]);
    // A new one is no old one with another name.
    const { created_patterns } = await call(createCustomPatterns, {
      ...acme,
      patterns: [{ name: "New", pattern: "x" }],
    });
    expect(created_patterns).toMatchObject([{ id: 5 }]);
  });
});

describe("who may", () => {
  test.for([
    ["alice", 200, 201],
    ["sam", 200, 403],
    ["fine", 200, 201],
    ["reader", 200, 403],
    ["bob", 403, 403],
  ] as const)("%s", async ([token, reading, writing], { emulator }) => {
    expect((await ask(emulator, `GET ${PATH}`, undefined, token)).status).toBe(reading);
    const body = { patterns: [{ name: "New", pattern: "x" }] };
    expect((await ask(emulator, `POST ${PATH}`, body, token)).status).toBe(writing);
  });
});

test.for([
  [{ a: { pattern: "(" } }, /a\.pattern.*no expression/s],
  [{ a: { state: "unpublished", setting: "enabled" } }, /only what is published/],
  [{ a: { name: "One" }, b: { name: "one" } }, /is there already/],
] as const)("a seed that can't be planted: %j", async ([custom, message]) => {
  const started = startEmulator({
    seed: {
      users: { alice: {} },
      organizations: { acme: { members: { alice: "owner" }, secret_patterns: { custom } } },
    },
  });
  await expect(started).rejects.toThrow(message);
});
