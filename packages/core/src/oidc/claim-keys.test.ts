import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkClaimKeys } from "./check-claim-keys.ts";
import { CLAIM_KEYS } from "./claim-keys.ts";

const problemsOf = (...keys: string[]) => checkClaimKeys(keys).problems;
const warningsOf = (...keys: string[]) => checkClaimKeys(keys).warnings;

describe("checkClaimKeys", () => {
  test("reports malformed, repeated, unknown (with a suggestion) and missing keys", () => {
    expect(problemsOf("repo", "context", "job_workflow_ref", "repo_property_team")).toEqual([]);
    expect(problemsOf("repo", "job-workflow-ref")).toEqual([
      '"job-workflow-ref" must contain only letters, digits and _.',
    ]);
    expect(problemsOf("repo", "context", "repo")).toEqual(["the claim key repo must not be repeated."]);
    expect(problemsOf("repo", "job_worflow_ref")).toEqual([
      "job_worflow_ref is not a known claim. Did you mean job_workflow_ref?",
    ]);
    expect(problemsOf("zzzzzzzz", "repo_property_")).toEqual([
      "zzzzzzzz is not a known claim.",
      expect.stringContaining("repo_property_ is not a known claim"),
    ]);
    expect(problemsOf()).toHaveLength(1);
    expect(problemsOf("toString")).toHaveLength(1);
    expect(checkClaimKeys(["brand_new"], ["brand_new"]).problems).toEqual([]);
  });

  test("warns about templates that are too broad or require an environment", () => {
    expect(warningsOf("repo", "context")).toEqual([]);
    expect(warningsOf("repository_id", "ref", "actor")).toEqual([]);
    expect(warningsOf("workflow_ref")).toEqual([]);
    expect(warningsOf("repository_owner", "context")).toEqual([
      "repository_owner:context is too broad: it contains no repository, so any repository of the owner can get the same subject. Add repo or repository_id.",
    ]);
    // A reusable workflow can be called from any repository that can read it.
    expect(warningsOf("job_workflow_ref", "context")).toEqual([
      expect.stringContaining("any repository of any owner can get the same subject"),
    ]);
    expect(warningsOf("repo", "job_workflow_ref")).toEqual([expect.stringContaining("contains no branch, tag")]);
    expect(warningsOf("repo", "environment")).toEqual([
      "repo:environment requires an environment: with the key environment, jobs without an environment get no token. Use context instead to avoid that.",
    ]);
    expect(warningsOf("actor")).toHaveLength(2);
    // Invalid keys get no warnings.
    expect(warningsOf("actor", "actor")).toEqual([]);
  });
});

test("the documentation lists the same claim keys", () => {
  const text = readFileSync(new URL("../../../../docs/oidc.md", import.meta.url), "utf8");
  const rows = text.slice(text.indexOf("`CLAIM_KEYS` says")).matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm);
  expect(Object.fromEntries(Array.from(rows, ([, key, line]) => [key, line]))).toEqual(CLAIM_KEYS);
});
