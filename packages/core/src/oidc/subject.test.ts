import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isInputError } from "../errors.ts";
import { explainSubject } from "./explain-subject.ts";
import { subjectOf } from "./subject.ts";
import { formatSubjectPart, parseSubject } from "./subject-parts.ts";

const CLAIMS = {
  repository: "acme/widgets",
  repository_id: "74",
  repository_owner: "acme",
  repository_owner_id: "65",
  ref: "refs/heads/main",
  event_name: "push",
  job_workflow_ref: "acme/ci/.github/workflows/a.yml@refs/heads/main",
};

describe("subjectOf", () => {
  test("default subject: an environment takes precedence over a pull request, and that over a ref", () => {
    expect(subjectOf({ claims: CLAIMS })).toBe("repo:acme/widgets:ref:refs/heads/main");
    expect(subjectOf({ keys: [], claims: CLAIMS })).toBe("repo:acme/widgets:ref:refs/heads/main");
    const pullRequestClaims = { ...CLAIMS, event_name: "pull_request", ref: "refs/pull/1/merge" };
    expect(subjectOf({ claims: pullRequestClaims })).toBe("repo:acme/widgets:pull_request");
    expect(subjectOf({ claims: { ...pullRequestClaims, environment: "production" } })).toBe(
      "repo:acme/widgets:environment:production",
    );
    expect(subjectOf({ claims: { ...CLAIMS, event_name: "pull_request_target" } })).toBe(
      "repo:acme/widgets:ref:refs/heads/main",
    );
  });

  test("uses a template's keys in order, and adds no context by itself", () => {
    const keys = ["repo", "context", "job_workflow_ref"];
    expect(subjectOf({ keys, claims: { ...CLAIMS, environment: "prod" } })).toBe(
      "repo:acme/widgets:environment:prod:job_workflow_ref:acme/ci/.github/workflows/a.yml@refs/heads/main",
    );
    expect(subjectOf({ keys: ["ref", "repository"], claims: CLAIMS })).toBe(
      "ref:refs/heads/main:repository:acme/widgets",
    );
  });

  test("adds ids to immutable subjects and escapes colons in values", () => {
    expect(subjectOf({ claims: CLAIMS, immutable: true })).toBe("repo:acme@65/widgets@74:ref:refs/heads/main");
    expect(subjectOf({ claims: { ...CLAIMS, environment: "production:eastus" } })).toBe(
      "repo:acme/widgets:environment:production%3Aeastus",
    );
  });

  test("throws an error that names a missing claim", () => {
    const errorOf = (keys: readonly string[], claims: Parameters<typeof subjectOf>[0]["claims"] = CLAIMS) => {
      try {
        return subjectOf({ keys, claims });
      } catch (error) {
        return isInputError(error) ? [error.field, error.message] : error;
      }
    };
    expect(errorOf(["repo", "environment"])).toEqual([
      "environment",
      'The subject template contains "environment", but the job has no environment.',
    ]);
    expect(errorOf(["enterprise"])).toEqual([
      "enterprise",
      'The subject template contains "enterprise", but the job has no claim "enterprise".',
    ]);
    expect(errorOf(["context"], {})).toEqual(["ref", expect.stringContaining('no claim "ref"')]);
    // Properties of Object.prototype are not claims.
    expect(errorOf(["constructor"])).toEqual(["constructor", expect.stringContaining("no claim")]);
  });

  const key = fc.constantFrom("repo", "context", "actor", "workflow", "repository_visibility", "event_name");
  const value = fc.string({ unit: "grapheme-ascii" }).filter((text) => !text.includes("%3A"));
  const job = fc.record({
    repository: value,
    ref: value.map((text) => `refs/heads/${text}`),
    environment: fc.option(value, { nil: undefined }),
    actor: value,
    workflow: value,
    repository_visibility: value,
    event_name: fc.constantFrom("push", "pull_request"),
  });

  test("returns different subjects for jobs that differ in a key of the template", () => {
    const template = fc.uniqueArray(key, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(template, job, job, (keys, claims, otherClaims) => {
        const relevantClaims = (all: typeof claims) =>
          keys.map((name) => {
            if (name === "repo") return all.repository;
            const { environment, event_name, ref } = all;
            const context = environment === undefined ? (event_name === "pull_request" ? [] : [ref]) : { environment };
            return name === "context" ? context : Object.entries(all).find(([claim]) => claim === name);
          });
        const isSame = JSON.stringify(relevantClaims(claims)) === JSON.stringify(relevantClaims(otherClaims));
        expect(subjectOf({ keys, claims }) === subjectOf({ keys, claims: otherClaims })).toBe(isSame);
      }),
    );
  });

  test("returns a subject that can be split into its parts and matches only itself", () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 1 }), job, job, (keys, claims, otherClaims) => {
        const subject = subjectOf({ keys, claims });
        expect(parseSubject(subject).map(formatSubjectPart).join(":")).toBe(subject);
        expect(parseSubject(subject)).toHaveLength(keys.length);
        expect(explainSubject(subject, subject)).toBeUndefined();
        const another = subjectOf({ keys, claims: otherClaims });
        if (!/[*?]/.test(subject)) expect(explainSubject(subject, another) === undefined).toBe(subject === another);
      }),
    );
  });
});
