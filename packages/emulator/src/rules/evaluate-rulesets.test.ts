import { deleteRuleset, listRuleSuites, updateRuleset } from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { pickSize } from "../../../../test/test-size.ts";
import { clientFor, requestJson } from "../requests.fixture.ts";
import {
  createRuleset,
  EVERYWHERE,
  listSuites,
  REVIEWS,
  test,
  UPDATE,
  withRuleset,
  writeFile,
} from "./rulesets.fixture.ts";

test("records nothing without rulesets", async ({ emulator }) => {
  expect((await writeFile(emulator)).status).toBe(201);
  expect(await listSuites(emulator)).toEqual([]);
});

test("rejects and records a push that violates a rule", async ({ emulator }) => {
  await createRuleset(emulator, [{ type: "pull_request", parameters: REVIEWS }, { type: "deletion" }]);
  const head = async () =>
    z.parse(
      z.array(z.looseObject({ sha: z.string() })),
      (await requestJson(emulator, "GET /repos/acme/widgets/contents/")).body,
    );
  const before = await head();
  const refused = await writeFile(emulator);
  expect(refused).toMatchObject({
    status: 409,
    body: { message: "Repository rule violations found\n\nChanges must be made through a pull request.\n\n" },
  });
  expect(await head()).toEqual(before);
  const [suite, ...others] = await listSuites(emulator);
  expect(others).toEqual([]);
  expect(suite).toMatchObject({
    result: "fail",
    ref: "refs/heads/main",
    actor_name: "bob",
    evaluation_result: undefined,
    ruleResults: ["pull_request active fail", "deletion active pass"],
  });
  expect(suite?.before_sha).not.toBe(suite?.after_sha);
  // Deleting a file is checked in the same way.
  const sha = before.find(({ name }) => name === "README.md")?.sha;
  const deletedResponse = await requestJson(
    emulator,
    "DELETE /repos/acme/widgets/contents/README.md",
    { message: "Go", sha },
    "bob",
  );
  expect(deletedResponse.status).toBe(409);
  expect(emulator.control.events().filter(({ event }) => event === "push")).toEqual([]);
});

test("accepts a push that violates no rule", async ({ emulator }) => {
  await createRuleset(emulator, [
    { type: "non_fast_forward" },
    { type: "required_linear_history" },
    { type: "creation" },
  ]);
  const { status, body } = await writeFile(emulator);
  expect(status).toBe(201);
  expect(await listSuites(emulator)).toEqual([
    {
      result: "pass",
      evaluation_result: undefined,
      ref: "refs/heads/main",
      actor_name: "bob",
      before_sha: expect.any(String),
      after_sha: Object(body).commit.sha,
      ruleResults: ["non_fast_forward active pass", "required_linear_history active pass", "creation active pass"],
    },
  ]);
});

const text = (operator: string, pattern: string, negate?: boolean) => ({
  operator,
  pattern,
  ...(negate ? { negate } : {}),
});

describe("branch rules", () => {
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
  ] as const)("%j: %s", async ([rule, result], { emulator }) => {
    await createRuleset(emulator, [rule]);
    expect((await writeFile(emulator)).status).toBe(result === "pass" ? 201 : 409);
    expect(await listSuites(emulator)).toMatchObject([{ result, ruleResults: [`${rule.type} active ${result}`] }]);
  });

  test.for([
    ["(a+)+$", false, 409],
    ["(a+)+$", true, 201],
    ["(.*a){25}b", false, 409],
    ["^(?:a?){30}a{30}!$", false, 409],
    // Texts that would take too long are rejected, whether or not they would match.
    ["(?:a?){300}a{300}", false, 409],
    ["(?:a?){300}a{300}", true, 409],
  ] as const)("match %s in linear time (negated: %s)", async ([pattern, negate, status], { emulator }) => {
    await createRuleset(emulator, [{ type: "commit_message_pattern", parameters: text("regex", pattern, negate) }]);
    const message = `${"a".repeat(100_000)}!`;
    expect((await writeFile(emulator, "bob", { message })).status).toBe(status);
    // The next call isn't delayed.
    expect((await requestJson(emulator, "GET /repos/acme/widgets")).status).toBe(200);
  });

  test("ignores rules that the emulator can't evaluate", async ({ emulator }) => {
    const repository_id = Object((await requestJson(emulator, "GET /repos/acme/gears")).body).id;
    await createRuleset(emulator, [
      { type: "workflows", parameters: { workflows: [{ repository_id, path: ".github/workflows/ci.yml" }] } },
      { type: "required_deployments", parameters: { required_deployment_environments: ["production"] } },
      { type: "copilot_code_review" },
    ]);
    expect((await writeFile(emulator)).status).toBe(201);
    expect(await listSuites(emulator)).toEqual([]);
  });
});

