import { describe, expect } from "vitest";
import { COLOR_RULES } from "./axe-rules.ts";
import { axeViolations, names, takeScreenshots, test } from "./lists.fixture.ts";
import { findOverflow } from "./overflow.ts";

describe("the lists page", () => {
  test("has no axe violations in any view, in light and dark mode", async ({ gather, lists }) => {
    await gather();
    await lists.getByRole("checkbox", { name: "Select parts/part-2", exact: true }).click();
    for (const colorScheme of ["light", "dark"] as const) {
      await lists.emulateMedia({ colorScheme });
      // The other rules give the same result in both color schemes.
      const rules = colorScheme === "dark" ? COLOR_RULES : undefined;
      for (const view of ["Chart", "Jobs", "Import and export", "Repositories"]) {
        await lists.getByRole("link", { name: view }).click();
        expect(await axeViolations(lists, rules)).toEqual([]);
      }
      await lists.getByRole("button", { name: "Watch parts/part-2: Watching" }).click();
      expect(await axeViolations(lists, rules)).toEqual([]);
      await lists.keyboard.press("Escape");
    }
  });

  test("fits into 360 pixels, also with text twice as large", async ({ gather, lists }) => {
    await gather();
    await lists.setViewportSize({ width: 360, height: 640 });
    for (const view of ["Chart", "Jobs", "Import and export", "Repositories"]) {
      await lists.getByRole("link", { name: view }).click();
      expect(await findOverflow(lists)).toEqual([]);
    }
    await lists.getByRole("button", { name: "Filters" }).click();
    await lists.getByRole("button", { name: /^Rust/ }).click();
    expect(await axeViolations(lists)).toEqual([]);
    await takeScreenshots(lists, "narrow-filters");
    await lists.getByRole("button", { name: "Show 7 matches" }).click();
    await expect.poll(async () => (await names(lists)).length).toBe(7);
    await lists.getByLabel("Sort by").selectOption("Stars");
    await expect.poll(() => new URL(lists.url()).searchParams.get("sort")).toBe("stars");
    // 1200 pixels at 200 % zoom.
    await lists.setViewportSize({ width: 600, height: 360 });
    expect(await findOverflow(lists)).toEqual([]);
    await lists.setViewportSize({ width: 1200, height: 720 });
    await lists.evaluate(() => document.documentElement.style.setProperty("font-size", "28px"));
    expect(await findOverflow(lists)).toEqual([]);
    await takeScreenshots(lists, "large-letters");
  });
});
