import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { SEED } from "../shared/organization-seed.fixture.ts";

const LIMITS = "/orgs/acme/interaction-limits";
const DAY = 24 * 3600;

const pulls = [
  { number: 1, title: "Round corners", author: "bob", head: "round" },
  { number: 2, title: "Square corners", author: "carl", head: "square", merged: {} },
];

const seed = {
  ...SEED,
  users: {
    ...SEED.users,
    carl: { created: "-1h" },
    fresh: { created: "-1h" },
    established: { created: "-25h" },
    collaborator: { created: "-1h" },
  },
  organizations: { ...SEED.organizations, limited: { interaction_limit: { limit: "collaborators_only" } } },
  repositories: {
    ...SEED.repositories,
    "acme/widgets": { collaborators: { bob: "push", collaborator: "pull" }, pulls },
    "acme/secret": { private: true, collaborators: { collaborator: "pull" }, pulls: [pulls[0]] },
    "limited/thing": { pulls: [pulls[0]] },
  },
  tokens: {
    ...SEED.tokens,
    ...Object.fromEntries(
      ["carl", "fresh", "established", "collaborator"].map((user) => [
        user,
        { kind: "classic", user, scopes: ["repo"] },
      ]),
    ),
    reader: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
  },
};
const test = emulatorTest({ seed, now: () => new Date("2026-05-01T12:00:00Z") });

const limitOf = async (emulator: Emulator) => (await requestJson(emulator, `GET ${LIMITS}`)).body;

describe("a limit", () => {
  test("is unset at first, expires and can be removed", async ({ emulator }) => {
    expect(await limitOf(emulator)).toEqual({});
    const set = await requestJson(emulator, `PUT ${LIMITS}`, { limit: "existing_users" });
    const limit = { limit: "existing_users", origin: "organization", expires_at: "2026-05-02T12:00:00Z" };
    expect(set).toMatchObject({ status: 200, body: limit });
    expect(await limitOf(emulator)).toEqual(limit);
    emulator.control.clock.advance(DAY - 1);
    expect(await limitOf(emulator)).toEqual(limit);
    emulator.control.clock.advance(1);
    expect(await limitOf(emulator)).toEqual({});
    await requestJson(emulator, `PUT ${LIMITS}`, { limit: "collaborators_only", expiry: "one_week" });
    expect(await limitOf(emulator)).toMatchObject({ limit: "collaborators_only", expires_at: "2026-05-09T12:00:00Z" });
    for (const _ of ["once", "twice"]) {
      const removed = await requestJson(emulator, `DELETE ${LIMITS}`);
      expect([removed.status, removed.text]).toEqual([204, ""]);
    }
    expect(await limitOf(emulator)).toEqual({});
  });

  test.for([
    ["one_day", "2026-05-02"],
    ["three_days", "2026-05-04"],
    ["one_week", "2026-05-08"],
    ["one_month", "2026-05-31"],
    ["six_months", "2026-10-28"],
  ] as const)("for %s ends on %s", async ([expiry, day], { emulator }) => {
    const { body } = await requestJson(emulator, `PUT ${LIMITS}`, { limit: "contributors_only", expiry });
    expect(body).toMatchObject({ expires_at: `${day}T12:00:00Z` });
  });

  test("is rejected if invalid or not set by an owner", async ({ emulator }) => {
    for (const body of [{}, { limit: "unknown_limit" }, { limit: "existing_users", expiry: "forever" }]) {
      expect((await requestJson(emulator, `PUT ${LIMITS}`, body)).status).toBe(422);
    }
    const limit = { limit: "existing_users" };
    for (const token of ["bob", "reader"]) {
      expect((await requestJson(emulator, `PUT ${LIMITS}`, limit, token)).status).toBe(403);
      expect((await requestJson(emulator, `DELETE ${LIMITS}`, undefined, token)).status).toBe(403);
    }
    expect((await requestJson(emulator, `GET ${LIMITS}`, undefined, "bob")).status).toBe(403);
    expect((await requestJson(emulator, `GET ${LIMITS}`, undefined, "reader")).status).toBe(200);
    expect((await requestJson(emulator, `PUT ${LIMITS}`, limit, "installation")).status).toBe(200);
  });
});

describe("comments", () => {
  const OUTSIDERS = ["fresh", "carl", "established"];
  const UNAFFECTED = ["alice", "bob", "collaborator", "installation"];
  const review = async (emulator: Emulator, token: string, repository = "acme/widgets") =>
    (await requestJson(emulator, `POST /repos/${repository}/pulls/1/reviews`, { event: "COMMENT", body: "Hm" }, token))
      .status;

  test.for([
    ["existing_users", ["established", "carl"]],
    ["contributors_only", ["carl"]],
    ["collaborators_only", []],
  ] as const)("under %s are allowed to these outsiders: %j", async ([limit, allowed], { emulator }) => {
    await requestJson(emulator, `PUT ${LIMITS}`, { limit });
    for (const user of [...UNAFFECTED, ...allowed]) expect([user, await review(emulator, user)]).toEqual([user, 200]);
    for (const user of OUTSIDERS.filter((name) => !allowed.some((login) => login === name))) {
      expect([user, await review(emulator, user)]).toEqual([user, 403]);
    }
    // Private repositories are exempt.
    expect(await review(emulator, "collaborator", "acme/secret")).toBe(200);
    emulator.control.clock.advance(DAY);
    for (const user of OUTSIDERS) expect([user, await review(emulator, user)]).toEqual([user, 200]);
  });

  test("are limited by a seeded limit of the same organization only", async ({ emulator }) => {
    const rejected = await requestJson(emulator, "POST /repos/limited/thing/pulls/1/reviews", {}, "established");
    expect(rejected).toMatchObject({ status: 403, body: { message: expect.stringContaining("2026-05-02T12:00:00Z") } });
    expect(await review(emulator, "fresh")).toBe(200);
  });
});
