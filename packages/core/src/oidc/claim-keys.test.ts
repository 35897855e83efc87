import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkClaimKeys } from "./check-claim-keys.ts";
import { CLAIM_KEYS } from "./claim-keys.ts";

const problemsOf = (...keys: string[]) => checkClaimKeys(keys).problems;
const warningsOf = (...keys: string[]) => checkClaimKeys(keys).warnings;

describe("checkClaimKeys", () => {
  test("problems: form, twice, unknown with the nearest that there is, none", () => {
    expect(problemsOf("repo", "context", "job_workflow_ref", "repo_property_team")).toEqual([]);
    expect(problemsOf("repo", "job-workflow-ref")).toEqual([
      '"job-workflow-ref" is no claim key: they have letters, digits and _',
    ]);
    expect(problemsOf("repo", "context", "repo")).toEqual(["the claim key repo is there twice"]);
    expect(problemsOf("repo", "job_worflow_ref")).toEqual([
      "there is no claim job_worflow_ref; did you mean job_workflow_ref?",
    ]);
    expect(problemsOf("zzzzzzzz", "repo_property_")).toEqual([
      "there is no claim zzzzzzzz",
      expect.stringContaining("there is no claim repo_property_"),
    ]);
    expect(problemsOf()).toHaveLength(1);
    expect(problemsOf("toString")).toHaveLength(1);
    expect(checkClaimKeys(["brand_new"], ["brand_new"]).problems).toEqual([]);
  });

  test("warnings: too wide, and an environment that every job must name", () => {
    expect(warningsOf("repo", "context")).toEqual([]);
    expect(warningsOf("repository_id", "ref", "actor")).toEqual([]);
    expect(warningsOf("workflow_ref")).toEqual([]);
    expect(warningsOf("repository_owner", "context")).toEqual([
      "repository_owner:context is too wide: it names no repository, so any repository of the owner can get the same subject. Add repo or repository_id.",
    ]);
    // A reusable workflow may be called by anybody who can read it.
    expect(warningsOf("job_workflow_ref", "context")).toEqual([
      expect.stringContaining("any repository of the service, of whatever owner, can get the same subject"),
    ]);
    expect(warningsOf("repo", "job_workflow_ref")).toEqual([expect.stringContaining("names no branch, tag")]);
    expect(warningsOf("repo", "environment")).toEqual([
      "repo:environment forces an environment: with the key environment, jobs that name no environment get no token. With context in its place they do.",
    ]);
    expect(warningsOf("actor")).toHaveLength(2);
    // What can't be set needs no advice.
    expect(warningsOf("actor", "actor")).toEqual([]);
  });
});

test("the documentation's table of claim keys is this one", () => {
  const text = readFileSync(new URL("../../../../docs/oidc.md", import.meta.url), "utf8");
  const rows = text.slice(text.indexOf("`CLAIM_KEYS` says")).matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm);
  expect(Object.fromEntries(Array.from(rows, ([, key, line]) => [key, line]))).toEqual(CLAIM_KEYS);
});
