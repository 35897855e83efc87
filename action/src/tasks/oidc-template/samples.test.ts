import { describe, expect, test } from "vitest";
import { isHosted, issuerOf } from "./issuer.ts";
import { anyOf, namesOf, sampleSubjects } from "./samples.ts";
import type { Template } from "./template.ts";

const FACTS = {
  ...{ owner: "acme", repo: "widgets", id: 74, ownerId: 65, defaultBranch: "main", visibility: "public" },
  ...{ archived: false, created: new Date("2026-01-01T00:00:00Z") },
};
const UNSAID: Template = { usesDefault: true, keys: ["repo", "context"], immutable: undefined, prefix: undefined };
const NOW = Date.parse("2026-11-01T00:00:00Z");

describe("whether a repository's subjects have ids", () => {
  const created = new Date("2026-07-15T00:00:00Z");

  test("is as the service says, whatever else is known", () => {
    const said = (immutable: boolean) => namesOf({ ...UNSAID, immutable }, { ...FACTS, created }, NOW, true).ids;
    expect([said(true), said(false)]).toEqual(["yes", "no"]);
  });

  test("follows from when it was created on the hosted service; one from before may have been renamed since", () => {
    expect(namesOf(UNSAID, { ...FACTS, created }, NOW, true).ids).toBe("yes");
    expect(namesOf(UNSAID, FACTS, NOW, true).ids).toBe("either");
    expect(namesOf(UNSAID, { ...FACTS, created: undefined }, NOW, true).ids).toBe("either");
    expect(namesOf(UNSAID, FACTS, Date.parse("2026-07-14T23:59:59Z"), true).ids).toBe("no");
  });

  test("can't be known of a server that may be one's own, which has none", () => {
    expect(namesOf(UNSAID, { ...FACTS, created }, NOW, false).ids).toBe("either");
  });

  test("names and ids are the service's own where it tells the subject's prefix", () => {
    const prefix = "repo:Acme@1/Widgets@2";
    expect(namesOf({ ...UNSAID, immutable: true, prefix }, FACTS, NOW, true)).toMatchObject({
      ...{ owner: "Acme", ownerId: "1", repo: "Widgets", id: "2", ids: "yes" },
    });
    // What it says of another kind is passed over.
    expect(namesOf({ ...UNSAID, prefix: "x" }, FACTS, NOW, true)).toMatchObject({ owner: "acme", id: "74" });
  });
});

describe("sampleSubjects", () => {
  const named = namesOf({ ...UNSAID, immutable: true }, FACTS, NOW, true);

  test("of each kind of job", () => {
    expect(sampleSubjects(["repo", "context"], named, "production").split(";\n")).toEqual([
      "branch: repo:acme@65/widgets@74:ref:refs/heads/main",
      "tag: repo:acme@65/widgets@74:ref:refs/tags/v1.0.0",
      "pull request: repo:acme@65/widgets@74:pull_request",
      "environment production: repo:acme@65/widgets@74:environment:production",
    ]);
  });

  test("what only a job knows is *, what a job lacks leaves it without a token", () => {
    const keys = ["repository_owner", "actor", "head_ref", "environment_node_id", "repo_property_team"];
    expect(sampleSubjects(keys, named, "qa").split(";\n")).toEqual([
      "branch: no token, as the job names no environment",
      "tag: no token, as the job names no environment",
      "pull request: no token, as the job names no environment",
      "environment qa: repository_owner:acme:actor:*:head_ref::environment_node_id:*:repo_property_team:*",
    ]);
  });

  test("both formats where it can't be known, unless the template doesn't name the repository by that", () => {
    const either = { ...named, ids: "either" } as const;
    const last = (keys: readonly string[]) => sampleSubjects(keys, either, "qa").split(";\n").at(-1);
    expect(last(["repo"])).toBe("if its subjects are immutable, repo:acme@65/widgets@74 in place of repo:acme/widgets");
    expect(last(["repository_id"])).toBe("environment qa: repository_id:74");
    expect(sampleSubjects(["repo"], anyOf("acme", false, NOW), "qa")).not.toContain("immutable");
    expect(sampleSubjects(["repo"], anyOf("acme", true, NOW), "qa")).toContain("branch: repo:acme@*/*@*");
  });
});

test("the issuer, and whether it is the hosted service's, by the API's address", () => {
  const hosted = ["https://api.github.com", "https://api.github.com/", "https://api.octo.ghe.com"];
  expect(hosted.map(isHosted)).toEqual([true, true, true]);
  expect(hosted.map(issuerOf)).toEqual([
    ...["https://token.actions.githubusercontent.com", "https://token.actions.githubusercontent.com"],
    "https://token.actions.octo.ghe.com",
  ]);
  const others = [
    "https://forge.example.com/api/v3",
    "http://127.0.0.1:4567/api/v3/",
    "https://api.github.com.evil.com",
  ];
  expect(others.map(isHosted)).toEqual([false, false, false]);
  expect(others.map(issuerOf)).toEqual([
    ...["https://forge.example.com/_services/token", "http://127.0.0.1:4567/_services/token", undefined],
  ]);
});
