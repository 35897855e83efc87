import { deleteRuleset, getRuleSuite, listRuleSuites, updateRuleset } from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { sized } from "../../../../test/effort.ts";
import { as, ask } from "../calling.fixture.ts";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { emulatorTest } from "../vitest.ts";

const EVERYWHERE = { ref_name: { include: ["~ALL"] }, repository_name: { include: ["~ALL"] } };
const REVIEWS = {
  ...{ dismiss_stale_reviews_on_push: false, require_code_owner_review: false, require_last_push_approval: false },
  ...{ required_review_thread_resolution: false, required_approving_review_count: 0 },
};

const seed = {
  users: { alice: { email: "alice@acme.example" }, bob: {}, carol: {}, dora: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member", carol: "member", dora: "member" },
      teams: { makers: {}, smiths: { members: ["carol"], parent: "makers" } },
      custom_properties: { tier: { repositories: { "acme/widgets": "gold" } } },
    },
  },
  enterprises: { "acme-inc": { members: { dora: "owner" }, organizations: ["acme"] } },
  repositories: {
    "acme/widgets": {
      collaborators: { bob: "push", carol: "maintain", dora: "push" },
      files: { "README.md": "# Widgets\n" },
      commits: [
        { branch: "round", from: "main", message: "Round it", author: "bob", files: { "src/round.md": "Round.\n" } },
        { message: "Go on", files: { "go.md": "on\n" } },
      ],
      branches: { "releases/1": "main" },
      pulls: [{ number: 1, title: "Round", author: "bob", head: "round" }],
    },
    "acme/gears": {
      collaborators: { bob: "push" },
      files: { "README.md": "# Gears\n" },
      import: {
        sources: Object.fromEntries(
          ["good", "bad", "tagged", "untagged"].map((branch) => {
            const told = { branch, message: `${branch === "good" ? "Good" : "Bad"} one`, files: { "a.txt": "a\n" } };
            const tags = { good: {}, bad: {}, tagged: { tag: "v1" }, untagged: { tag: "first" } }[branch];
            return [`https://git.example.com/${branch}.git`, { history: { commits: [{ ...told, ...tags }] } }];
          }),
        ),
      },
    },
    "acme/empty": { collaborators: { bob: "push" } },
    "bob/own": { files: { "README.md": "# Own\n" } },
  },
  apps: { helper: { owner: "acme", permissions: "all", installations: { acme: {} } } },
  tokens: {
    ...Object.fromEntries(
      ["alice", "bob", "carol", "dora"].map((user) => [user, { kind: "classic", user, scopes: "all" }]),
    ),
    helper: { kind: "installation", app: "helper", account: "acme", permissions: "all" },
  },
};

const test = emulatorTest({ seed, now: () => new Date("2026-03-20T12:00:00Z") });

/** Makes a ruleset of `acme`. */
async function rule(emulator: Emulator, rules: object[], more: object = {}): Promise<number> {
  const body = { name: "Whole", enforcement: "active", conditions: EVERYWHERE, rules, ...more };
  const { status, body: made } = await ask(emulator, "POST /orgs/acme/rulesets", body);
  expect(made).toMatchObject({ name: body.name });
  expect(status).toBe(201);
  return z.parse(z.looseObject({ id: z.int() }), made).id;
}

let files = 0;

/** Writes a new file. */
function write(
  emulator: Emulator,
  token = "bob",
  more: object = {},
  path = `file-${files++}.txt`,
  repo = "acme/widgets",
) {
  const body = { message: "Write it", content: Buffer.from("text\n").toString("base64"), ...more };
  return ask(emulator, `PUT /repos/${repo}/contents/${path}`, body, token);
}

