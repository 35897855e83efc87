import { describe, expect } from "vitest";
import { seedGadgets } from "../../extension/worker/reviewers/gadgets.fixture.ts";
import { pickSize } from "../test-size.ts";
import { test } from "./review-request.fixture.ts";

describe("the list of suggested reviewers", () => {
  test("is limited to 300 collaborators, but any of thousands can be requested by name", async ({
    emulator,
    reviews,
  }) => {
    const count = pickSize(1_000, 10_000);
    const logins = Array.from({ length: count }, (_, index) => `person-${10_000 + index}`);
    const last = `person-${9_999 + count}`;
    await emulator.control.seed({ users: Object.fromEntries(logins.map((login) => [login, {}])) });
    await reviews.open({ more: { collaborators: Object.fromEntries(logins.map((login) => [login, "push"])) } });
    emulator.control.clearCalls();
    await reviews.openSuggestions();
    expect(emulator.control.calls().filter(({ operation }) => operation === "listCollaborators")).toHaveLength(3);
    await expect.poll(() => reviews.options.count()).toBe(40);
    const panel = reviews.group.locator(".rv-panel");
    await expect.poll(() => panel.innerText()).toMatch(/\d+ more: type to narrow the list/);
    await expect.poll(() => panel.innerText()).toContain("Collaborators: only the first 300 were checked.");
    await reviews.field.fill("person-1020");
    await expect.poll(() => reviews.options.count()).toBe(10);
    await reviews.field.fill(last);
    await reviews.page.keyboard.press("Control+Enter");
    await expect.poll(() => reviews.requestedReviewers()).toEqual([last]);
  });

  test("supports right-to-left text, narrow windows and high contrast", async ({ reviews }) => {
    const { page } = reviews;
    await reviews.open();
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    await page.setViewportSize({ width: 400, height: 600 });
    await page.emulateMedia({ forcedColors: "active", colorScheme: "dark", reducedMotion: "reduce" });
    await reviews.openSuggestions();
    const box = await reviews.group.locator(".rv-panel").boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(400);
    const [field, request] = [
      await reviews.field.boundingBox(),
      await reviews.tab.button("Request review").boundingBox(),
    ];
    expect(field?.x).toBeGreaterThan(request?.x ?? 400);
    expect(await reviews.axeViolations()).toEqual([]);
    await page.emulateMedia({ forcedColors: "none", colorScheme: "light", reducedMotion: "no-preference" });
    expect(await reviews.axeViolations()).toEqual([]);
  });
});

test("a row of the pull-request list can request reviews", async ({ emulator, reviews }) => {
  const { page, tab } = reviews;
  await seedGadgets(emulator);
  await tab.signIn("alice");
  await page.goto(`${emulator.webUrl}/acme/gadgets/pulls`);
  const row = page.getByRole("group", { name: "Forgehand: acme/gadgets#7", exact: true });
  await row.getByRole("button").first().click();
  await reviews.field.click();
  await reviews.field.fill("car");
  await reviews.options.filter({ hasText: "carol" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => reviews.requestedReviewers()).toEqual(["carol"]);
  await page.getByRole("status").filter({ hasText: "Requested a review of acme/gadgets#7 from carol." }).waitFor();
  await reviews.undo.click();
  await expect.poll(() => reviews.requestedReviewers()).toEqual([]);
});
