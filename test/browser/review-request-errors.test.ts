import { describe, expect } from "vitest";
import { holdResponses } from "./hold-responses.ts";
import { test } from "./review-request.fixture.ts";

const RATE_LIMIT_FAULT = { status: 422, message: "This was submitted too quickly.", headers: { "retry-after": "90" } };

describe("errors of review requests", () => {
  test("name users who can't be requested, and keep all of them picked", async ({ reviews }) => {
    const { page, field } = reviews;
    await reviews.open();
    await reviews.openSuggestions();
    await page.keyboard.type("zoe,mallory");
    await page.keyboard.press("Control+Enter");
    const alert = reviews.tab.alert("Review requests");
    await alert.waitFor();
    await expect
      .poll(() => alert.innerText())
      .toBe("Review requests: zoe and mallory are not collaborators on gadgets. No review was requested.");
    await expect.poll(() => reviews.chips("Selected reviewers")).toEqual(["zoe", "mallory"]);
    await expect.poll(() => field.inputValue()).toBe("");
    expect(await reviews.requestedReviewers()).toEqual([]);
    expect(await reviews.axeViolations()).toEqual([]);
  });

  test("show a rate limit as a countdown", async ({ emulator, reviews }) => {
    const { page, field } = reviews;
    await reviews.open();
    emulator.control.faults.add({ operation: "requestReviewers", ...RATE_LIMIT_FAULT });
    await field.click();
    await field.fill("carol");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => reviews.group.locator("..").locator("time").innerText()).toMatch(/^1:\d\d$/);
    await expect.poll(() => reviews.chips("Selected reviewers")).toEqual(["carol"]);
    expect(await reviews.chips("Review requests")).toEqual([]);
    expect(await reviews.requestedReviewers()).toEqual([]);
  });

  test("explain why suggestions are unavailable, and offer to retry", async ({ emulator, reviews }) => {
    const { page, field, status } = reviews;
    await reviews.open();
    await expect.poll(() => field.isEditable()).toBe(true);
    const fault = emulator.control.faults.add({
      operation: "getPullRequest",
      status: 503,
      message: "Down for a while",
    });
    await field.click();
    await expect.poll(() => status.innerText()).toContain("Suggestions are unavailable: Down for a while");
    expect(await reviews.axeViolations()).toEqual([]);
    emulator.control.faults.remove(fault);
    await reviews.group.getByRole("button", { name: "Try again" }).click();
    await reviews.options.first().waitFor();
    await expect.poll(() => field.evaluate((input) => input.matches(":focus"))).toBe(true);
    await expect.poll(() => status.innerText()).toBe("5 suggestions");
    await page.keyboard.press("Escape");
  });

  test("do not appear while suggestions are loading", async ({ browser, reviews }) => {
    await reviews.open();
    const slow = await holdResponses(browser.context, /\/collaborators/);
    await reviews.field.click();
    await expect.poll(() => reviews.status.innerText()).toBe("Loading suggestions…");
    expect(await reviews.axeViolations()).toEqual([]);
    await slow.release();
    await expect.poll(() => reviews.status.innerText()).toBe("5 suggestions");
  });

  test("name what the token can't read, next to the other suggestions", async ({ emulator, reviews }) => {
    const permissions = { metadata: "read", pull_requests: "write" };
    const token = { kind: "fine-grained", user: "alice", owner: "acme", permissions };
    await reviews.open({ as: emulator.control.createToken("narrow", token), more: { private: true } });
    await reviews.openSuggestions();
    const panel = reviews.group.locator(".rv-panel");
    await expect.poll(() => panel.innerText()).toContain("Teams can't be read with this token.");
    await expect.poll(() => panel.innerText()).toContain("Code owners can't be read with this token.");
    await expect.poll(() => reviews.options.count()).toBe(5);
  });

  test("explain that there are no suggestions", async ({ emulator, reviews }) => {
    const pulls = [{ number: 7, title: "Mine", author: "alice", head: "change" }];
    await emulator.control.seed({ repositories: { "alice/alone": { pulls } } });
    await reviews.tab.signIn("alice");
    await reviews.page.goto(`${emulator.webUrl}/alice/alone/pull/7`);
    await reviews.field.click();
    await expect.poll(() => reviews.status.innerText()).toMatch(/^No suggestions\./);
    expect(await reviews.axeViolations()).toEqual([]);
    await reviews.field.fill("zoe");
    await reviews.page.keyboard.press("Control+Enter");
    await expect
      .poll(() => reviews.tab.alert("Review requests").innerText())
      .toContain("zoe is not a collaborator on alone");
  });
});
