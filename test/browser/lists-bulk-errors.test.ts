import { listStarredRepositories } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient } from "../service/service-client.ts";
import { applyToAll, button, pauseUnstarJob, takeScreenshots, test } from "./lists.fixture.ts";

describe("a bulk action", () => {
  test("can be cancelled, shows the reason of each failure, and can be retried", async ({
    browser,
    emulator,
    gather,
    lists,
  }) => {
    await gather("owner=parts&star=yes");
    const { faults } = emulator.control;
    faults.add({ operation: "unstarRepository", times: 1, status: 403, message: "Protected by SSO." });
    const job = await pauseUnstarJob(browser, lists);
    await button(lists, "Cancel: Unstar 21 repositories").click();
    await job.getByText("Canceled", { exact: true }).waitFor();
    await expect.poll(() => job.innerText()).toMatch(/\d+ changed · 1 failed · \d+ skipped/);

    await lists.getByRole("link", { name: "Jobs" }).click();
    await job.getByText("Show 1 failure").click();
    await job.getByText(/^GitHub denied access\. Protected by SSO\./).waitFor();
    faults.clear();
    await job.getByRole("button", { name: "Retry" }).click();
    await lists.getByRole("article", { name: "Unstar 1 repository" }).getByText("1 changed").waitFor();
    // Items that were not started keep their stars.
    const stillStarred = await createServiceClient(emulator).call(listStarredRepositories, { per_page: 100 });
    expect(stillStarred.length).toBeGreaterThan(0);
  });

  test("with a failure is reported in the popup, with a link to the job", async ({ emulator, gather, lists }) => {
    await gather("owner=parts&star=yes&q=part-2");
    emulator.control.faults.add({ operation: "unstarRepository", times: 1, status: 403, message: "Protected by SSO." });
    await applyToAll(lists, "Unstar", "Unstar 6 repositories");
    const job = lists.getByRole("article", { name: "Unstar 6 repositories" });
    await job.getByText("5 changed · 1 failed").waitFor();
    await lists.goto(new URL("popup.html", lists.url()).href);
    const problems = lists.getByRole("region", { name: "Errors in the last hour" });
    await problems.getByText("Unstar 6 repositories: 5 changed · 1 failed").waitFor();
    const [jobs] = await Promise.all([
      lists.waitForEvent("popup"),
      problems.getByRole("link", { name: "Starred and watched" }).click(),
    ]);
    await jobs.getByText("Show 1 failure").waitFor();
  });

  test("skips items that are already in that state, and counts items hidden by filters", async ({ gather, lists }) => {
    await gather("owner=parts&language=Rust");
    await lists.getByRole("checkbox", { name: /^Select all/ }).click();
    await lists.getByRole("searchbox").fill("bolt");
    await lists.getByText("(4 of them hidden by filters)").waitFor();
    await button(lists, "Star").click();
    const dialog = lists.getByRole("dialog");
    await dialog.getByText("7 are already in that state and won't change.").waitFor();
    await dialog.getByText("4 of them are currently hidden by filters.").waitFor();
    await expect.poll(() => dialog.getByRole("button", { name: "Nothing to change" }).isDisabled()).toBe(true);
    await lists.keyboard.press("Escape");
    await button(lists, "Clear").click();
    await expect.poll(() => lists.getByRole("region", { name: "Selection" }).count()).toBe(0);
  });

  test("shows a rate limit as a countdown, not as an error", async ({ emulator, gather, lists }) => {
    await gather("owner=parts&star=yes&q=part-2");
    const until = Math.floor(Date.now() / 1000) + 90;
    const message = "API rate limit exceeded for user ID 1.";
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(until), "x-ratelimit-limit": "5000" };
    emulator.control.faults.add({ operation: "unstarRepository", times: 20, status: 403, message, headers });
    await applyToAll(lists, "Unstar", "Unstar 6 repositories");
    const job = lists.getByRole("article", { name: "Unstar 6 repositories" });
    await job.locator("time.clock").waitFor();
    await expect.poll(() => job.locator("time.clock").innerText()).toMatch(/^1:[0-3]\d$/);
    await expect.poll(() => job.innerText()).toContain("Waiting");
    expect(await job.innerText()).not.toContain("failed");
    expect(await job.getByRole("alert").count()).toBe(0);
    await takeScreenshots(lists, "limit");
    await button(lists, "Cancel: Unstar 6 repositories").click();
  });
});
