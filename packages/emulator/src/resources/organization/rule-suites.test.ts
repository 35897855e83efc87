import { getRuleSuite, listRuleSuites } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const ruleset = { ruleset: "Main stays whole", id: 12 };
const protectedBranch = { protected_branch: "main" };

const seed = {
  users: { alice: {}, bob: {}, mallory: {} },
  organizations: {
    acme: { members: { alice: "owner", bob: "member" } },
    globex: { members: { mallory: "owner" } },
  },
  repositories: {
    "acme/widgets": {
      rule_suites: [
        { actor: "bob", ref: "refs/heads/main", pushed: "-30m", before: "a".repeat(40), after: "b".repeat(40) },
        {
          actor: "alice",
          ref: "refs/heads/main",
          pushed: "-3h",
          bypassed: true,
          evaluations: [
            { rule: "pull_request", source: ruleset, result: "fail", details: "1 approval is missing" },
            { rule: "commit_message_pattern", source: ruleset, enforcement: "evaluate", result: "fail" },
            { rule: "deletion", source: protectedBranch, result: "pass" },
          ],
        },
        {
          actor: "bob",
          ref: "refs/tags/main",
          pushed: "-3d",
          evaluations: [{ rule: "creation", source: ruleset, enforcement: "evaluate", result: "pass" }],
        },
      ],
    },
    "acme/gears": {
      private: true,
      rule_suites: [
        {
          actor: "bob",
          ref: "refs/heads/dev",
          pushed: "-20d",
          evaluations: [{ rule: "non_fast_forward", source: ruleset, result: "fail" }],
        },
        { ref: "refs/heads/dev", pushed: "-40d" },
      ],
    },
    "globex/things": { rule_suites: [{ actor: "mallory", ref: "refs/heads/main", pushed: "-10m" }] },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: ["repo"] },
    "alice-public": { kind: "classic", user: "alice" },
    bob: { kind: "classic", user: "bob", scopes: "all" },
    fine: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "write" } },
    "fine-reads": { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
    "fine-narrow": {
      kind: "fine-grained",
      user: "alice",
      permissions: { organization_administration: "write" },
      owner: "acme",
      repositories: ["acme/widgets"],
    },
  },
};

const test = emulatorTest({ seed, now: () => new Date("2026-03-20T12:00:00Z") });

/** Returns the listed pushes with their age, such as `widgets 30m`. */
async function ages(emulator: Emulator, query: Record<string, string>, token = "alice") {
  const { status, body } = await sendRequest(
    emulator,
    `GET /orgs/acme/rulesets/rule-suites?${new URLSearchParams(query)}`,
    token,
  );
  expect(status).toBe(200);
  return listOf(body).map(({ repository_name, pushed_at }) => {
    const minutes = (emulator.control.clock.now().getTime() - Date.parse(String(pushed_at))) / 60_000;
    return `${repository_name} ${minutes < 60 ? `${minutes}m` : minutes < 1440 ? `${minutes / 60}h` : `${minutes / 1440}d`}`;
  });
}

function listOf(body: unknown): Record<string, unknown>[] {
  return Array.isArray(body) ? body : [];
}

test("lists the last day's pushes, latest first, and returns each with its rule evaluations", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const [latest, bypassed, ...rest] = await call(listRuleSuites, { org: "acme" });
  expect(rest).toEqual([]);
  expect(latest).toMatchObject({
    actor_name: "bob",
    ref: "refs/heads/main",
    repository_name: "widgets",
    pushed_at: "2026-03-20T11:30:00Z",
    before_sha: "a".repeat(40),
    after_sha: "b".repeat(40),
    result: "pass",
  });
  expect(latest).not.toHaveProperty("evaluation_result");
  expect(bypassed).toMatchObject({ actor_name: "alice", result: "bypass", evaluation_result: "fail" });
  expect(bypassed).not.toHaveProperty("rule_evaluations");
  expect(await call(getRuleSuite, { org: "acme", rule_suite_id: bypassed?.id ?? 0 })).toEqual({
    ...bypassed,
    rule_evaluations: [
      {
        rule_type: "pull_request",
        enforcement: "active",
        result: "fail",
        details: "1 approval is missing",
        rule_source: { type: "ruleset", id: 12, name: "Main stays whole" },
      },
      {
        rule_type: "commit_message_pattern",
        enforcement: "evaluate",
        result: "fail",
        details: null,
        rule_source: { type: "ruleset", id: 12, name: "Main stays whole" },
      },
      {
        rule_type: "deletion",
        enforcement: "active",
        result: "pass",
        details: null,
        rule_source: { type: "protected_branch", id: null, name: "main" },
      },
    ],
  });
});