/** The pushes that rules were asked of, the latest first, each with what they said. */
async function suites(emulator: Emulator) {
  const { call } = as(emulator, "alice");
  const listed = await call(listRuleSuites, { org: "acme" });
  return Promise.all(
    listed.map(async ({ id = 0 }) => {
      const {
        result,
        evaluation_result,
        ref,
        actor_name,
        before_sha,
        after_sha,
        rule_evaluations = [],
      } = await call(getRuleSuite, { org: "acme", rule_suite_id: id });
      const said = rule_evaluations.map((one) => `${one.rule_type} ${one.enforcement} ${one.result}`);
      return { result, evaluation_result, ref, actor_name, before_sha, after_sha, said };
    }),
  );
}

test("without rulesets nothing is asked", async ({ emulator }) => {
  expect((await write(emulator)).status).toBe(201);
  expect(await suites(emulator)).toEqual([]);
});

test("a rule that is broken refuses the push, which is recorded all the same", async ({ emulator }) => {
  await rule(emulator, [{ type: "pull_request", parameters: REVIEWS }, { type: "deletion" }]);
  const head = async () =>
    z.parse(
      z.array(z.looseObject({ sha: z.string() })),
      (await ask(emulator, "GET /repos/acme/widgets/contents/")).body,
    );
  const before = await head();
  const refused = await write(emulator);
  expect(refused).toMatchObject({
    status: 409,
    body: { message: "Repository rule violations found\n\nChanges must be made through a pull request.\n\n" },
  });
  expect(await head()).toEqual(before);
  const [suite, ...others] = await suites(emulator);
  expect(others).toEqual([]);
  expect(suite).toMatchObject({
    ...{ result: "fail", ref: "refs/heads/main", actor_name: "bob", evaluation_result: undefined },
    said: ["pull_request active fail", "deletion active pass"],
  });
  expect(suite?.before_sha).not.toBe(suite?.after_sha);
  // Files are deleted in the same way.
  const sha = before.find(({ name }) => name === "README.md")?.sha;
  const gone = await ask(emulator, "DELETE /repos/acme/widgets/contents/README.md", { message: "Go", sha }, "bob");
  expect(gone.status).toBe(409);
  expect(emulator.control.events().filter(({ event }) => event === "push")).toEqual([]);
});

test("what holds lets the push through", async ({ emulator }) => {
  await rule(emulator, [{ type: "non_fast_forward" }, { type: "required_linear_history" }, { type: "creation" }]);
  const { status, body } = await write(emulator);
  expect(status).toBe(201);
  expect(await suites(emulator)).toEqual([
    {
      ...{ result: "pass", evaluation_result: undefined, ref: "refs/heads/main", actor_name: "bob" },
      before_sha: expect.any(String),
      after_sha: Object(body).commit.sha,
      said: ["non_fast_forward active pass", "required_linear_history active pass", "creation active pass"],
    },
  ]);
});

const text = (operator: string, pattern: string, negate?: boolean) => ({
  operator,
  pattern,
  ...(negate ? { negate } : {}),
});

describe("rules of branches", () => {
  test.for([
    [{ type: "update" }, "fail"],
    [{ type: "creation" }, "pass"],
    [{ type: "deletion" }, "pass"],
    [{ type: "required_signatures" }, "fail"],
    [{ type: "required_linear_history" }, "pass"],
    [{ type: "commit_message_pattern", parameters: text("starts_with", "Write") }, "pass"],
    [{ type: "commit_message_pattern", parameters: text("starts_with", "Fix") }, "fail"],
    [{ type: "commit_message_pattern", parameters: text("ends_with", "it") }, "pass"],
    [{ type: "commit_message_pattern", parameters: text("regex", "^w") }, "fail"],
    [{ type: "commit_message_pattern", parameters: text("contains", "Write", true) }, "fail"],
    [{ type: "commit_author_email_pattern", parameters: text("ends_with", "@acme.example") }, "fail"],
    [{ type: "committer_email_pattern", parameters: text("contains", "bob") }, "pass"],
    [{ type: "branch_name_pattern", parameters: text("regex", "^ma") }, "pass"],
    [{ type: "branch_name_pattern", parameters: text("starts_with", "refs") }, "fail"],
  ] as const)("%j: %s", async ([told, result], { emulator }) => {
    await rule(emulator, [told]);
    expect((await write(emulator)).status).toBe(result === "pass" ? 201 : 409);
    expect(await suites(emulator)).toMatchObject([{ result, said: [`${told.type} active ${result}`] }]);
  });

  test("what nothing here can judge is not recorded, and refuses nothing", async ({ emulator }) => {
    const repository_id = Object((await ask(emulator, "GET /repos/acme/gears")).body).id;
    await rule(emulator, [
      { type: "workflows", parameters: { workflows: [{ repository_id, path: ".github/workflows/ci.yml" }] } },
      { type: "required_deployments", parameters: { required_deployment_environments: ["production"] } },
      { type: "copilot_code_review" },
    ]);
    expect((await write(emulator)).status).toBe(201);
    expect(await suites(emulator)).toEqual([]);
  });
});

