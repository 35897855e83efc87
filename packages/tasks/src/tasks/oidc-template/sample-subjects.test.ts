import { describe, expect, test } from "vitest";
import { isHosted, issuerOf } from "./issuer.ts";
import { anyRepository, sampleSubjects, subjectNames } from "./sample-subjects.ts";
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

describe("sampleSubjects", () => {
  const names = subjectNames({ ...UNSPECIFIED, immutable: true }, FACTS, NOW, true);

  test("describes one subject for each kind of job", () => {
    expect(sampleSubjects(["repo", "context"], names, "production").split(";\n")).toEqual([
      "branch: repo:acme@65/widgets@74:ref:refs/heads/main",
      "tag: repo:acme@65/widgets@74:ref:refs/tags/v1.0.0",
      "pull request: repo:acme@65/widgets@74:pull_request",
      "environment production: repo:acme@65/widgets@74:environment:production",
    ]);
  });

  test("shows unknown claims as `*`, and says which jobs get no token", () => {
    const keys = ["repository_owner", "actor", "head_ref", "environment_node_id", "repo_property_team"];
    expect(sampleSubjects(keys, names, "qa").split(";\n")).toEqual([
      "branch: no token, because the job has no environment",
      "tag: no token, because the job has no environment",
      "pull request: no token, because the job has no environment",
      "environment qa: repository_owner:acme:actor:*:head_ref::environment_node_id:*:repo_property_team:*",
    ]);
  });

  test("shows both forms if ids are unknown, unless the template does not contain the repository name", () => {
    const either = { ...names, ids: "either" } as const;
    const last = (keys: readonly string[]) => sampleSubjects(keys, either, "qa").split(";\n").at(-1);
    expect(last(["repo"])).toBe("if subjects are immutable, repo:acme@65/widgets@74 instead of repo:acme/widgets");
    expect(last(["repository_id"])).toBe("environment qa: repository_id:74");
    expect(sampleSubjects(["repo"], anyRepository("acme", false, NOW), "qa")).toContain("if subjects are immutable");
    expect(sampleSubjects(["repo"], { ...names, ids: "no" }, "qa")).not.toContain("immutable");
    expect(sampleSubjects(["repo"], anyRepository("acme", true, NOW), "qa")).toContain("branch: repo:acme@*/*@*");
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
});
