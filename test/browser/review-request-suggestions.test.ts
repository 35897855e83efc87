import { describe, expect } from "vitest";
import { plantGadgets } from "../../extension/worker/reviewers/gadgets.fixture.ts";
import { test } from "./review-request.fixture.ts";

describe("the list of suggested reviewers", () => {
  test("finds anybody among ten thousand collaborators whom it knows, and asks the others by name", async ({
    emulator,
    reviews,
  }) => {
    const logins = Array.from({ length: 10_000 }, (_, index) => `person-${10_000 + index}`);
    await emulator.control.seed({ users: Object.fromEntries(logins.map((login) => [login, {}])) });
    await reviews.open({ more: { collaborators: Object.fromEntries(logins.map((login) => [login, "push"])) } });
    emulator.control.clearCalls();
    await reviews.suggest();
    expect(emulator.control.calls().filter(({ operation }) => operation === "listCollaborators")).toHaveLength(3);
    expect(await reviews.options.count()).toBe(40);
    const panel = reviews.group.locator(".rv-panel");
    expect(await panel.innerText()).toMatch(/\d+ more: type to narrow them down/);
    expect(await panel.innerText()).toContain("Collaborators: only the first 300 were looked at.");
    await reviews.field.fill("person-1020");
    await expect.poll(() => reviews.options.count()).toBe(10);
    await reviews.field.fill("person-19999");
    await reviews.page.keyboard.press("Enter");
    await expect.poll(() => reviews.requested()).toEqual(["person-19999"]);
  });

  test("reads from right to left, fits into a narrow window, and bears high contrast", async ({ reviews }) => {
    const { page } = reviews;
    await reviews.open();
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    await page.setViewportSize({ width: 400, height: 600 });
    await page.emulateMedia({ forcedColors: "active", colorScheme: "dark", reducedMotion: "reduce" });
    await reviews.suggest();
    const box = await reviews.group.locator(".rv-panel").boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(400);
    const [field, request] = [await reviews.field.boundingBox(), await reviews.tab.button("Request").boundingBox()];
    expect(field?.x).toBeGreaterThan(request?.x ?? 400);
    expect(await reviews.faults()).toEqual([]);
    await page.emulateMedia({ forcedColors: "none", colorScheme: "light", reducedMotion: "no-preference" });
    expect(await reviews.faults()).toEqual([]);
  });
});

test("reviews are requested from a row of the list of pull requests, without opening it", async ({
  emulator,
  reviews,
}) => {
  const { page, tab } = reviews;
  await plantGadgets(emulator);
  await tab.signIn("alice");
  await page.goto(`${emulator.webUrl}/acme/gadgets/pulls`);
  const row = page.getByRole("group", { name: "Forgehand: acme/gadgets#7", exact: true });
  await row.getByRole("button").first().click();
  await reviews.field.fill("car");
  await reviews.options.filter({ hasText: "carol" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => reviews.requested()).toEqual(["carol"]);
  await page.getByRole("status").filter({ hasText: "Asked carol to review acme/gadgets#7." }).waitFor();
  await reviews.undo.click();
  await expect.poll(() => reviews.requested()).toEqual([]);
});