describe("rules of pushes", () => {
  const push = { target: "push", conditions: { repository_name: { include: ["WID*"] } } };
  test.for([
    ["file_path_restriction", { restricted_file_paths: ["secret", "**/*.key"] }, "secret/a.txt", 409],
    ["file_path_restriction", { restricted_file_paths: ["secret", "**/*.key"] }, "a/b.key", 409],
    ["file_path_restriction", { restricted_file_paths: ["secret", "**/*.key"] }, "secrets.txt", 201],
    ["max_file_path_length", { max_file_path_length: 8 }, "long.name", 409],
    ["max_file_path_length", { max_file_path_length: 8 }, "name.txt", 201],
    ["file_extension_restriction", { restricted_file_extensions: ["*.exe", "jar"] }, "a.EXE", 409],
    ["file_extension_restriction", { restricted_file_extensions: ["*.exe", "jar"] }, "b.jar", 409],
    ["file_extension_restriction", { restricted_file_extensions: ["*.exe", "jar"] }, "jar", 201],
    ["max_file_size", { max_file_size: 1 }, "large", 409],
    ["max_file_size", { max_file_size: 2 }, "large", 201],
  ] as const)("%s %j: %s gets %i", async ([type, parameters, path, status], { emulator }) => {
    await rule(emulator, [{ type, parameters }], push);
    const content = Buffer.alloc(path === "large" ? 1024 * 1024 + 1 : 1).toString("base64");
    const answer = await write(emulator, "bob", { content }, path);
    expect(answer.status).toBe(status);
    if (status === 409) expect(Object(answer.body).message).toContain(`Found 1 violation: ${path}`);
    // Elsewhere the ruleset is not for anything.
    expect((await write(emulator, "bob", { content }, path, "acme/gears")).status).toBe(201);
    expect(await suites(emulator)).toHaveLength(1);
  });
});

