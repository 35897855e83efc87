import { describe, expect, test } from "vitest";
import type { TrustJob } from "../../settings/values.ts";
import { defaultAudience, isHosted, issuerOf } from "./issuer.ts";
import { anyRepository, describeSubjects, jobSubjects, subjectNames, trustedSubjects } from "./job-subjects.ts";
import type { SubjectTemplate } from "./template.ts";

const FACTS = {
  owner: "acme",
  repo: "widgets",
  id: 74,
  ownerId: 65,
  defaultBranch: "main",
  visibility: "public",
  archived: false,
  created: new Date("2026-01-01T00:00:00Z"),
};
const UNSPECIFIED: SubjectTemplate = {
  usesDefault: true,
  keys: ["repo", "context"],
  immutable: undefined,
  prefix: undefined,
};
const DEFAULT = ["repo", "context"];
const NOW = Date.parse("2026-11-01T00:00:00Z");

describe("ids in a repository's subjects", () => {
  const created = new Date("2026-07-15T00:00:00Z");

  test("follow the prefix, whatever the setting says: false can be a default", () => {
    const idsFor = (prefix: string | undefined, immutable: boolean) =>
      subjectNames({ ...UNSPECIFIED, prefix, immutable }, { ...FACTS, created }, NOW, true).ids;
    expect([idsFor("repo:acme@1/widgets@1001", false), idsFor("repo:acme/widgets", false)]).toEqual(["yes", "no"]);
    expect([idsFor(undefined, true), idsFor(undefined, false)]).toEqual(["yes", "yes"]);
    const older = (immutable: boolean) => subjectNames({ ...UNSPECIFIED, immutable }, FACTS, NOW, true).ids;
    expect([older(true), older(false)]).toEqual(["yes", "either"]);
  });

  test("are derived from the creation date on GitHub, but older repositories may have been renamed", () => {
    expect(subjectNames(UNSPECIFIED, { ...FACTS, created }, NOW, true).ids).toBe("yes");
    expect(subjectNames(UNSPECIFIED, FACTS, NOW, true).ids).toBe("either");
    expect(subjectNames(UNSPECIFIED, { ...FACTS, created: undefined }, NOW, true).ids).toBe("either");
    expect(subjectNames(UNSPECIFIED, FACTS, Date.parse("2026-07-14T23:59:59Z"), true).ids).toBe("no");
  });

  test("are unknown on a self-hosted server", () => {
    expect(subjectNames(UNSPECIFIED, { ...FACTS, created }, NOW, false).ids).toBe("either");
  });

  test("are taken from the subject prefix if the service returns one", () => {
    const prefix = "repo:Acme@1/Widgets@2";
    expect(subjectNames({ ...UNSPECIFIED, immutable: true, prefix }, FACTS, NOW, true)).toMatchObject({
      owner: "Acme",
      ownerId: "1",
      repo: "Widgets",
      id: "2",
      ids: "yes",
    });
    // A prefix of another form is ignored.
    expect(subjectNames({ ...UNSPECIFIED, prefix: "x" }, FACTS, NOW, true)).toMatchObject({ owner: "acme", id: "74" });
  });
});

describe("jobSubjects", () => {
  const names = subjectNames({ ...UNSPECIFIED, immutable: true }, FACTS, NOW, true);
  const described = (keys: readonly string[], of = names, environment = "qa") =>
    jobSubjects(keys, of, environment).map((job) => `${job.label}: ${describeSubjects(job)}`);

  test("describes one subject for each kind of job", () => {
    expect(described(["repo", "context"], names, "production")).toEqual([
      "branch: repo:acme@65/widgets@74:ref:refs/heads/main",
      "tag: repo:acme@65/widgets@74:ref:refs/tags/v1.0.0",
      "pull request: repo:acme@65/widgets@74:pull_request",
      "environment production: repo:acme@65/widgets@74:environment:production",
    ]);
  });

  test("shows unknown claims as `*`, and says which jobs get no token", () => {
    expect(described(["repository_owner", "actor", "head_ref", "environment_node_id", "repo_property_team"])).toEqual([
      "branch: no token, because the job has no environment",
      "tag: no token, because the job has no environment",
      "pull request: no token, because the job has no environment",
      "environment qa: repository_owner:acme:actor:*:head_ref::environment_node_id:*:repo_property_team:*",
    ]);
  });

  test("shows both forms if ids are unknown, unless the template does not contain the repository name", () => {
    const either = { ...names, ids: "either" } as const;
    expect(described(["repo"], either).at(-1)).toBe("environment qa: repo:acme/widgets or repo:acme@65/widgets@74");
    expect(described(["repository_id"], either).at(-1)).toBe("environment qa: repository_id:74");
    expect(described(["repo"], anyRepository("acme", false, NOW))[0]).toBe("branch: repo:acme/* or repo:acme@*/*@*");
    expect(described(["repo"], { ...names, ids: "no" })[0]).toBe("branch: repo:acme/widgets");
    expect(described(["repo"], anyRepository("acme", true, NOW))[0]).toBe("branch: repo:acme@*/*@*");
  });
});

