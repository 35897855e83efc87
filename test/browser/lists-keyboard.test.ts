import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { names, row, test } from "./lists.fixture.ts";

/** The accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);

describe("the lists", () => {
  test("work with the keyboard alone", async ({ gather, lists }) => {
    await gather("owner=parts&watch=watching");
    await row(lists, "parts/part-2").waitFor();
    await lists.getByRole("columnheader", { name: "Watch" }).getByRole("button").focus();
    const { keyboard } = lists;
    await keyboard.press("Tab");
    await expect.poll(() => focused(lists)).toBe("parts/part-2");
    await keyboard.press("ArrowDown");
    await expect.poll(() => focused(lists)).toBe("parts/part-3");
    await keyboard.press("End");
    await expect.poll(() => focused(lists)).toBe("Watch parts/part-3: Watching");
    await keyboard.press("Enter");
    await expect.poll(() => focused(lists)).toBe("Watching");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await expect.poll(() => focused(lists)).toBe("Watch parts/part-3: Ignoring");
    await keyboard.press("Home");
    await keyboard.press("Space");
    await expect.poll(() => row(lists, "parts/part-3").getAttribute("aria-selected")).toBe("true");
    await keyboard.press("Shift+ArrowDown");
    await keyboard.press("Shift+ArrowDown");
    await lists.getByText("3 selected").waitFor();
    await keyboard.press("Control+a");
    await lists.getByText(/^1[34] selected$/).waitFor();
    await keyboard.press("Control+End");
    await expect.poll(() => focused(lists)).toMatch(/^Watch parts\/part-18|^Watch parts\/part-16/);
    // A single Tab moves out of all rows.
    await keyboard.press("Tab");
    await expect.poll(() => focused(lists)).toMatch(/^Clear|^Select all/);
  });

  test("select ranges with the mouse, and clear the selection", async ({ gather, lists }) => {
    await gather("owner=parts&watch=watching");
    const box = (number: number) => lists.getByRole("checkbox", { name: `Select parts/part-${number}`, exact: true });
    await box(3).click();
    await box(7).click({ modifiers: ["Shift"] });
    await lists.getByText("5 selected").waitFor();
    await box(5).click();
    await box(7).click({ modifiers: ["Shift"] });
    await lists.getByText("2 selected").waitFor();
    for (const [number, isChecked] of [
      [3, true],
      [4, true],
      [5, false],
      [7, false],
    ] as const) {
      await expect.poll(() => box(number).isChecked()).toBe(isChecked);
    }
    await lists.getByRole("button", { name: "Select all 14 matches" }).click();
    await lists.getByText("14 selected").waitFor();
    expect(await lists.getByRole("button", { name: /^Select all/ }).count()).toBe(0);
  });

  test("show watched repositories as a chart whose parts link to their lists", async ({ gather, lists }) => {
    await gather("view=chart");
    const part = lists.getByRole("link", { name: "parts, in the last month: 9" });
    await part.waitFor();
    await lists.getByRole("link", { name: "parts", exact: true }).focus();
    await lists.keyboard.press("Tab");
    await expect.poll(() => focused(lists)).toBe("parts, in the last month: 9");
    await lists.keyboard.press("ArrowRight");
    await expect.poll(() => focused(lists)).toBe("parts, more than 2 years ago: 1");
    await lists.keyboard.press("Enter");
    await expect.poll(async () => (await names(lists)).length).toBe(1);
    await expect.poll(() => new URL(lists.url()).searchParams.get("activity")).toBe("longer");
    await lists.goBack();
    await lists.getByRole("button", { name: "Show as table" }).click();
    await expect
      .poll(() => lists.getByRole("row", { name: /^parts/ }).innerText())
      .toMatch(/^parts\s+9\s+0\s+0\s+0\s+1\s+4\s+14$/);
    await lists.getByRole("button", { name: "Starred" }).click();
    await lists.getByRole("heading", { name: "Starred repositories" }).waitFor();
  });
});
