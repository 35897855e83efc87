import { describe, expect } from "vitest";
import type { Emulator } from "../public.ts";
import { gitTest as test } from "./git.fixture.ts";

const NOT_GRANTED = "Write access to repository not granted.";
const NOT_FOUND = "Repository not found.";
const WRONG = "Invalid username or token. Password authentication is not supported for Git operations.";
const DENIED_TO_ALICE = "Permission to acme/widgets.git denied to alice.";

/**
 * Requests the refs of a repository as git does.
 * @param password a token or its name; undefined for no credentials
 * @returns the status and, unless it is 200, the text
 */
async function requestRefs(
  { webUrl, tokens }: Emulator,
  repository: string,
  password: string | undefined,
  service = "git-upload-pack",
) {
  const basic = btoa(`git:${tokens[password ?? ""] ?? password}`);
  const init = password === undefined ? {} : { headers: { authorization: `Basic ${basic}` } };
  const response = await fetch(`${webUrl}/${repository}.git/info/refs?service=${service}`, init);
  const text = await response.text();
  return response.status === 200 ? [200] : [response.status, text.trim()];
}

test.for([
  ["acme/widgets", undefined, 200],
  ["acme/widgets", "mallory", 200],
  ["acme/widgets", "unscoped", 200],
  ["acme/widgets", "blind", 200],
  ["acme/widgets", "ghp_wrong", 401, WRONG],
  ["acme/old", undefined, 200],
  ["acme/gears", "alice", 200],
  ["acme/gears", "reader", 200],
  ["acme/gears", "installation", 200],
  ["acme/gears", undefined, 401, NOT_FOUND],
  ["acme/gears", "ghp_wrong", 401, WRONG],
  ["acme/gears", "mallory", 404, NOT_FOUND],
  ["acme/gears", "bob", 404, NOT_FOUND],
  ["acme/gears", "public", 404, NOT_FOUND],
  ["acme/gears", "blind", 403, NOT_GRANTED],
  ["acme/nothing", undefined, 401, NOT_FOUND],
  ["acme/nothing", "alice", 404, NOT_FOUND],
] as const)("reading %s with the token %s gets %i", async ([repository, token, ...expected], { emulator }) => {
  expect(await requestRefs(emulator, repository, token)).toEqual(expected);
});

test.for([
  ["acme/widgets", "alice", 200],
  ["acme/widgets", "bob", 200],
  ["acme/widgets", "writer", 200],
  ["acme/widgets", "public", 200],
  ["acme/widgets", "installation", 200],
  ["acme/widgets", undefined, 401, "No anonymous write access."],
  ["acme/widgets", "ghp_wrong", 401, WRONG],
  ["acme/widgets", "mallory", 403, "Permission to acme/widgets.git denied to mallory."],
  ["acme/widgets", "unscoped", 403, DENIED_TO_ALICE],
  ["acme/widgets", "reader", 403, DENIED_TO_ALICE],
  ["acme/old", "alice", 403, "This repository was archived so it is read-only."],
  ["acme/gears", "mallory", 404, NOT_FOUND],
] as const)("pushing to %s with the token %s gets %i", async ([repository, token, ...expected], { emulator }) => {
  expect(await requestRefs(emulator, repository, token, "git-receive-pack")).toEqual(expected);
});

test("git is asked for credentials, and prints why it is refused", async ({ git, emulator }) => {
  const response = await fetch(`${emulator.webUrl}/acme/gears.git/info/refs?service=git-upload-pack`);
  expect(response.headers.get("www-authenticate")).toBe('Basic realm="GitHub"');
  expect((await git.try("", "ls-remote", git.url("acme/gears"))).stderr).toContain("could not read Username");
  const refused = await git.try("", "ls-remote", git.url("acme/gears", "mallory"));
  expect([refused.code, refused.stderr]).toEqual([128, expect.stringContaining(`remote: ${NOT_FOUND}`)]);
  await git.run("", "clone", "--quiet", git.url("acme/widgets", "reader"), "work");
  expect((await git.try("work", "push", "origin", "HEAD:new")).stderr).toContain(`remote: ${DENIED_TO_ALICE}`);
});

test("the token can be the user name", async ({ git, emulator }) => {
  const token = emulator.tokens["alice"] ?? "";
  for (const credentials of [`${token}:`, `${token}:x-oauth-basic`, `anyone:${token}`]) {
    expect(await git.run("", "ls-remote", git.url("acme/gears", credentials))).toContain("refs/heads/main");
  }
});

test("a token that is revoked can't be used", async ({ emulator }) => {
  emulator.control.revokeToken(emulator.tokens["alice"] ?? "");
  expect(await requestRefs(emulator, "acme/widgets", "alice")).toEqual([401, WRONG]);
});

describe("workflow files", () => {
  const PATH = ".github/workflows/ci.yml";

  test("are refused from tokens without access to them", async ({ git }) => {
    await git.run("", "clone", "--quiet", git.url("acme/widgets"), "work");
    await git.commit("work", { [PATH]: "on: push\n" });
    for (const [token, reason] of [
      [
        "bob",
        "a Personal Access Token to create or update workflow `.github/workflows/ci.yml` without `workflow` scope",
      ],
      [
        "writer",
        "a Personal Access Token to create or update workflow `.github/workflows/ci.yml` without `workflow` scope",
      ],
      ["oauth", "an OAuth App to create or update workflow `.github/workflows/ci.yml` without `workflow` scope"],
      [
        "installation",
        "a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission",
      ],
    ] as const) {
      const { stderr } = await git.try("work", "push", git.url("acme/widgets", token), "main");
      expect(stderr).toContain(`(refusing to allow ${reason})`);
    }
  });

  test("are accepted with the scope, and then on other branches without it", async ({ git }) => {
    await git.run("", "clone", "--quiet", git.url("acme/widgets", "alice"), "work");
    await git.commit("work", { [PATH]: "on: push\n" });
    await git.run("work", "push", "--quiet", "origin", "main");
    await git.run("work", "push", "--quiet", git.url("acme/widgets", "bob"), "HEAD:copy");
    await git.commit("work", { [PATH]: "on: pull_request\n" });
    expect((await git.try("work", "push", git.url("acme/widgets", "bob"), "HEAD:copy")).code).toBe(1);
  });
});