describe("trustedSubjects", () => {
  const names = subjectNames({ ...UNSPECIFIED, immutable: true }, FACTS, NOW, true);
  const trusted = (job: TrustJob, keys: readonly string[], environment = "qa") =>
    trustedSubjects(keys, names, environment, job);

  test("are exact, except for tags", () => {
    const exact = (context: string) => ({ subjects: [`repo:acme@65/widgets@74:${context}`], pattern: false });
    expect(trusted("branch", DEFAULT)).toEqual(exact("ref:refs/heads/main"));
    expect(trusted("pull-request", DEFAULT)).toEqual(exact("pull_request"));
    expect(trusted("environment", DEFAULT, "eu:*")).toEqual(exact("environment:eu%3A*"));
    expect(trusted("tag", DEFAULT)).toEqual({ ...exact("ref:refs/tags/*"), pattern: true });
    // Every repository of the owner has this subject, which the warning about the keys says.
    expect(trusted("branch", ["repository_owner", "context"])).toMatchObject({ pattern: false });
  });

  test("have wildcards for what only a job knows, if repository and branch are named", () => {
    expect(trusted("branch", [...DEFAULT, "job_workflow_ref"])).toEqual({
      subjects: ["repo:acme@65/widgets@74:ref:refs/heads/main:job_workflow_ref:*"],
      pattern: true,
    });
    for (const keys of [["job_workflow_ref"], ["repo", "actor"], ["repository_owner", "context", "actor"]]) {
      expect(trusted("branch", keys)).toContain("without naming repository and branch or environment");
    }
    expect(trusted("environment", ["repo", "environment", "actor"])).toMatchObject({ pattern: true });
    expect(trusted("environment", ["repo", "environment", "actor"], "qa*")).toContain("must not contain * or ?");
    expect(trusted("branch", ["repo", "environment"])).toEqual({ subjects: [], pattern: false });
  });
});

test("derives the issuer and whether the service is hosted from the API address", () => {
  const hosted = ["https://api.github.com", "https://api.github.com/", "https://api.octo.ghe.com"];
  expect(hosted.map(isHosted)).toEqual([true, true, true]);
  expect(hosted.map(issuerOf)).toEqual([
    "https://token.actions.githubusercontent.com",
    "https://token.actions.githubusercontent.com",
    "https://token.actions.octo.ghe.com",
  ]);
  expect(hosted.map((url) => defaultAudience(url, "acme"))).toEqual([
    "https://github.com/acme",
    "https://github.com/acme",
    "https://octo.ghe.com/acme",
  ]);
  const others = [
    "https://forge.example.com/api/v3",
    "http://127.0.0.1:4567/api/v3/",
    "https://api.github.com.evil.com",
  ];
  expect(others.map(isHosted)).toEqual([false, false, false]);
  expect(others.map(issuerOf)).toEqual([
    "https://forge.example.com/_services/token",
    "http://127.0.0.1:4567/_services/token",
    undefined,
  ]);
  expect(others.map((url) => defaultAudience(url, "acme"))).toEqual([
    "https://forge.example.com/acme",
    "http://127.0.0.1:4567/acme",
    undefined,
  ]);
});
