import { putBranchProtection } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor } from "../requests.fixture.ts";
import { createRuleset, EVERYWHERE, listSuites } from "../rules/rulesets.fixture.ts";
import { gitTest as test } from "./git.fixture.ts";

const ON_MAIN = { conditions: { ...EVERYWHERE, ref_name: { include: ["refs/heads/main"] } } };

describe("rulesets", () => {
  test("refuse a push and record it", async ({ git, emulator }) => {
    await createRuleset(emulator, [{ type: "update" }], ON_MAIN);
    await git.run("", "clone", "--quiet", git.url("acme/widgets", "bob"), "work");
    await git.commit("work", { "a.txt": "a\n" });
    const { code, stderr } = await git.try("work", "push", "origin", "main", "HEAD:other");
    expect(code).toBe(1);
    expect(stderr).toContain("remote: error: GH013: Repository rule violations found for refs/heads/main.");
    expect(stderr).toContain(`remote: Review all repository rules at ${emulator.webUrl}/acme/widgets/rules?ref=refs`);
    expect(stderr).toMatch(/remote: - \w/);
    expect(stderr).toMatch(/\[remote rejected\] main -> main \(push declined due to repository rule violations\)/);
    expect(stderr).toMatch(/\[new branch\] +HEAD -> other/);
    expect(await listSuites(emulator)).toMatchObject([{ result: "fail", ref: "refs/heads/main", actor_name: "bob" }]);
  });

  test("refuse all of an atomic push", async ({ git, emulator }) => {
    await createRuleset(emulator, [{ type: "update" }], ON_MAIN);
    await git.run("", "clone", "--quiet", git.url("acme/widgets", "bob"), "work");
    const sha = await git.commit("work", { "a.txt": "a\n" });
    const { stderr } = await git.try("work", "push", "--atomic", "origin", "HEAD:fine", "main");
    expect(stderr).toContain("[remote rejected] HEAD -> fine (atomic push failure)");
    expect(stderr).toContain("main -> main (push declined due to repository rule violations)");
    expect(await git.run("work", "ls-remote", "origin")).not.toContain(sha);
    expect(await listSuites(emulator)).toHaveLength(1);
    // The objects aren't stored either.
    const response = await fetch(`${emulator.apiUrl}/repos/acme/widgets/commits/${sha}`);
    expect(response.status).toBe(422);
  });

  test("see which commits a branch loses", async ({ git, emulator }) => {
    await createRuleset(emulator, [{ type: "non_fast_forward" }]);
    await git.run("", "clone", "--quiet", git.url("acme/widgets", "bob"), "work");
    const { stderr } = await git.try("work", "push", "--force", "origin", "HEAD~1:main");
    expect(stderr).toContain("push declined due to repository rule violations");
    await git.run("work", "push", "--quiet", "origin", "HEAD~1:refs/heads/older");
  });
});

test("the protection of a branch refuses a push with its reasons", async ({ git, emulator }) => {
  await clientFor(emulator, "alice").call(putBranchProtection, {
    ...{ owner: "acme", repo: "widgets", branch: "main", enforce_admins: true, restrictions: null },
    required_status_checks: null,
    required_pull_request_reviews: { required_approving_review_count: 1 },
  });
  await git.run("", "clone", "--quiet", git.url("acme/widgets", "bob"), "work");
  await git.commit("work", { "a.txt": "a\n" });
  const { code, stderr } = await git.try("work", "push", "origin", "main");
  expect(code).toBe(1);
  expect(stderr).toContain("remote: error: GH006: Protected branch update failed for refs/heads/main.");
  expect(stderr).toContain("remote: - Changes must be made through a pull request.");
  expect(stderr).toMatch(/\[remote rejected\] main -> main \(protected branch hook declined\)/);
});

test("the default branch can't be deleted", async ({ git }) => {
  await git.run("", "clone", "--quiet", git.url("acme/widgets", "alice"), "work");
  const { stderr } = await git.try("work", "push", "origin", ":main");
  expect(stderr).toContain("[remote rejected] main (refusing to delete the current branch: refs/heads/main)");
  expect(await git.run("work", "ls-remote", "origin", "main")).toContain("refs/heads/main");
});

test("the refs of pull requests can't be pushed to", async ({ git }) => {
  await git.run("", "clone", "--quiet", git.url("acme/widgets", "alice"), "work");
  const { stderr } = await git.try("work", "push", "origin", "main:refs/pull/1/head", "main:refs/pull/9/head");
  expect(stderr.match(/\(deny updating a hidden ref\)/g)).toHaveLength(2);
});

test("the later of two pushes of different commits is refused", async ({ git }) => {
  const url = git.url("acme/widgets", "bob");
  await Promise.all(["one", "two"].map((clone) => git.run("", "clone", "--quiet", url, clone)));
  const shas = await Promise.all(["one", "two"].map((clone) => git.commit(clone, { [`${clone}.txt`]: clone })));
  const outcomes = await Promise.all(["one", "two"].map((clone) => git.try(clone, "push", "origin", "main")));
  expect(outcomes.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const refused = outcomes.find(({ code }) => code === 1)?.stderr;
  expect(refused).toMatch(/\((?:fetch first|cannot lock ref 'refs\/heads\/main': is at \w+ but expected \w+)\)/);
  const winner = shas[outcomes.findIndex(({ code }) => code === 0)];
  expect(await git.run("one", "ls-remote", "origin", "refs/heads/main")).toContain(winner);
});

test("a branch can't be a folder of another one", async ({ git }) => {
  await git.run("", "clone", "--quiet", git.url("acme/widgets", "bob"), "work");
  await git.run("work", "push", "--quiet", "origin", "main:refs/heads/deep/branch");
  const { stderr } = await git.try("work", "push", "origin", "main:refs/heads/deep", "main:refs/heads/topic/part");
  expect(stderr).toContain("cannot lock ref 'refs/heads/deep': there are refs below 'refs/heads/deep/'");
  expect(stderr).toContain("'refs/heads/topic' exists; cannot create 'refs/heads/topic/part'");
});

test("a branch can't be a tag's object, and push options are not supported", async ({ git }) => {
  await git.run("", "clone", "--quiet", git.url("acme/widgets", "bob"), "work");
  const tag = await git.run("work", "rev-parse", "refs/tags/v1.0.0");
  const options = await git.try("work", "push", "--push-option=ci.skip", "origin", "main:other");
  expect(options.stderr).toContain("the receiving end does not support push options");
  const { stderr } = await git.try("work", "push", "origin", `${tag}:refs/heads/tagged`);
  expect(stderr).toContain("trying to write non-commit object");
});
