import { createCommitComment, getPullRequest, listCommits } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { openBrowser } from "../browser.fixture.ts";

const test = emulatorTest({ seed: "full" });
const WIDGETS = { owner: "acme", repo: "widgets" };

/** Returns the commits that a page links to, each once. */
const commitsIn = (text: string) => [
  ...new Set([...text.matchAll(/href="\/acme\/widgets\/commit\/([0-9a-f]{40})"/g)].map(([, sha]) => sha)),
];

test("lists the commits of a branch, and of a path, as the API does", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const { see } = await openBrowser(emulator);
  for (const [address, filter] of [
    ["", {}],
    ["/main", {}],
    ["/round-corners", { sha: "round-corners" }],
    ["/round-corners/src", { sha: "round-corners", path: "src" }],
  ] as const) {
    const expected = (await call(listCommits, { ...WIDGETS, ...filter })).map(({ sha }) => sha);
    expect(expected.length).toBeGreaterThan(0);
    expect([address, commitsIn((await see(`/acme/widgets/commits${address}`)).text)]).toEqual([address, expected]);
  }
  expect((await see("/acme/widgets/commits/no-such-branch")).status).toBe(404);
  expect((await see("/acme/widgets")).text).toContain('href="/acme/widgets/commits/main"');
});

test("has pages of commits", async ({ emulator }) => {
  const commits = Array.from({ length: 34 }, (_, index) => ({
    message: `Commit ${index}`,
    author: "alice",
    files: { "a.txt": `${index}` },
  }));
  await emulator.control.seed({ repositories: { "alice/many": { commits } } });
  const { see } = await openBrowser(emulator);
  const [first, second] = [await see("/alice/many/commits/main"), await see("/alice/many/commits/main?page=2")];
  expect(first.visibleText).toContain("Commit 33");
  expect(first.visibleText).not.toContain("Commit 3 ");
  expect(second.visibleText).toContain("Commit 3 ");
});

test("shows a commit with its author, parents, changes by hunks, and comments", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const { head } = await call(getPullRequest, { ...WIDGETS, pull_number: 1 });
  const { id } = await call(createCommitComment, { ...WIDGETS, commit_sha: head.sha, body: "Really **round**." });
  const { text, visibleText } = await (await openBrowser(emulator)).see(`/acme/widgets/commit/${head.sha}`);
  expect(visibleText).toMatch(/\d+ changed files? \+\d+ −\d+/);
  expect(visibleText).toContain("1 parent");
  expect(text).toMatch(/<span class="hunk">@@ /);
  expect(text).toMatch(/<span class="added">\+/);
  expect(text).toContain(`id="commitcomment-${id}"`);
  expect(text).toContain("<strong>round</strong>");
});