describe("what a ruleset is for", () => {
  test.for([
    [{ ref_name: { include: ["~DEFAULT_BRANCH"] } }, "main"],
    [{ ref_name: { include: ["refs/heads/releases/*"] } }, "releases"],
    [{ ref_name: { include: ["releases/**/*"] } }, "releases"],
    [{ ref_name: { include: ["~ALL"], exclude: ["~DEFAULT_BRANCH"] } }, "releases"],
    [{ ref_name: {} }, ""],
    [{ repository_name: { include: ["wid*"], exclude: ["widg?ts"] } }, ""],
    [{ repository_name: undefined, repository_id: { repository_ids: [] } }, ""],
    [
      { repository_name: undefined, repository_property: { include: [{ name: "tier", property_values: ["gold"] }] } },
      "main releases",
    ],
    [
      { repository_name: undefined, repository_property: { exclude: [{ name: "tier", property_values: ["gold"] }] } },
      "",
    ],
    [
      {
        repository_name: undefined,
        repository_property: { include: [{ name: "visibility", property_values: ["public"], source: "system" }] },
      },
      "main releases",
    ],
  ] as const)("%j: %s", async ([conditions, expected], { emulator }) => {
    await rule(emulator, [{ type: "update" }], { conditions: { ...EVERYWHERE, ...conditions } });
    const [main, releases] = [await write(emulator), await write(emulator, "bob", { branch: "releases/1" })];
    const refused = [main.status === 409 ? "main" : "", releases.status === 409 ? "releases" : ""];
    expect(refused.filter(Boolean).join(" ")).toBe(expected);
  });

  test("a person's own repository is nobody else's affair, and tags' rules no branch's", async ({ emulator }) => {
    await rule(emulator, [{ type: "update" }], { target: "tag" });
    expect((await write(emulator)).status).toBe(201);
    expect((await write(emulator, "bob", {}, "a.txt", "bob/own")).status).toBe(201);
    expect(await suites(emulator)).toEqual([]);
  });

  test("without conditions it is for nothing, and disabled it says nothing", async ({ emulator }) => {
    await rule(emulator, [{ type: "update" }], { conditions: undefined });
    await rule(emulator, [{ type: "update" }], { name: "Off", enforcement: "disabled" });
    expect((await write(emulator)).status).toBe(201);
    expect(await suites(emulator)).toEqual([]);
  });
});

/** A service with one ruleset of its seed's. */
async function withRuleset(ruleset: object, work: (emulator: Emulator) => Promise<void>, repository: object = {}) {
  // Imports are served until then.
  const now = () => new Date("2024-04-01T12:00:00Z");
  const acme = { ...seed.organizations.acme, rulesets: [{ name: "Whole", conditions: EVERYWHERE, ...ruleset }] };
  const widgets = { ...seed.repositories["acme/widgets"], ...repository };
  const repositories = { ...seed.repositories, "acme/widgets": widgets };
  const emulator = await startEmulator({ seed: { ...seed, organizations: { acme }, repositories }, now });
  try {
    await work(emulator);
  } finally {
    await emulator.stop();
  }
}

const UPDATE = [{ type: "update" }];

describe("who is let through", () => {
  test.for([
    [{ owners: true }, ["alice"]],
    [{ enterprise_owners: true }, ["dora"]],
    [{ role: "maintain" }, ["alice", "carol"]],
    [{ role: "push" }, ["alice", "bob", "carol", "dora"]],
    [{ role: "admin" }, ["alice"]],
    [{ team: "makers" }, ["carol"]],
    [{ user: "bob" }, ["bob"]],
    [{ app: "helper" }, ["helper"]],
    [{ deploy_keys: true }, []],
    [{ owners: true, mode: "pull_request" }, []],
  ] as const)("%j: %j", ([bypass, expected]) =>
    withRuleset({ bypass: [bypass], rules: UPDATE }, async (emulator) => {
      const through: string[] = [];
      for (const token of ["alice", "bob", "carol", "dora", "helper"]) {
        if ((await write(emulator, token)).status === 201) through.push(token);
      }
      expect(through).toEqual(expected);
      const results = (await suites(emulator)).map(({ result }) => result);
      expect(results.filter((result) => result === "bypass")).toHaveLength(expected.length);
      expect(results.filter((result) => result === "fail")).toHaveLength(5 - expected.length);
    }),
  );

  test("who is exempt is not asked, and the furthest way counts", () =>
    withRuleset(
      {
        bypass: [{ user: "bob" }, { role: "push", mode: "exempt" }, { user: "carol", mode: "pull_request" }],
        rules: UPDATE,
      },
      async (emulator) => {
        for (const token of ["bob", "carol"]) expect((await write(emulator, token)).status).toBe(201);
        expect(await suites(emulator)).toEqual([]);
      },
    ));

  test("one ruleset that lets through is not all of them", async ({ emulator }) => {
    await rule(emulator, UPDATE, { bypass_actors: [{ actor_type: "OrganizationAdmin" }] });
    expect((await write(emulator, "alice")).status).toBe(201);
    await rule(emulator, [{ type: "required_signatures" }], { name: "Signed" });
    const { status, body } = await write(emulator, "alice");
    expect(status).toBe(409);
    expect(Object(body).message).not.toContain("protected ref");
    expect((await suites(emulator)).map(({ result }) => result)).toEqual(["fail", "bypass"]);
  });
});