describe("filters", () => {
  const month = { time_period: "month" };
  test.for([
    [{ time_period: "hour" }, ["widgets 30m"]],
    [{ time_period: "day" }, ["widgets 30m", "widgets 3h"]],
    [{ time_period: "week" }, ["widgets 30m", "widgets 3h", "widgets 3d"]],
    [month, ["widgets 30m", "widgets 3h", "widgets 3d", "gears 20d"]],
    [{ ...month, ref: "main" }, ["widgets 30m", "widgets 3h", "widgets 3d"]],
    [{ ...month, ref: "refs/tags/main" }, ["widgets 3d"]],
    [{ ...month, ref: "refs/heads/main" }, ["widgets 30m", "widgets 3h"]],
    [{ ...month, ref: "refs/heads/*" }, []],
    [{ ...month, repository_name: "GEARS" }, ["gears 20d"]],
    [{ ...month, repository_name: "things" }, []],
    [{ ...month, actor_name: "Bob" }, ["widgets 30m", "widgets 3d", "gears 20d"]],
    [{ ...month, actor_name: "unknown-user" }, []],
    [{ ...month, rule_suite_result: "pass" }, ["widgets 30m", "widgets 3d"]],
    [{ ...month, rule_suite_result: "fail" }, ["gears 20d"]],
    [{ ...month, rule_suite_result: "bypass" }, ["widgets 3h"]],
    [{ ...month, rule_suite_result: "all", evaluate_status: "all", ref: "dev" }, ["gears 20d"]],
    [{ ...month, evaluate_status: "active" }, ["widgets 3h", "gears 20d"]],
    [{ ...month, evaluate_status: "evaluate" }, ["widgets 3h", "widgets 3d"]],
    [{ ...month, evaluate_status: "evaluate", actor_name: "bob", rule_suite_result: "pass" }, ["widgets 3d"]],
  ] as const)("select pushes by %j", async ([query, expected], { emulator }) => {
    expect(await ages(emulator, query)).toEqual(expected);
  });

  test("use the emulator's clock", async ({ emulator }) => {
    emulator.control.clock.advance(22 * 3600);
    expect(await ages(emulator, {})).toEqual(["widgets 22.5h"]);
    emulator.control.clock.advance(-30 * 3600);
    expect(await ages(emulator, {})).toEqual([]);
  });

  test("reject unknown values", async ({ emulator }) => {
    for (const field of ["time_period", "rule_suite_result", "evaluate_status"]) {
      const response = await sendRequest(emulator, `GET /orgs/acme/rulesets/rule-suites?${field}=year`, "alice");
      expect(response).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    }
  });
});

test("lists pushes in pages", async ({ emulator }) => {
  const PATH = "/orgs/acme/rulesets/rule-suites?time_period=month&per_page=3";
  const first = await sendRequest(emulator, `GET ${PATH}`, "alice");
  expect(listOf(first.body)).toHaveLength(3);
  expect(first.headers.get("link")).toContain('page=2>; rel="next"');
  expect(await ages(emulator, { time_period: "month", per_page: "3", page: "2" })).toEqual(["gears 20d"]);
  const { items } = clientFor(emulator, "alice");
  const allSuites = await Array.fromAsync(items(listRuleSuites, { org: "acme", time_period: "month", per_page: 1 }));
  expect(allSuites).toHaveLength(4);
});

describe("access", () => {
  test("requires an owner with write access and hides repositories that the token can't access", async ({
    emulator,
  }) => {
    const month = { time_period: "month" };
    expect(await ages(emulator, month, "fine")).toHaveLength(4);
    expect(await ages(emulator, month, "alice-public")).toHaveLength(3);
    expect(await ages(emulator, month, "fine-narrow")).toHaveLength(3);
    for (const token of ["bob", "fine-reads"]) {
      expect((await sendRequest(emulator, "GET /orgs/acme/rulesets/rule-suites", token)).status).toBe(403);
      expect((await sendRequest(emulator, "GET /orgs/acme/rulesets/rule-suites/1", token)).status).toBe(403);
    }
  });

  test("returns 404 for unknown, foreign and hidden pushes", async ({ emulator }) => {
    const hidden = await clientFor(emulator, "alice").call(listRuleSuites, {
      org: "acme",
      time_period: "month",
      ref: "dev",
    });
    const path = `/orgs/acme/rulesets/rule-suites/${hidden[0]?.id}`;
    expect((await sendRequest(emulator, `GET ${path}`, "alice")).status).toBe(200);
    expect((await sendRequest(emulator, `GET ${path}`, "alice-public")).status).toBe(404);
    expect((await sendRequest(emulator, `GET ${path}`, "fine-narrow")).status).toBe(404);
    for (const id of ["987654", "0", "x", "6"]) {
      expect((await sendRequest(emulator, `GET /orgs/acme/rulesets/rule-suites/${id}`, "alice")).status).toBe(404);
    }
  });
});
