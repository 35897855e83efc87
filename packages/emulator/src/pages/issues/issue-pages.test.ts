import { createIssueComment, getIssue, listIssueComments, updateIssue } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { openBrowser } from "../browser.fixture.ts";

const test = emulatorTest({ seed: "full" });
const ISSUE = { owner: "acme", repo: "widgets", issue_number: 3 };

describe("the list of issues", () => {
  test.for([
    [undefined, [2, 3]],
    ["is:issue is:closed", [4, 5]],
    ["", [2, 3, 4, 5]],
    ["is:issue", [2, 3, 4, 5]],
    ["is:open is:closed", []],
    ["-is:open", [4, 5]],
    ['is:open label:"good first issue"', [3]],
    ["author:carol", [2, 4]],
    ["scratch", [2]],
    ["is:pr", []],
    ["repo:acme/gears", []],
  ] as const)("has those of the query %j", async ([q, numbers], { emulator }) => {
    const { see } = await openBrowser(emulator);
    const { text } = await see(`/acme/widgets/issues${q === undefined ? "" : `?q=${encodeURIComponent(q)}`}`);
    const shown = [...text.matchAll(/id="issue_(\d+)"/g)].map(([, number]) => Number(number));
    expect(shown.toSorted((a, b) => a - b)).toEqual(numbers);
    expect(text).toMatch(/2\s+Open/);
    expect(text).toMatch(/2\s+Closed/);
  });

  test("has pages, links of labels and a tab with the count", async ({ emulator }) => {
    const issues = Array.from({ length: 40 }, (_, index) => ({
      number: index + 1,
      title: `Issue ${index + 1}`,
      author: "alice",
    }));
    await emulator.control.seed({ repositories: { "alice/many": { issues } } });
    const { see } = await openBrowser(emulator);
    const [first, second] = [await see("/alice/many/issues"), await see("/alice/many/issues?page=2")];
    expect([first, second].map(({ text }) => text.match(/id="issue_\d+"/g)?.length)).toEqual([30, 10]);
    expect(first.text).toContain('href="/alice/many/issues?page=2"');
    expect(first.text).toMatch(/id="issues-tab"[\s\S]*?title="40"/);
    const label = encodeURIComponent('is:issue is:open label:"bug"');
    expect((await see("/acme/widgets/issues")).text).toContain(`href="/acme/widgets/issues?q=${label}"`);
  });

  test("leads to the pull requests where issues are disabled, and has no tab", async ({ emulator }) => {
    await emulator.control.seed({ repositories: { "alice/quiet": { settings: { has_issues: false } } } });
    const { see } = await openBrowser(emulator);
    expect((await see("/alice/quiet/issues")).headers.get("location")).toBe("/alice/quiet/pulls");
    expect((await see("/alice/quiet")).text).not.toContain('id="issues-tab"');
  });
});

describe("an issue", () => {
  test("shows its body, people, labels, comments with anchors, and events", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await call(updateIssue, { ...ISSUE, title: "Widgets in colours", state: "closed", state_reason: "not_planned" });
    const { id } = await call(createIssueComment, { ...ISSUE, body: "**Done**" });
    const { see } = await openBrowser(emulator);
    const [two, three] = [await see("/acme/widgets/issues/2"), await see("/acme/widgets/issues/3")];
    expect(three.text).toContain(`id="issuecomment-${id}"`);
    expect(three.text).toContain("<strong>Done</strong>");
    expect(three.visibleText).toContain("Closed as not planned");
    expect(three.visibleText).toMatch(/closed this as not planned/);
    expect(three.visibleText).toMatch(/changed the title from Widgets in other colours to Widgets in colours/);
    expect(two.text).toContain('href="/acme/widgets/milestone/1"');
    for (const part of [
      "The corners are sharp.",
      "They can.",
      "added the bug label",
      "assigned bob",
      "added this to the Version 1 milestone",
    ]) {
      expect(two.visibleText).toContain(part);
    }
  });

  test("leads to where it was transferred, for those who see that", async ({ emulator }) => {
    const [anonymous, bob] = [await openBrowser(emulator), await openBrowser(emulator, "bob")];
    expect((await bob.see("/acme/widgets/issues/6")).headers.get("location")).toBe("/acme/gears/issues/1");
    expect((await anonymous.see("/acme/widgets/issues/6")).status).toBe(404);
    expect((await bob.see("/acme/widgets/issues/7")).status).toBe(404);
  });
});

describe("the form below an issue", () => {
  test("comments, closes and reopens as the signed-in user", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const bob = await openBrowser(emulator, "bob");
    const path = "/acme/widgets/issues/3";
    expect((await bob.see(path)).text).toContain('value="close"');
    const sent = await bob.post(path, { body: "Rounded.", do: "close" });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, path]);
    const comments = await call(listIssueComments, ISSUE);
    expect(comments.at(-1)).toMatchObject({ body: "Rounded.", user: { login: "bob" } });
    expect(await call(getIssue, ISSUE)).toMatchObject({ state: "closed", closed_by: { login: "bob" } });
    await bob.post(path, { body: " ", do: "reopen" });
    expect(await call(getIssue, ISSUE)).toMatchObject({ state: "open", comments: comments.length });
  });

  test("leads back to a pull request, which it closes, too", async ({ emulator }) => {
    const bob = await openBrowser(emulator, "bob");
    expect((await bob.post("/acme/widgets/issues/1", { do: "close" })).headers.get("location")).toBe(
      "/acme/widgets/pull/1",
    );
    expect((await bob.see("/acme/widgets/pull/1")).text).toContain("State--closed");
    // A merged pull request stays closed.
    expect((await bob.post("/acme/widgets/issues/9", { do: "reopen" })).status).toBe(403);
  });

  test("refuses what the user can't do", async ({ emulator }) => {
    const dora = await openBrowser(emulator, "dora");
    const [path, locked] = ["/acme/widgets/issues/2", "/acme/widgets/issues/5"];
    expect((await dora.see(path)).text).toContain("<textarea");
    expect((await dora.see(path)).text).not.toContain('value="close"');
    expect((await dora.see(locked)).text).not.toContain("<textarea");
    expect((await dora.post(locked, { body: "Hi", do: "comment" })).status).toBe(403);
    expect((await dora.post(path, { body: "Hi", do: "close" })).status).toBe(403);
    const bob = await openBrowser(emulator, "bob");
    expect((await bob.post(path, { body: "x".repeat(65_537), do: "comment" })).status).toBe(422);
    expect((await bob.post(path, { do: "close" }, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await (await openBrowser(emulator)).post(path, { do: "close" })).status).toBe(403);
    expect((await dora.post("/acme/gears/issues/1", { do: "close" })).status).toBe(404);
    expect((await bob.post("/acme/widgets/issues/999", { do: "close" })).status).toBe(404);
    // A form is applied as a whole, or not at all.
    const { call } = clientFor(emulator, "alice");
    expect(await call(getIssue, { ...ISSUE, issue_number: 2 })).toMatchObject({ state: "open", comments: 2 });
  });
});