describe("a ruleset that only watches", () => {
  test("says what it would have done", async ({ emulator }) => {
    await rule(emulator, UPDATE, { enforcement: "evaluate" });
    expect((await write(emulator)).status).toBe(201);
    expect(await suites(emulator)).toMatchObject([
      { result: "pass", evaluation_result: "fail", said: ["update evaluate fail"] },
    ]);
  });

  const TYPES = [
    "creation",
    "update",
    "deletion",
    "required_linear_history",
    "required_signatures",
    "non_fast_forward",
  ];
  const anyRule = fc.oneof(
    fc.constantFrom(...TYPES).map((type) => ({ type })),
    fc.constant({ type: "pull_request", parameters: REVIEWS }),
    fc
      .record({
        operator: fc.constantFrom("starts_with", "ends_with", "contains"),
        pattern: fc.string(),
        negate: fc.boolean(),
      })
      .map((parameters) => ({ type: "commit_message_pattern", parameters })),
  );

  test("never refuses, and says of the same rules what an active one refuses by", async ({ emulator }) => {
    const id = await rule(emulator, []);
    const { call } = as(emulator, "alice");
    await fc.assert(
      fc.asyncProperty(fc.array(anyRule, { minLength: 1, maxLength: 3 }), async (rules) => {
        const set = async (enforcement: string) => {
          const { status } = await ask(emulator, `PUT /orgs/acme/rulesets/${id}`, { rules, enforcement });
          expect(status).toBe(200);
        };
        await set("evaluate");
        expect((await write(emulator)).status).toBe(201);
        const [watched] = await call(listRuleSuites, { org: "acme", per_page: 1 });
        expect(watched?.result).toBe("pass");
        await set("active");
        expect((await write(emulator)).status).toBe(watched?.evaluation_result === "fail" ? 409 : 201);
        const [held] = await call(listRuleSuites, { org: "acme", per_page: 1 });
        expect(held?.result).toBe(watched?.evaluation_result);
      }),
      { numRuns: sized(5, 15) },
    );
  });
});

