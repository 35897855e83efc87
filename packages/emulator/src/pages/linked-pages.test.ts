import { getPullRequest, listPullRequestFiles, updateRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";
import { openBrowser } from "./browser.fixture.ts";

const test = emulatorTest({ seed: "full" });
const PULL = { owner: "acme", repo: "widgets", pull_number: 1 };

describe("pages that links of the API lead to", () => {
  test("show a commit, also as text", async ({ emulator }) => {
    const { head } = await clientFor(emulator, "alice").call(getPullRequest, PULL);
    const { see } = await openBrowser(emulator);
    const page = await see(`/acme/widgets/commit/${head.sha}`);
    expect([page.status, page.visibleText]).toEqual([200, expect.stringContaining(head.sha)]);
    const [diff, patch] = [
      await see(`/acme/widgets/commit/${head.sha}.diff`),
      await see(`/acme/widgets/commit/${head.sha.slice(0, 7)}.patch`),
    ];
    expect(diff.text).toMatch(/^diff --git /);
    expect(patch.text).toMatch(new RegExp(`^From ${head.sha} Mon Sep 17 00:00:00 2001\nFrom: `));
    expect(patch.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect((await see(`/acme/widgets/commit/${"0".repeat(40)}`)).status).toBe(404);
  });

  test("show a comparison like the pull request's", async ({ emulator }) => {
    const { see } = await openBrowser(emulator);
    const { base, head } = await clientFor(emulator).call(getPullRequest, PULL);
    const range = `${base.ref}...${head.ref}`;
    const page = await see(`/acme/widgets/compare/${range}`);
    expect(page.visibleText).toContain(`Comparing ${range}`);
    for (const format of ["diff", "patch"]) {
      const { text } = await see(`/acme/widgets/compare/${range}.${format}`);
      expect(text).toBe((await see(`/acme/widgets/pull/1.${format}`)).text);
      expect(text).not.toBe("");
    }
    expect((await see("/acme/widgets/compare/main...nothing")).status).toBe(404);
    expect((await see("/acme/widgets/compare/main")).status).toBe(404);
  });

  test("return the bytes of a file, never as a page", async ({ emulator }) => {
    const [file] = await clientFor(emulator).call(listPullRequestFiles, PULL);
    const response = await fetch(file?.raw_url ?? "");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await fetch(`${emulator.webUrl}/acme/widgets/raw/main/nothing`)).status).toBe(404);
  });

  test("show issues, milestones, runs and jobs; an issue's address leads to its pull request", async ({ emulator }) => {
    const { see } = await openBrowser(emulator);
    expect((await see("/acme/widgets/issues/2")).visibleText).toContain("#2");
    expect((await see("/acme/widgets/issues/1")).headers.get("location")).toBe("/acme/widgets/pull/1");
    expect((await see("/acme/widgets/milestone/1")).visibleText).toContain("State: open");
    expect((await see("/acme/widgets/actions/runs/2")).text).toContain('href="/acme/widgets/actions/runs/2/job/2"');
    expect((await see("/acme/widgets/actions/runs/2/job/2")).visibleText).toContain("Conclusion:");
    for (const path of ["issues/999", "milestone/9", "actions/runs/999", "actions/runs/1/job/2"]) {
      expect((await see(`/acme/widgets/${path}`)).status).toBe(404);
    }
  });

  test("show nothing of a private repository to others", async ({ emulator }) => {
    await clientFor(emulator, "alice").call(updateRepository, { owner: "acme", repo: "widgets", private: true });
    const [anonymous, alice] = [await openBrowser(emulator), await openBrowser(emulator, "alice")];
    for (const path of ["pull/1.diff", "pull/1.patch", "compare/main...main", "raw/main/README.md", "issues/2"]) {
      expect((await anonymous.see(`/acme/widgets/${path}`)).status).toBe(404);
      expect((await alice.see(`/acme/widgets/${path}`)).status).toBe(200);
    }
  });

  test("show a team to the organization's members", async ({ emulator }) => {
    const team = "/orgs/acme/teams/reviewers";
    expect((await (await openBrowser(emulator, "bob")).see(team)).visibleText).toContain("carol");
    expect((await (await openBrowser(emulator, "mallory")).see(team)).status).toBe(404);
    expect((await (await openBrowser(emulator)).see(team)).status).toBe(404);
  });

  test("lead from the address for git to the repository", async ({ emulator }) => {
    const { status, headers } = await (await openBrowser(emulator)).see("/acme/widgets.git");
    expect([status, headers.get("location")]).toEqual([302, "/acme/widgets"]);
  });
});
