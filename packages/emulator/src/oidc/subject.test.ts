import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Claims, formatSubject, MissingClaimError } from "./subject.ts";

const CLAIMS = {
  repository: "acme/widgets",
  repository_id: "7",
  repository_owner: "acme",
  repository_owner_id: "3",
  repository_visibility: "private",
  event_name: "push",
  ref: "refs/heads/main",
  head_ref: "",
  job_workflow_ref: "acme/automation/.github/workflows/oidc.yml@refs/heads/main",
};

const subject = (keys: readonly string[], claims: Claims = {}, immutable = false) =>
  formatSubject({ keys, immutable }, { ...CLAIMS, ...claims });

const DEFAULT = ["repo", "context"];

describe("default subject", () => {
  test.for([
    ["a branch", {}, "ref:refs/heads/main"],
    ["a tag", { ref: "refs/tags/v1.0" }, "ref:refs/tags/v1.0"],
    ["a pull request", { event_name: "pull_request", ref: "refs/pull/4/merge" }, "pull_request"],
    ["a review", { event_name: "pull_request_review", ref: "refs/pull/4/merge" }, "pull_request"],
    ["a pull request's base", { event_name: "pull_request_target" }, "ref:refs/heads/main"],
    ["an environment", { environment: "production" }, "environment:production"],
    ["an environment rather than a pull request", { environment: "qa", event_name: "pull_request" }, "environment:qa"],
    ["an environment with colons", { environment: "production:eastus:1" }, "environment:production%3Aeastus%3A1"],
  ] as const)("describes %s", ([, claims, context]) => {
    expect(subject(DEFAULT, claims)).toBe(`repo:acme/widgets:${context}`);
    expect(subject(DEFAULT, claims, true)).toBe(`repo:acme@3/widgets@7:${context}`);
  });
});

describe("subjects with other keys", () => {
  test.for([
    [["repository_owner", "repository_visibility"], "repository_owner:acme:repository_visibility:private"],
    [["repository_visibility", "repository_owner"], "repository_visibility:private:repository_owner:acme"],
    [["repo"], "repo:acme/widgets"],
    [["context"], "ref:refs/heads/main"],
    [["repository"], "repository:acme/widgets"],
    [["head_ref"], "head_ref:"],
    [
      ["repo", "context", "job_workflow_ref"],
      "repo:acme/widgets:ref:refs/heads/main:job_workflow_ref:acme/automation/.github/workflows/oidc.yml@refs/heads/main",
    ],
  ] as const)("contain the claims %j", ([keys, expected]) => {
    expect(subject(keys)).toBe(expected);
  });

  test("include IDs only where the template has the repository", () => {
    expect(subject(["context", "repo"], {}, true)).toBe("ref:refs/heads/main:repo:acme@3/widgets@7");
    expect(subject(["repository", "context"], {}, true)).toBe("repository:acme/widgets:ref:refs/heads/main");
  });

  test("require every claim of the template", () => {
    expect(() => subject(["repo", "environment"])).toThrow(MissingClaimError);
    expect(() => subject(["repo", "environment"])).toThrow("requires an environment");
    for (const key of ["enterprise", "repo_property_team", "toString", "__proto__"]) {
      expect(() => subject([key])).toThrow(`the claim "${key}"`);
    }
  });
});

const NAMES = ["environment", "actor", "workflow", "ref_type", "event_name", "run_id", "repo_property_team"];
// Only values without "%3A" can be restored, because colons are escaped as that.
const value = fc.string({ unit: "grapheme", maxLength: 20 }).filter((text) => !text.includes("%3A"));

test("claims can be parsed from a subject in order", () => {
  const property = fc.property(
    fc.shuffledSubarray(NAMES, { minLength: 1 }),
    fc.array(value, { minLength: NAMES.length, maxLength: NAMES.length }),
    (keys, values) => {
      const claims = Object.fromEntries(NAMES.map((name, index) => [name, values[index] ?? ""]));
      const parts = subject(keys, claims).split(":");
      const read = keys.map((_, index) => [parts[index * 2], parts[index * 2 + 1]?.replaceAll("%3A", ":")]);
      expect(parts).toHaveLength(keys.length * 2);
      expect(read).toEqual(keys.map((key) => [key, claims[key]]));
    },
  );
  fc.assert(property);
});

test("an immutable subject only adds IDs, for any keys", () => {
  const keys = fc.shuffledSubarray(["repo", "context", "repository", "ref"], { minLength: 1 });
  const property = fc.property(keys, fc.constantFrom("push", "pull_request"), (keys, event_name) => {
    const plain = subject(keys, { event_name });
    expect(subject(keys, { event_name }, true)).toBe(plain.replace("repo:acme/widgets", "repo:acme@3/widgets@7"));
  });
  fc.assert(property);
});