describe("merging a pull request", () => {
  const merge = (emulator: Emulator, by: string, method?: "squash" | "rebase") =>
    emulator.control.transition({
      repository: "acme/widgets",
      pull: 1,
      to: "merged",
      by,
      ...(method ? { method } : {}),
    });
  const reviews = (parameters: object) => ({ type: "pull_request", parameters: { ...REVIEWS, ...parameters } });

  test("is no direct push", async ({ emulator }) => {
    await rule(emulator, [reviews({})]);
    merge(emulator, "bob");
    expect(await suites(emulator)).toMatchObject([
      { result: "pass", said: ["pull_request active pass"], actor_name: "bob" },
    ]);
  });

  test("waits for approvals of those who may write, and of the team that has the files", async ({ emulator }) => {
    const team = z.parse(
      z.array(z.looseObject({ id: z.int(), slug: z.string() })),
      (await ask(emulator, "GET /orgs/acme/teams")).body,
    );
    const reviewer = { id: team.find(({ slug }) => slug === "smiths")?.id, type: "Team" };
    const required_reviewers = [{ file_patterns: ["src/**/*"], minimum_approvals: 1, reviewer }];
    await rule(emulator, [reviews({ required_approving_review_count: 1, required_reviewers })]);
    const review = (user: string, state: "approved" | "changes_requested" | "commented") =>
      emulator.control.review({ repository: "acme/widgets", pull: 1, user, state });
    expect(() => merge(emulator, "alice")).toThrow(
      /^Repository rule violations found\n\nAt least 1 approving review is required/,
    );
    review("dora", "approved");
    expect(() => merge(emulator, "alice")).toThrow(/Team \d+ must approve these changes\.$/);
    review("carol", "changes_requested");
    expect(() => merge(emulator, "alice")).toThrow(/Changes are requested\.$/);
    review("carol", "approved");
    review("carol", "commented");
    merge(emulator, "alice");
    expect((await suites(emulator)).map(({ result }) => result)).toEqual(["pass", "fail", "fail", "fail"]);
    expect((await ask(emulator, "GET /repos/acme/widgets/pulls/1")).body).toMatchObject({ merged: true });
  });

  test("forgets approvals of what was there before a push, where it is to", () =>
    withRuleset(
      {
        rules: [reviews({ required_approving_review_count: 1, dismiss_stale_reviews_on_push: true })],
        conditions: { ref_name: { include: ["~DEFAULT_BRANCH"] }, repository_name: { include: ["~ALL"] } },
      },
      async (emulator) => {
        const approve = () => emulator.control.review({ repository: "acme/widgets", pull: 1, user: "dora" });
        approve();
        expect((await write(emulator, "bob", { branch: "round" })).status).toBe(201);
        expect(() => merge(emulator, "alice")).toThrow("approving review");
        approve();
        merge(emulator, "alice");
      },
    ));

  test("takes a way that is allowed", async ({ emulator }) => {
    await rule(emulator, [reviews({ allowed_merge_methods: ["squash"] }), { type: "required_linear_history" }]);
    expect(() => merge(emulator, "bob")).toThrow(
      "Pull requests can't be merged by merge here.\nThis ref must not contain merge commits.",
    );
    merge(emulator, "bob", "squash");
    expect((await suites(emulator)).map(({ result }) => result)).toEqual(["pass", "fail"]);
  });

  test("is bypassed by those who may on pull requests", async ({ emulator }) => {
    await rule(emulator, UPDATE, { bypass_actors: [{ actor_type: "OrganizationAdmin", bypass_mode: "pull_request" }] });
    expect((await write(emulator, "alice")).status).toBe(409);
    merge(emulator, "alice");
    expect((await suites(emulator)).map(({ result }) => result)).toEqual(["bypass", "fail"]);
  });

  test("keeps a branch that a rule doesn't let go", () =>
    withRuleset(
      { rules: [{ type: "deletion" }] },
      async (emulator) => {
        merge(emulator, "bob");
        expect((await ask(emulator, "GET /repos/acme/widgets/contents/?ref=round")).status).toBe(200);
        const [deletion, merged] = await suites(emulator);
        expect(merged).toMatchObject({ result: "pass", ref: "refs/heads/main" });
        expect(deletion).toMatchObject({ result: "fail", ref: "refs/heads/round", after_sha: "0".repeat(40) });
      },
      { settings: { delete_branch_on_merge: true } },
    ));

  const checks = (context: string, integration_id?: number) => ({
    type: "required_status_checks",
    parameters: {
      required_status_checks: [{ context, ...(integration_id === undefined ? {} : { integration_id }) }],
      strict_required_status_checks_policy: false,
    },
  });
  test.for([
    [checks("build"), undefined],
    [checks("build", 15368), undefined],
    [checks("build", 1), 'Required status check "build" is expected.'],
    [checks("lint"), 'Required status check "lint" is failing.'],
    [checks("none"), 'Required status check "none" is expected.'],
  ] as const)("counts the checks of what it brings: %j", ([check, problem]) =>
    withRuleset(
      { rules: [check] },
      async (emulator) => {
        if (problem === undefined) merge(emulator, "bob");
        else expect(() => merge(emulator, "bob")).toThrow(problem);
        // Of what is pushed directly nothing can be known yet.
        expect((await write(emulator)).status).toBe(409);
      },
      {
        workflow_runs: [
          {
            actor: "bob",
            branch: "round",
            jobs: { build: { conclusion: "success" }, lint: { conclusion: "failure" } },
          },
        ],
      },
    ),
  );
});

