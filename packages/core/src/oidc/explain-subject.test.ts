import { describe, expect, test } from "vitest";
import { explainSubject } from "./explain-subject.ts";

const MAIN = "repo:acme/widgets:ref:refs/heads/main";

describe("explainSubject", () => {
  test("returns undefined for an expected subject", () => {
    for (const expected of [
      MAIN,
      "repo:acme/*",
      "repo:acme/*:ref:refs/heads/main",
      "repo:acme/widgets:*",
      "*",
      "repo:acme/widget?:*",
      "repo:*/widgets:ref:*/main",
    ]) {
      expect(explainSubject(expected, MAIN)).toBeUndefined();
    }
  });

  test.each([
    ["letter case", "repo:Acme/Widgets:ref:refs/heads/main", MAIN, 1, /only the case of letters differs/],
    ["letter case, with a wildcard", "repo:Acme/*:ref:*", MAIN, 1, /only the case of letters differs/],
    [
      "an environment instead of a ref",
      MAIN,
      "repo:acme/widgets:environment:production",
      2,
      /has the environment production/,
    ],
    [
      "a ref instead of an environment",
      "repo:acme/widgets:environment:production",
      MAIN,
      2,
      /Add "environment: production"/,
    ],
    ["another environment", "repo:a/b:environment:qa", "repo:a/b:environment:prod", 2, /has the environment prod\./],
    ["a pull request instead of a ref", MAIN, "repo:acme/widgets:pull_request", 2, /runs for a pull request/],
    [
      "a ref instead of a pull request",
      "repo:acme/widgets:pull_request",
      MAIN,
      2,
      /refs\/heads\/main, not for a pull request/,
    ],
    ["a tag instead of a branch", MAIN, "repo:acme/widgets:ref:refs/tags/v1", 2, /for a tag, not for a branch/],
    ["a branch instead of a tag", "repo:acme/widgets:ref:refs/tags/*", MAIN, 2, /for a branch, not for a tag/],
    ["another branch", "repo:acme/widgets:ref:refs/heads/dev", MAIN, 2, /runs for refs\/heads\/main/],
    ["a short ref", "repo:acme/widgets:ref:main", MAIN, 2, /in full: refs\/heads\/main/],
    [
      "unexpected ids",
      MAIN,
      "repo:acme@65/widgets@74:ref:refs/heads/main",
      1,
      /subjects are immutable.*Expect them too/,
    ],
    [
      "unexpected ids, with a wildcard",
      "repo:acme/*:*",
      "repo:acme@65/widgets@74:pull_request",
      1,
      /are immutable.*Expect them too/,
    ],
    ["missing ids", "repo:acme@65/widgets@74:*", MAIN, 1, /are not immutable/],
    ["missing ids, with wildcards", "repo:acme@*/widgets@*:*", MAIN, 1, /are not immutable/],
    ["a recreated repository", "repo:acme@65/widgets@74:*", "repo:acme@65/widgets@75:pull_request", 1, /ids differ/],
    ["a renamed repository", "repo:acme@65/old@74:*", "repo:acme@65/widgets@74:pull_request", 1, /was renamed/],
    ["another repository", "repo:acme/gears:*", MAIN, 1, /in a different repository/],
    ["an escaped colon", "repo:a/b:environment:prod:eu", "repo:a/b:environment:prod%3Aeu", 2, /written %3A/],
    [
      "a colon that is not escaped",
      "repo:a/b:environment:prod%3Aeu",
      "repo:a/b:environment:prod:eu",
      2,
      /does not escape colons in values as %3A/,
    ],
    ["more parts", MAIN, `${MAIN}:actor:alice`, 3, /has more keys/],
    ["fewer parts", `${MAIN}:actor:alice`, MAIN, 3, /has fewer keys: it lacks actor/],
    ["the order of keys", MAIN, "ref:refs/heads/main:repo:acme/widgets", 1, /same keys in a different order/],
    ["other keys", MAIN, "repository_id:74:ref:refs/heads/main", 1, /has no repo; it has repository_id here/],
    ["an additional key", MAIN, "repo:acme/widgets:actor:a:ref:refs/heads/main", 2, /has the key actor/],
    ["another value", "repo:a/b:actor:alice", "repo:a/b:actor:bob", 2, /the job's actor is different/],
  ])("names the cause: %s", (_, expected, actual, part, cause) => {
    const difference = explainSubject(expected, actual);
    expect(difference?.part).toBe(part);
    expect(difference?.cause).toMatch(cause);
    expect(difference?.message).toContain(difference?.cause);
    expect(difference?.message).not.toContain("\n");
  });

  test("returns a message with both parts and details from the claims", () => {
    const claims = { event_name: "pull_request_review", head_ref: "feature" };
    expect(explainSubject(MAIN, "repo:acme/widgets:pull_request", claims)?.message).toBe(
      "In part 2, ref:refs/heads/main was expected, but the subject has pull_request: the job runs for a pull request of feature, so the subject contains no branch and no environment. Expect pull_request, or run the job for an event other than pull_request_review.",
    );
    expect(explainSubject(MAIN, `${MAIN}:actor:bob`)).toMatchObject({ expected: undefined, actual: "actor:bob" });
  });

  test("explains differences between invalid subjects", () => {
    for (const [expected, actual] of [
      ["", MAIN],
      [MAIN, ""],
      ["x", "y"],
      ["::", ":"],
      ["(", "[a"],
    ] as const) {
      expect(explainSubject(expected, actual)?.message).toMatch(/^In part \d/);
    }
  });
});