describe("push rules", () => {
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
    await createRuleset(emulator, [{ type, parameters }], push);
    const content = Buffer.alloc(path === "large" ? 1024 * 1024 + 1 : 1).toString("base64");
    const response = await writeFile(emulator, "bob", { content }, path);
    expect(response.status).toBe(status);
    if (status === 409) expect(Object(response.body).message).toContain(`Found 1 violation: ${path}`);
    // The ruleset doesn't apply to other repositories.
    expect((await writeFile(emulator, "bob", { content }, path, "acme/gears")).status).toBe(201);
    expect(await listSuites(emulator)).toHaveLength(1);
  });
});

describe("conditions of a ruleset", () => {
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
    await createRuleset(emulator, [{ type: "update" }], { conditions: { ...EVERYWHERE, ...conditions } });
    const [main, releases] = [await writeFile(emulator), await writeFile(emulator, "bob", { branch: "releases/1" })];
    const refused = [main.status === 409 ? "main" : "", releases.status === 409 ? "releases" : ""];
    expect(refused.filter(Boolean).join(" ")).toBe(expected);
  });

  test("applies no ruleset to a user's own repository, and no tag rules to branches", async ({ emulator }) => {
    await createRuleset(emulator, [{ type: "update" }], { target: "tag" });
    expect((await writeFile(emulator)).status).toBe(201);
    expect((await writeFile(emulator, "bob", {}, "a.txt", "bob/own")).status).toBe(201);
    expect(await listSuites(emulator)).toEqual([]);
  });

  test("applies no ruleset that is disabled or has no conditions", async ({ emulator }) => {
    await createRuleset(emulator, [{ type: "update" }], { conditions: undefined });
    await createRuleset(emulator, [{ type: "update" }], { name: "Off", enforcement: "disabled" });
    expect((await writeFile(emulator)).status).toBe(201);
    expect(await listSuites(emulator)).toEqual([]);
  });
});

describe("bypass actors", () => {
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
      const accepted: string[] = [];
      for (const token of ["alice", "bob", "carol", "dora", "helper"]) {
        if ((await writeFile(emulator, token)).status === 201) accepted.push(token);
      }
      expect(accepted).toEqual(expected);
      const results = (await listSuites(emulator)).map(({ result }) => result);
      expect(results.filter((result) => result === "bypass")).toHaveLength(expected.length);
      expect(results.filter((result) => result === "fail")).toHaveLength(5 - expected.length);
    }),
  );

  test("skips the rules for exempt actors and uses the most permissive mode", () =>
    withRuleset(
      {
        bypass: [{ user: "bob" }, { role: "push", mode: "exempt" }, { user: "carol", mode: "pull_request" }],
        rules: UPDATE,
      },
      async (emulator) => {
        for (const token of ["bob", "carol"]) expect((await writeFile(emulator, token)).status).toBe(201);
        expect(await listSuites(emulator)).toEqual([]);
      },
    ));

  test("checks the other rulesets if one is bypassed", async ({ emulator }) => {
    await createRuleset(emulator, UPDATE, { bypass_actors: [{ actor_type: "OrganizationAdmin" }] });
    expect((await writeFile(emulator, "alice")).status).toBe(201);
    await createRuleset(emulator, [{ type: "required_signatures" }], { name: "Signed" });
    const { status, body } = await writeFile(emulator, "alice");
    expect(status).toBe(409);
    expect(Object(body).message).not.toContain("protected ref");
    expect((await listSuites(emulator)).map(({ result }) => result)).toEqual(["fail", "bypass"]);
  });
});