test("the first commit of all makes a ref, and no pull request could", async ({ emulator }) => {
  await rule(emulator, [{ type: "pull_request", parameters: REVIEWS }]);
  expect((await write(emulator, "bob", {}, "a.txt", "acme/empty")).status).toBe(201);
  expect((await suites(emulator))[0]).toMatchObject({ result: "pass", before_sha: "0".repeat(40) });
});

test("what a ruleset said stays when it is gone", async ({ emulator }) => {
  const ruleset_id = await rule(emulator, UPDATE);
  const other = await rule(emulator, [{ type: "creation" }], { name: "Other" });
  await write(emulator);
  const { call } = as(emulator, "alice");
  await call(deleteRuleset, { org: "acme", ruleset_id });
  expect(await suites(emulator)).toMatchObject([
    { result: "fail", said: ["update deleted ruleset fail", "creation active pass"] },
  ]);
  await call(updateRuleset, { org: "acme", ruleset_id: other, enforcement: "disabled" });
  expect((await write(emulator)).status).toBe(201);
  expect(await suites(emulator)).toHaveLength(1);
});

test("an import is a push, too", () =>
  withRuleset(
    { rules: [{ type: "commit_message_pattern", parameters: text("starts_with", "Good") }] },
    async (emulator) => {
      const path = "/repos/acme/gears/import";
      const { call } = as(emulator, "alice");
      for (const [from, status] of [
        ["bad", "error"],
        ["good", "complete"],
      ] as const) {
        expect(
          (await ask(emulator, `PUT ${path}`, { vcs_url: `https://git.example.com/${from}.git`, vcs: "git" })).status,
        ).toBe(201);
        emulator.control.clock.advance(3600);
        const { body } = await ask(emulator, `GET ${path}`);
        expect(body).toMatchObject({ status, ...(status === "error" ? { failed_step: "pushing" } : {}) });
        await ask(emulator, `DELETE ${path}`);
      }
      expect(await call(listRuleSuites, { org: "acme" })).toMatchObject([
        { result: "pass", ref: "refs/heads/good", actor_name: "alice" },
        { result: "fail", ref: "refs/heads/bad", actor_name: "alice" },
      ]);
    },
    {},
  ));

test("tags have rules of their own, and one of them keeps all of an import away", () =>
  withRuleset(
    {
      target: "tag",
      rules: [{ type: "tag_name_pattern", parameters: text("regex", "(?i)^V\\d+$") }, { type: "deletion" }],
    },
    async (emulator) => {
      const path = "/repos/acme/gears/import";
      for (const [from, status] of [
        ["untagged", "error"],
        ["tagged", "complete"],
      ] as const) {
        await ask(emulator, `PUT ${path}`, { vcs_url: `https://git.example.com/${from}.git`, vcs: "git" });
        emulator.control.clock.advance(3600);
        expect((await ask(emulator, `GET ${path}`)).body).toMatchObject({ status });
        await ask(emulator, `DELETE ${path}`);
      }
      expect((await ask(emulator, "GET /repos/acme/gears/contents/?ref=untagged")).status).toBe(404);
      expect((await ask(emulator, "GET /repos/acme/gears/contents/?ref=tagged")).status).toBe(200);
      expect(await suites(emulator)).toMatchObject([
        { result: "pass", ref: "refs/tags/v1", said: ["tag_name_pattern active pass", "deletion active pass"] },
        { result: "fail", ref: "refs/tags/first", said: ["tag_name_pattern active fail", "deletion active pass"] },
      ]);
    },
  ));
