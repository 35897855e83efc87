import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import * as plugin from "@semantic-release/github";
import { Octokit } from "octokit";
import { expect, onTestFinished } from "vitest";

// Runs the steps of semantic-release's plugin for GitHub against the emulator.

const widgets = { owner: "acme", repo: "widgets" };
const ASSET = "The widget, packed.\n";

/** Octokit without its pauses between writes. */
const FastOctokit = Octokit.defaults({ throttle: { enabled: false }, retry: { enabled: false } });

const test = emulatorTest({
  seed: {
    users: { alice: {}, bob: {} },
    organizations: { acme: { members: { alice: "owner", bob: "member" }, base_permission: "push" } },
    repositories: {
      "acme/widgets": {
        files: { "README.md": "# Widgets\n" },
        commits: [{ branch: "round", from: "main", message: "feat: round corners", files: { "round.md": "Round.\n" } }],
        issues: [
          { number: 1, title: "Sharp corners", author: "bob" },
          { number: 2, title: "Sharp edges", author: "bob" },
          { number: 3, title: "Something else", author: "bob" },
        ],
        pulls: [{ number: 4, title: "Round corners", body: "Closes #1", author: "bob", head: "round" }],
      },
    },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: ["repo"] },
    },
  },
});

/** Merges a pull request and commits to main, and returns the context of the release that contains both. */
async function prepareRelease({ webUrl, tokens }: Emulator, octokit: Octokit): Promise<plugin.SemanticReleaseContext> {
  const { rest } = octokit;
  const merge = await rest.pulls.merge({ ...widgets, pull_number: 4, merge_method: "squash" });
  const message = "fix: smooth the edges\n\nfixes #2";
  const content = Buffer.from("Smooth.\n").toString("base64");
  const file = await rest.repos.createOrUpdateFileContents({ ...widgets, path: "smooth.md", message, content });
  const cwd = mkdtempSync(join(tmpdir(), "forgehand-release-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, "widget.txt"), ASSET);
  const ignore = () => {};
  return {
    cwd,
    env: { GITHUB_TOKEN: tokens["alice"] ?? "" },
    options: { repositoryUrl: `${webUrl}/acme/widgets.git` },
    branch: { name: "main", type: "release", main: true },
    nextRelease: { name: "v1.0.0", version: "1.0.0", gitTag: "v1.0.0", notes: "* Round corners (#4)" },
    commits: [
      { hash: file.data.commit.sha ?? "", message },
      { hash: merge.data.sha, message: "feat: round corners (#4)" },
    ],
    releases: [],
    errors: [],
    logger: { log: ignore, warn: ignore, error: ignore },
  };
}

test.for([
  ["the API's URL", ({ apiUrl }: Emulator) => ({ githubApiUrl: apiUrl })],
  ["a self-hosted URL", ({ webUrl }: Emulator) => ({ githubUrl: webUrl, githubApiPathPrefix: "/api/v3" })],
] as const)("a release, by %s", async ([, locate], { emulator }) => {
  const octokit = new FastOctokit({ baseUrl: emulator.apiUrl, auth: emulator.tokens["alice"] });
  const { rest } = octokit;
  const context = await prepareRelease(emulator, octokit);
  const config = {
    ...locate(emulator),
    assets: [{ path: "widget.txt", name: "widget-<%= nextRelease.version %>.txt", label: "Widget" }],
  };
  const deps = { Octokit: FastOctokit };

  await plugin.verifyConditions(config, context, deps);
  await plugin.fail(config, { ...context, errors: [new Error("The registry is down.")] }, deps);
  await plugin.fail(config, { ...context, errors: [new Error("The registry is still down.")] }, deps);
  const { data: failures } = await rest.issues.listForRepo({ ...widgets, labels: "semantic-release" });
  expect(failures).toMatchObject([
    { number: 5, title: "The automated release is failing 🚨", comments: 1, user: { login: "alice" } },
  ]);

  const release = await plugin.publish(config, context, deps);
  const { data: latest } = await rest.repos.getLatestRelease(widgets);
  expect(latest).toMatchObject({
    id: release.id,
    html_url: release.url,
    tag_name: "v1.0.0",
    body: "* Round corners (#4)",
    draft: false,
  });
  const [asset] = latest.assets;
  expect(latest.assets).toMatchObject([
    { name: "widget-1.0.0.txt", label: "Widget", content_type: "text/plain", size: ASSET.length },
  ]);
  expect(await (await fetch(asset?.browser_download_url ?? "")).text()).toBe(ASSET);

  await plugin.success(config, { ...context, releases: [{ ...release, name: "GitHub release" }] }, deps);
  for (const issue_number of [1, 2, 4]) {
    const { data: issue } = await rest.issues.get({ ...widgets, issue_number });
    expect(issue).toMatchObject({ state: "closed", comments: 1, labels: [{ name: "released" }] });
    const { data: comments } = await rest.issues.listComments({ ...widgets, issue_number });
    expect(comments[0]?.body).toMatch(/(included|resolved) in version 1\.0\.0/);
    expect(comments[0]?.body).toContain(release.url);
  }
  expect((await rest.issues.get({ ...widgets, issue_number: 3 })).data).toMatchObject({ comments: 0, labels: [] });
  expect((await rest.issues.get({ ...widgets, issue_number: 5 })).data.state).toBe("closed");

  const channel = { ...context, branch: { ...context.branch, main: false } };
  await plugin.addChannel(config, channel, deps);
  const tag = { ...widgets, tag: "v1.0.0" };
  expect((await rest.repos.getReleaseByTag(tag)).data).toMatchObject({ id: release.id, prerelease: true });
  const next = { ...context.nextRelease, name: "v0.9.0", gitTag: "v0.9.0", notes: "Older" };
  await rest.git.createRef({ ...widgets, ref: "refs/tags/v0.9.0", sha: context.commits[1]?.hash ?? "" });
  await plugin.addChannel(config, { ...context, nextRelease: next }, deps);
  const { data: added } = await rest.repos.getReleaseByTag({ ...widgets, tag: "v0.9.0" });
  expect(added).toMatchObject({ name: "v0.9.0", body: "Older", prerelease: false });
});

test("a wrong token, and a repository that is missing or has another name, are rejected before a release", async ({
  emulator,
}) => {
  const octokit = new FastOctokit({ baseUrl: emulator.apiUrl, auth: emulator.tokens["alice"] });
  const context = await prepareRelease(emulator, octokit);
  const config = { githubApiUrl: emulator.apiUrl };
  const verify = (token: string, repositoryUrl: string) => {
    const failing = { ...context, env: { GITHUB_TOKEN: token }, options: { repositoryUrl } };
    return expect(plugin.verifyConditions(config, failing, { Octokit: FastOctokit })).rejects;
  };
  const { repositoryUrl } = context.options;
  const failedWith = (code: string) => ({ errors: [expect.objectContaining({ code })] });
  await verify("wrong", repositoryUrl).toMatchObject(failedWith("EINVALIDGHTOKEN"));
  const missing = repositoryUrl.replace("widgets", "nothing");
  await verify(emulator.tokens["alice"] ?? "", missing).toMatchObject(failedWith("EMISSINGREPO"));
  await octokit.rest.repos.update({ ...widgets, name: "gizmos" });
  await verify(emulator.tokens["alice"] ?? "", repositoryUrl).toMatchObject(failedWith("EMISMATCHGITHUBURL"));
});
