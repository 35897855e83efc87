import { describe, expect } from "vitest";
import * as z from "zod/mini";
import type { Emulator } from "../public.ts";
import { requestJson } from "../requests.fixture.ts";
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

  test("passes a rule that forbids direct pushes", async ({ emulator }) => {
    await createRuleset(emulator, [reviews({})]);
    merge(emulator, "bob");
    expect(await listSuites(emulator)).toMatchObject([
      { result: "pass", ruleResults: ["pull_request active pass"], actor_name: "bob" },
    ]);
  });

  test("requires approvals by users with write access and by the team that owns the files", async ({ emulator }) => {
    const team = z.parse(
      z.array(z.looseObject({ id: z.int(), slug: z.string() })),
      (await requestJson(emulator, "GET /orgs/acme/teams")).body,
    );
    const reviewer = { id: team.find(({ slug }) => slug === "smiths")?.id, type: "Team" };
    const required_reviewers = [{ file_patterns: ["src/**/*"], minimum_approvals: 1, reviewer }];
    await createRuleset(emulator, [reviews({ required_approving_review_count: 1, required_reviewers })]);
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
    expect((await listSuites(emulator)).map(({ result }) => result)).toEqual(["pass", "fail", "fail", "fail"]);
    expect((await requestJson(emulator, "GET /repos/acme/widgets/pulls/1")).body).toMatchObject({ merged: true });
  });

  test("dismisses approvals of earlier commits if configured", () =>
    withRuleset(
      {
        rules: [reviews({ required_approving_review_count: 1, dismiss_stale_reviews_on_push: true })],
        conditions: { ref_name: { include: ["~DEFAULT_BRANCH"] }, repository_name: { include: ["~ALL"] } },
      },
      async (emulator) => {
        const approve = () => emulator.control.review({ repository: "acme/widgets", pull: 1, user: "dora" });
        approve();
        expect((await writeFile(emulator, "bob", { branch: "round" })).status).toBe(201);
        expect(() => merge(emulator, "alice")).toThrow("approving review");
        approve();
        merge(emulator, "alice");
      },
    ));

  test("requires an approval of the last commit by a user who didn't commit it", async ({ emulator }) => {
    await createRuleset(emulator, [reviews({ required_approving_review_count: 1, require_last_push_approval: true })], {
      conditions: { ...EVERYWHERE, ref_name: { include: ["~DEFAULT_BRANCH"] } },
    });
    const approve = (user: string) => emulator.control.review({ repository: "acme/widgets", pull: 1, user });
    const problem = "New changes require approval from someone other than the last pusher.";
    approve("carol");
    expect((await writeFile(emulator, "dora", { branch: "round" })).status).toBe(201);
    expect(() => merge(emulator, "alice")).toThrow(problem);
    approve("dora");
    expect(() => merge(emulator, "alice")).toThrow(problem);
    approve("carol");
    merge(emulator, "alice");
  });

  test("needs no signatures if it is squashed, since GitHub signs that commit", async ({ emulator }) => {
    await createRuleset(emulator, [{ type: "required_signatures" }]);
    expect(() => merge(emulator, "bob")).toThrow("Commits must have verified signatures.");
    merge(emulator, "bob", "squash");
    expect((await listSuites(emulator)).map(({ result }) => result)).toEqual(["pass", "fail"]);
  });

  test("must use an allowed merge method", async ({ emulator }) => {
    await createRuleset(emulator, [
      reviews({ allowed_merge_methods: ["squash"] }),
      { type: "required_linear_history" },
    ]);
    expect(() => merge(emulator, "bob")).toThrow(
      "Pull requests can't be merged by merge here.\nThis ref must not contain merge commits.",
    );
    merge(emulator, "bob", "squash");
    expect((await listSuites(emulator)).map(({ result }) => result)).toEqual(["pass", "fail"]);
  });

  test("is bypassed by actors whose mode is pull_request", async ({ emulator }) => {
    await createRuleset(emulator, UPDATE, {
      bypass_actors: [{ actor_type: "OrganizationAdmin", bypass_mode: "pull_request" }],
    });
    expect((await writeFile(emulator, "alice")).status).toBe(409);
    merge(emulator, "alice");
    expect((await listSuites(emulator)).map(({ result }) => result)).toEqual(["bypass", "fail"]);
  });

  test("keeps the head branch if a rule forbids its deletion", () =>
    withRuleset(
      { rules: [{ type: "deletion" }] },
      async (emulator) => {
        merge(emulator, "bob");
        expect((await requestJson(emulator, "GET /repos/acme/widgets/contents/?ref=round")).status).toBe(200);
        const [deletion, merged] = await listSuites(emulator);
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
    [checks("ci"), undefined],
    [checks("ci", 15368), 'Required status check "ci" is expected.'],
    [checks("slow"), 'Required status check "slow" is expected.'],
    [checks("broken"), 'Required status check "broken" is failing.'],
  ] as const)("uses the status checks of the head commit: %j", ([check, problem]) =>
    withRuleset(
      { rules: [check] },
      async (emulator) => {
        if (problem === undefined) merge(emulator, "bob");
        else expect(() => merge(emulator, "bob")).toThrow(problem);
        // A commit that is pushed directly has no checks yet.
        expect((await writeFile(emulator)).status).toBe(409);
      },
      {
        workflow_runs: [
          {
            actor: "bob",
            branch: "round",
            jobs: { build: { conclusion: "success" }, lint: { conclusion: "failure" } },
          },
        ],
        commit_statuses: [
          { ref: "round", context: "ci", state: "failure" },
          { ref: "round", context: "ci", state: "success" },
          { ref: "round", context: "slow", state: "pending" },
          { ref: "round", context: "broken", state: "error" },
        ],
      },
    ),
  );
});
