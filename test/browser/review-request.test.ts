import { listRequestedReviewers } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { askService, PULL } from "../service/ask.ts";
import { test } from "./session.ts";

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

  test("suggests collaborators who can be asked", async ({ tab }) => {
    await tab.signIn("alice");
    await tab.openPullRequest();
    await tab.button("Request").waitFor();
    const suggestions = tab.page.locator("forgehand-overlay option");
    // Not bob, whose pull request it is.
    await expect
      .poll(() => suggestions.evaluateAll((all) => all.map((one) => one.getAttribute("value"))))
      .toEqual(["alice", "carol"]);
  });

  test("says in words that somebody is no collaborator, and asks nobody", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.openPullRequest();
    await tab.page.getByRole("combobox", { name: "Add reviewers" }).fill("carol mallory");
    await tab.button("Request").click();
    await expect
      .poll(() => tab.alert("Review requests").innerText())
      .toContain("mallory is not a collaborator of widgets");
    expect(await tab.page.getByRole("combobox").inputValue()).toBe("carol mallory");
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
});
