import { listRequestedReviewers } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, PULL } from "../service/service-client.ts";
import { test } from "./review-request.fixture.ts";

describe("the review-request control", () => {
  test("requests users and teams, and withdraws them", async ({ emulator, tab }) => {
    const requested = async () => {
      const { users, teams } = await createServiceClient(emulator).call(listRequestedReviewers, PULL);
      return [...users.map(({ login }) => login), ...teams.map(({ slug }) => slug)];
    };
    await tab.signIn("alice");
    await tab.openPullRequest();
    const group = tab.page.getByRole("group", { name: "Review requests" });
    const field = group.getByRole("combobox", { name: "Add reviewers" });
    // Not where the button for removing carol will be: a second press within half a second there, on something else,
    // needs a confirmation.
    await field.click({ position: { x: 8, y: 8 } });
    await field.fill("@carol, acme/reviewers");
    await tab.page.keyboard.press("Control+Enter");
    await expect.poll(requested).toEqual(["carol", "reviewers"]);
    const busy = tab.page.locator(".rv-control[aria-busy=true]");
    await expect.poll(() => busy.count()).toBe(0);
    await tab.button("Remove carol").click();
    await expect.poll(requested).toEqual(["reviewers"]);
    await expect.poll(() => busy.count()).toBe(0);
    await tab.button("Remove acme/reviewers").click();
    await expect.poll(requested).toEqual([]);
  });

  test("suggests eligible collaborators and teams, with the reason", async ({ tab }) => {
    await tab.signIn("alice");
    await tab.openPullRequest();
    await tab.page.getByRole("combobox", { name: "Add reviewers" }).click();
    const list = tab.page.getByRole("listbox", { name: "Suggested reviewers" });
    // Without bob, the author of the pull request.
    await expect
      .poll(() => list.getByRole("option").allInnerTexts())
      .toEqual([
        expect.stringMatching(/^acme\/reviewers Reviewers\s+team with access$/),
        expect.stringMatching(/^alice\s+collaborator$/),
        expect.stringMatching(/^carol\s+collaborator$/),
      ]);
  });

  test("reports a user who is not a collaborator, and requests no one", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.openPullRequest();
    await tab.page.getByRole("combobox", { name: "Add reviewers" }).fill("carol mallory");
    await tab.button("Request review").click();
    await expect
      .poll(() => tab.alert("Review requests").innerText())
      .toContain("mallory is not a collaborator on widgets");
    const picked = tab.page.getByRole("list", { name: "Selected reviewers" }).getByRole("listitem");
    await expect.poll(() => picked.allInnerTexts()).toEqual(["carol", "mallory"]);
    expect((await createServiceClient(emulator).call(listRequestedReviewers, PULL)).users).toEqual([]);
    expect(await tab.button("Remove carol").count()).toBe(0);
  });

  test("rejects another organization's team", async ({ tab }) => {
    await tab.signIn("alice");
    await tab.openPullRequest();
    await tab.page.getByRole("combobox", { name: "Add reviewers" }).fill("elsewhere/team");
    await tab.button("Request review").click();
    await expect.poll(() => tab.alert("Review requests").innerText()).toContain("elsewhere/team can't be requested");
  });

  test("ranks suggestions, and shows the reason", async ({ reviews }) => {
    await reviews.open();
    await reviews.openSuggestions();
    await expect
      .poll(() => reviews.options.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^dora\s+code owner of 2 of 5 changed files · reviewed 1 recent pull request$/),
        expect.stringMatching(/^carol\s+code owner of 1 of 5 changed files · reviewed 2 recent pull requests$/),
        expect.stringMatching(
          /^acme\/reviewers Reviewers\s+code owner of 1 of 5 changed files · requested on 1 recent pull request$/,
        ),
        expect.stringMatching(/^eve\s+already reviewed this pull request · collaborator$/),
        expect.stringMatching(/^alice\s+requested on 1 recent pull request · collaborator$/),
      ]);
    expect(await reviews.axeViolations()).toEqual([]);
    await reviews.options.first().click();
    await reviews.options.filter({ hasText: "carol" }).click();
    await reviews.tab.button("Deselect dora").click();
    await reviews.tab.button("Request review").click();
    await expect.poll(() => reviews.requestedReviewers()).toEqual(["carol"]);
    expect(await reviews.axeViolations()).toEqual([]);
  });

  test("requests a new review of a previous reviewer, and undoes it", async ({ reviews }) => {
    await reviews.open();
    await expect.poll(() => reviews.chips("Reviewed by")).toEqual(["eve"]);
    await reviews.tab.button("Re-request review from eve").click();
    await expect.poll(() => reviews.requestedReviewers()).toEqual(["eve"]);
    await reviews.tab.button("Remove eve").waitFor();
    await reviews.undo.click();
    await expect.poll(() => reviews.requestedReviewers()).toEqual([]);
    await expect.poll(() => reviews.chips("Reviewed by")).toEqual(["eve"]);
  });

  test("withdraws a request, and undo restores it", async ({ reviews }) => {
    const requested = { users: ["carol", "dora"], teams: ["reviewers"] };
    await reviews.open({ more: { pulls: [{ number: 7, title: "Change", author: "bob", head: "change", requested }] } });
    await reviews.tab.button("Remove carol").click();
    await expect.poll(() => reviews.requestedReviewers()).toEqual(["dora", "reviewers"]);
    await expect.poll(() => reviews.field.evaluate((input) => input.matches(":focus"))).toBe(true);
    await reviews.undo.click();
    await expect.poll(() => reviews.requestedReviewers()).toEqual(["dora", "carol", "reviewers"]);
    // Once the request is withdrawn, carol is suggested.
    await reviews.tab.button("Remove carol").click();
    await expect.poll(() => reviews.requestedReviewers()).toEqual(["dora", "reviewers"]);
    await reviews.openSuggestions();
    await expect.poll(() => reviews.options.locator("strong").allInnerTexts()).toContain("carol");
  });

  test("synchronizes with other tabs, and keeps each tab's picked reviewers", async ({ browser, reviews }) => {
    await reviews.open();
    await reviews.openSuggestions();
    await reviews.page.keyboard.type("zoe,dora,");
    const other = await browser.context.newPage();
    await other.goto(reviews.url);
    const otherField = other.getByRole("combobox", { name: "Add reviewers" });
    await otherField.click();
    await otherField.fill("carol dora");
    await other.keyboard.press("Control+Enter");
    await expect.poll(() => reviews.requestedReviewers()).toEqual(["carol", "dora"]);
    await expect.poll(() => reviews.chips("Review requests")).toEqual(["carol", "dora"]);
    // Reviewers who were requested in the meantime are no longer picked.
    await expect.poll(() => reviews.chips("Selected reviewers")).toEqual(["zoe"]);
  });
});
