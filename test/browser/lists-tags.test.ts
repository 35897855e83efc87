import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { axeViolations, button, names, row, takeScreenshots, test } from "./lists.fixture.ts";
import { findOverflow } from "./overflow.ts";

const dialog = (page: Page) => page.getByRole("dialog");

async function addTag(page: Page, tag: string): Promise<void> {
  await dialog(page).getByLabel("New tag").fill(tag);
  await page.keyboard.press("Enter");
}

/** Visible buttons that are too low for a finger. */
function findSmallButtons(): string[] {
  return [...document.querySelectorAll("button, .choice")]
    .filter((button) => button.checkVisibility() && button.getBoundingClientRect().height < 40)
    .map((button) => button.outerHTML);
}

/** Number of requests that left the extension. */
async function countRequests(page: Page, task: () => Promise<void>): Promise<number> {
  let count = 0;
  const onRequest = (request: { url(): string }) => {
    if (/^https?:/.test(request.url())) count++;
  };
  page.context().on("request", onRequest);
  await task();
  page.context().off("request", onRequest);
  return count;
}

describe("tags and notes", () => {
  test("are added by keyboard, found by search and filter, and shown in all tabs", async ({
    browser,
    gather,
    lists,
  }) => {
    await gather("owner=parts&language=Rust");
    const other = await browser.context.newPage();
    await other.goto(lists.url());
    await row(other, "parts/part-6").waitFor();
    await lists.bringToFront();
    const requests = await countRequests(lists, async () => {
      await row(lists, "parts/part-6").getByRole("link").focus();
      for (let step = 0; step < 4; step++) await lists.keyboard.press("ArrowRight");
      await lists.keyboard.press("Enter");
      await dialog(lists).getByRole("heading", { name: "Tags and note: parts/part-6" }).waitFor();
      await addTag(lists, "a,b");
      await addTag(lists, "  try   later ");
      await addTag(lists, "TRY later");
      await addTag(lists, "cli");
      await dialog(lists).getByLabel("Note").fill("Recommended by Dora");
      expect(await axeViolations(lists)).toEqual([]);
      await takeScreenshots(lists, "annotation");
      await button(lists, "Save").click();
      await dialog(lists).waitFor({ state: "detached" });
    });
    expect(requests).toBe(0);
    const tags = (page: Page) => row(page, "parts/part-6").locator(".row-tag").allInnerTexts();
    await expect.poll(() => tags(lists)).toEqual(["a,b", "try later", "cli"].slice(1));
    await expect.poll(() => tags(other)).toEqual(["try later", "cli"]);
    await other.close();
    // The focus is back in the grid.
    await expect
      .poll(() => lists.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Edit tags and note of parts/part-6");

    for (const search of ["dora recommended", "tag:later"]) {
      await lists.getByRole("searchbox").fill(search);
      await expect.poll(() => names(lists)).toEqual(["parts/part-6"]);
    }
    await lists.getByRole("searchbox").fill("");
    await lists.getByRole("button", { name: /^cli/ }).click();
    await expect.poll(() => names(lists)).toEqual(["parts/part-6"]);
    await expect.poll(() => new URL(lists.url()).searchParams.get("tag")).toBe("cli");
    await takeScreenshots(lists, "tag-filter");
  });

  test("and saved filters are exported and imported, and changed in bulk with undo", async ({ gather, lists }) => {
    await gather("owner=parts&language=Rust&sort=stars");
    await button(lists, "Save these filters…").click();
    await dialog(lists).getByLabel("Name").fill("Rusty parts");
    await button(lists, "Save").click();
    const saved = lists.getByRole("navigation", { name: "Saved filters" });
    await saved.getByRole("link", { name: "Rusty parts" }).waitFor();

    await lists.getByRole("checkbox", { name: "Select all 7 matches" }).click();
    await button(lists, "Tag…").click();
    await addTag(lists, "rust");
    await lists.getByText("Added the tag rust: 7 repositories").waitFor();
    await dialog(lists).getByRole("button", { name: "Remove tag: rust" }).waitFor();
    expect(await axeViolations(lists)).toEqual([]);
    await takeScreenshots(lists, "tag-selection");
    await button(lists, "Close").click();
    await expect.poll(() => lists.locator(".row-tag").count()).toBe(7);

    await lists.getByRole("link", { name: "Import and export" }).click();
    const files: string[] = [];
    for (const format of ["Save as JSON", "Save as CSV"]) {
      const download = lists.waitForEvent("download");
      await lists.getByRole("button", { name: format }).click();
      files.push(readFileSync(await (await download).path(), "utf8"));
    }
    await lists.getByRole("link", { name: /^Repositories/ }).click();
    await lists.getByRole("checkbox", { name: "Select all 7 matches" }).waitFor();
    await button(lists, "Tag…").click();
    await dialog(lists).getByRole("button", { name: "Remove tag: rust" }).click();
    await expect.poll(() => lists.locator(".row-tag").count()).toBe(0);
    await button(lists, "Close").click();
    await lists.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => lists.locator(".row-tag").count()).toBe(7);
    await button(lists, "Tag…").click();
    await dialog(lists).getByRole("button", { name: "Remove tag: rust" }).click();
    await button(lists, "Close").click();
    await saved.getByRole("button", { name: "Delete: Rusty parts" }).click();
    await expect.poll(() => saved.getByRole("link").count()).toBe(0);

    await lists.getByRole("link", { name: "Import and export" }).click();
    const [json = "", csv = ""] = files;
    expect(csv).toContain('"rust"');
    await lists
      .locator("input[type=file]")
      .setInputFiles({ name: "lists.json", mimeType: "application/json", buffer: Buffer.from(json) });
    await lists.getByText("Tags or notes of 7 repositories").waitFor();
    await lists.getByText("1 saved filter", { exact: true }).waitFor();
    await button(lists, "Import tags, notes and filters").click();
    await lists.getByText("Imported tags, notes and filters").waitFor();
    await lists.getByRole("link", { name: /^Repositories/ }).click();
    await expect.poll(() => lists.locator(".row-tag").count()).toBe(7);
    await saved.getByRole("button", { name: "Rename: Rusty parts" }).click();
    await dialog(lists).getByLabel("Name").fill("Rust only");
    await lists.keyboard.press("Enter");
    await button(lists, "Clear filters").click();
    await saved.getByRole("link", { name: "Rust only" }).click();
    await expect.poll(() => new URL(lists.url()).searchParams.get("language")).toBe("Rust");
    await expect.poll(() => new URL(lists.url()).searchParams.get("sort")).toBe("stars");

    // A phone.
    await lists.setViewportSize({ width: 360, height: 640 });
    const session = await lists.context().newCDPSession(lists);
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await expect.poll(() => lists.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
    expect(await lists.evaluate(findSmallButtons)).toEqual([]);
    expect(await findOverflow(lists)).toEqual([]);
    await takeScreenshots(lists, "narrow-tags");
    await button(lists, /^Filters/).click();
    await takeScreenshots(lists, "narrow-saved-filters");
    await saved.getByRole("button", { name: "Rename: Rust only" }).click();
    await dialog(lists).getByLabel("Name").waitFor();
    expect(await findOverflow(lists)).toEqual([]);
    await takeScreenshots(lists, "narrow-rename");
    await session.detach();
  });
});
