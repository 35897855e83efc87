import { createCommitStatus, getPullRequest } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { openBrowser } from "../browser.fixture.ts";

const test = emulatorTest({ seed: "full" });
const WIDGETS = { owner: "acme", repo: "widgets" };

test("shows the checks of a pull request by suite, and its statuses", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const { head } = await call(getPullRequest, { ...WIDGETS, pull_number: 1 });
  await call(createCommitStatus, {
    ...WIDGETS,
    sha: head.sha,
    state: "failure",
    context: "ci/paint",
    description: "Peels off",
    target_url: "https://ci.example/1",
  });
  const { see } = await openBrowser(emulator);
  const { text, visibleText } = await see("/acme/widgets/pull/1/checks");
  expect(text).toMatch(/id="checks-tab"[^>]*aria-current="page"/);
  expect(visibleText).toMatch(/Statuses .*ci\/paint Peels off ci\.example\/1 failure/);
  expect(text).toContain('href="https://ci.example/1"');
  expect(visibleText).toContain("Forgehand demo");
  const [, run = ""] = /href="(\/acme\/widgets\/runs\/\d+)">corners</.exec(text) ?? [];
  const page = await see(run);
  expect(page.visibleText).toContain("All corners are round");
  expect(page.visibleText).toContain("src/corners.ts:2 warning: Could be rounder.");
  expect((await see("/acme/widgets/runs/1")).status).toBe(404);
  expect((await see("/acme/widgets/pull/2/checks")).status).toBe(404);
});
