import { listRequestedReviewers } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { askService, PULL } from "../service/ask.ts";
import { test } from "./review-request.fixture.ts";

describe("the review-request control", () => {
  test("requests users and teams, and withdraws them", async ({ emulator, tab }) => {
    const requested = async () => {
      const { users, teams } = await askService(emulator).call(listRequestedReviewers, PULL);
      return [...users.map(({ login }) => login), ...teams.map(({ slug }) => slug)];
    };
    await tab.signIn("alice");
    await tab.openPullRequest();
    const group = tab.page.getByRole("group", { name: "Review requests" });
    await group.getByRole("combobox", { name: "Add reviewers" }).fill("@carol, acme/reviewers");
    await tab.page.keyboard.press("Enter");
    await expect.poll(requested).toEqual(["carol", "reviewers"]);
    await tab.button("Remove carol").click();
    await expect.poll(requested).toEqual(["reviewers"]);
    await tab.button("Remove acme/reviewers").click();
    await expect.poll(requested).toEqual([]);
  });

  test("suggests collaborators and teams who can be asked, with the reason", async ({ tab }) => {
    await tab.signIn("alice");
    await tab.openPullRequest();
    await tab.page.getByRole("combobox", { name: "Add reviewers" }).click();
    const list = tab.page.getByRole("listbox", { name: "Suggested reviewers" });
    // Not bob, whose pull request it is.
    await expect
      .poll(() => list.getByRole("option").allInnerTexts())
      .toEqual([
        expect.stringMatching(/^acme\/reviewers Reviewers\s+team of the repository$/),
        expect.stringMatching(/^alice\s+collaborator$/),
        expect.stringMatching(/^carol\s+collaborator$/),
      ]);
  });

  test("says in words that somebody is no collaborator, and asks nobody", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.openPullRequest();
    await tab.page.getByRole("combobox", { name: "Add reviewers" }).fill("carol mallory");
    await tab.button("Request").click();
    await expect
      .poll(() => tab.alert("Review requests").innerText())
      .toContain("mallory is not a collaborator of widgets");
    await expect.poll(() => tab.page.getByRole("combobox").inputValue()).toBe("carol mallory");
    expect((await askService(emulator).call(listRequestedReviewers, PULL)).users).toEqual([]);
    expect(await tab.button("Remove carol").count()).toBe(0);
  });

  test("knows that another organization's team can't be asked", async ({ tab }) => {
    await tab.signIn("alice");
    await tab.openPullRequest();
    await tab.page.getByRole("combobox", { name: "Add reviewers" }).fill("elsewhere/team");
    await tab.button("Request").click();
    await expect.poll(() => tab.alert("Review requests").innerText()).toContain("elsewhere/team is no team of acme");
  });

  test("ranks who is suggested, and tells why", async ({ reviews }) => {
    await reviews.open();
    await reviews.suggest();
    await expect
      .poll(() => reviews.options.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^dora\s+owns 2 of 5 changed files · reviewed 1 recent pull request$/),
        expect.stringMatching(/^carol\s+owns 1 of 5 changed files · reviewed 2 recent pull requests$/),
        expect.stringMatching(
          /^acme\/reviewers Reviewers\s+owns 1 of 5 changed files · asked on 1 recent pull request$/,
        ),
        expect.stringMatching(/^eve\s+reviewed this before · collaborator$/),
        expect.stringMatching(/^alice\s+asked on 1 recent pull request · collaborator$/),
      ]);
    expect(await reviews.faults()).toEqual([]);
    await reviews.options.first().click();
    await reviews.options.filter({ hasText: "carol" }).click();
    await reviews.tab.button("Don't ask dora").click();
    await reviews.tab.button("Request").click();
    await expect.poll(() => reviews.requested()).toEqual(["carol"]);
    expect(await reviews.faults()).toEqual([]);
  });

  test("asks again who reviewed already, and takes that back", async ({ reviews }) => {
    await reviews.open();
    await expect.poll(() => reviews.chips("reviewed")).toEqual(["eve"]);
    await reviews.tab.button("Re-request review from eve").click();
    await expect.poll(() => reviews.requested()).toEqual(["eve"]);
    await reviews.tab.button("Remove eve").waitFor();
    await reviews.undo.click();
    await expect.poll(() => reviews.requested()).toEqual([]);
    await expect.poll(() => reviews.chips("reviewed")).toEqual(["eve"]);
  });

  test("withdraws a request, and undo asks again", async ({ reviews }) => {
    const requested = { users: ["carol", "dora"], teams: ["reviewers"] };
    await reviews.open({ more: { pulls: [{ number: 7, title: "Change", author: "bob", head: "change", requested }] } });
    await reviews.tab.button("Remove carol").click();
    await expect.poll(() => reviews.requested()).toEqual(["dora", "reviewers"]);
    await expect.poll(() => reviews.field.evaluate((input) => input.matches(":focus"))).toBe(true);
    await reviews.undo.click();
    await expect.poll(() => reviews.requested()).toEqual(["dora", "carol", "reviewers"]);
    // She can be asked for again, and so is suggested once she no longer is.
    await reviews.tab.button("Remove carol").click();
    await expect.poll(() => reviews.requested()).toEqual(["dora", "reviewers"]);
    await reviews.suggest();
    await expect.poll(() => reviews.options.locator("strong").allInnerTexts()).toContain("carol");
  });

  test("agrees with other tabs, and keeps what is picked in each", async ({ browser, reviews }) => {
    await reviews.open();
    await reviews.suggest();
    await reviews.page.keyboard.type("zoe,dora,");
    const other = await browser.context.newPage();
    await other.goto(reviews.address);
    await other.getByRole("combobox", { name: "Add reviewers" }).fill("carol dora");
    await other.keyboard.press("Enter");
    await expect.poll(() => reviews.requested()).toEqual(["carol", "dora"]);
    await expect.poll(() => reviews.chips("Review requests")).toEqual(["carol", "dora"]);
    // Who is asked by now need not be asked any more.
    await expect.poll(() => reviews.chips("To be asked")).toEqual(["zoe"]);
  });
});