describe("a ruleset in evaluate mode", () => {
  test("records what it would have rejected", async ({ emulator }) => {
    await createRuleset(emulator, UPDATE, { enforcement: "evaluate" });
    expect((await writeFile(emulator)).status).toBe(201);
    expect(await listSuites(emulator)).toMatchObject([
      { result: "pass", evaluation_result: "fail", ruleResults: ["update evaluate fail"] },
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

  test("never rejects, and records the result that the active ruleset would have", async ({ emulator }) => {
    const id = await createRuleset(emulator, []);
    const { call } = clientFor(emulator, "alice");
    await fc.assert(
      fc.asyncProperty(fc.array(anyRule, { minLength: 1, maxLength: 3 }), async (rules) => {
        const set = async (enforcement: string) => {
          const { status } = await requestJson(emulator, `PUT /orgs/acme/rulesets/${id}`, { rules, enforcement });
          expect(status).toBe(200);
        };
        await set("evaluate");
        expect((await writeFile(emulator)).status).toBe(201);
        const [evaluated] = await call(listRuleSuites, { org: "acme", per_page: 1 });
        expect(evaluated?.result).toBe("pass");
        await set("active");
        expect((await writeFile(emulator)).status).toBe(evaluated?.evaluation_result === "fail" ? 409 : 201);
        const [enforced] = await call(listRuleSuites, { org: "acme", per_page: 1 });
        expect(enforced?.result).toBe(evaluated?.evaluation_result);
      }),
      { numRuns: pickSize(5, 15) },
    );
  });
});

test("allows the first commit of a repository without a pull request", async ({ emulator }) => {
  await createRuleset(emulator, [{ type: "pull_request", parameters: REVIEWS }]);
  expect((await writeFile(emulator, "bob", {}, "a.txt", "acme/empty")).status).toBe(201);
  expect((await listSuites(emulator))[0]).toMatchObject({ result: "pass", before_sha: "0".repeat(40) });
});

test("keeps rule suites when their ruleset is deleted", async ({ emulator }) => {
  const ruleset_id = await createRuleset(emulator, UPDATE);
  const other = await createRuleset(emulator, [{ type: "creation" }], { name: "Other" });
  await writeFile(emulator);
  const { call } = clientFor(emulator, "alice");
  await call(deleteRuleset, { org: "acme", ruleset_id });
  expect(await listSuites(emulator)).toMatchObject([
    { result: "fail", ruleResults: ["update deleted ruleset fail", "creation active pass"] },
  ]);
  await call(updateRuleset, { org: "acme", ruleset_id: other, enforcement: "disabled" });
  expect((await writeFile(emulator)).status).toBe(201);
  expect(await listSuites(emulator)).toHaveLength(1);
});

test("checks an import like a push", () =>
  withRuleset(
    { rules: [{ type: "commit_message_pattern", parameters: text("starts_with", "Good") }] },
    async (emulator) => {
      const path = "/repos/acme/gears/import";
      const { call } = clientFor(emulator, "alice");
      for (const [from, status] of [
        ["bad", "error"],
        ["good", "complete"],
      ] as const) {
        expect(
          (await requestJson(emulator, `PUT ${path}`, { vcs_url: `https://git.example.com/${from}.git`, vcs: "git" }))
            .status,
        ).toBe(201);
        emulator.control.clock.advance(3600);
        const { body } = await requestJson(emulator, `GET ${path}`);
        expect(body).toMatchObject({ status, ...(status === "error" ? { failed_step: "pushing" } : {}) });
        await requestJson(emulator, `DELETE ${path}`);
      }
      expect(await call(listRuleSuites, { org: "acme" })).toMatchObject([
        { result: "pass", ref: "refs/heads/good", actor_name: "alice" },
        { result: "fail", ref: "refs/heads/bad", actor_name: "alice" },
      ]);
    },
    {},
  ));

test("applies tag rules, and rejects a whole import for one violation", () =>
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
        await requestJson(emulator, `PUT ${path}`, { vcs_url: `https://git.example.com/${from}.git`, vcs: "git" });
        emulator.control.clock.advance(3600);
        expect((await requestJson(emulator, `GET ${path}`)).body).toMatchObject({ status });
        await requestJson(emulator, `DELETE ${path}`);
      }
      expect((await requestJson(emulator, "GET /repos/acme/gears/contents/?ref=untagged")).status).toBe(404);
      expect((await requestJson(emulator, "GET /repos/acme/gears/contents/?ref=tagged")).status).toBe(200);
      expect(await listSuites(emulator)).toMatchObject([
        { result: "pass", ref: "refs/tags/v1", ruleResults: ["tag_name_pattern active pass", "deletion active pass"] },
        {
          result: "fail",
          ref: "refs/tags/first",
          ruleResults: ["tag_name_pattern active fail", "deletion active pass"],
        },
      ]);
    },
  ));
