import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { focusByTab } from "./focus-by-tab.ts";
import { test } from "./review-request.fixture.ts";

/** Presses keys one after the other, without the frames that the browser draws between a user's. */
async function pressAtOnce(page: Page, keys: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const events = keys.flatMap((name) => {
    // 2 stands for the Control key.
    const [key, modifiers] = name === "Control+Enter" ? ["Enter", 2] : [name, 0];
    const text = key.length === 1 ? key : "";
    const windowsVirtualKeyCode = (text ? key.toUpperCase() : "\r").charCodeAt(0);
    const event = { key, modifiers, windowsVirtualKeyCode };
    return [
      { ...event, ...(text && { text }), type: text ? "keyDown" : "rawKeyDown" } as const,
      { ...event, type: "keyUp" } as const,
    ];
  });
  await Promise.all(events.map((event) => session.send("Input.dispatchKeyEvent", event)));
  await session.detach();
}

describe("requesting reviews with the keyboard alone", () => {
  test("arrows move, Enter picks, Ctrl+Enter requests all in one call, and undo withdraws", async ({ reviews }) => {
    const { page, field, options } = reviews;
    await reviews.open();
    await reviews.waitUntilKnown();
    await focusByTab(field);
    // Suggestions are only loaded when the list is opened.
    expect(await options.count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await options.nth(4).waitFor();
    await expect.poll(() => field.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("ArrowDown");
    const marked = async () => {
      const id = await field.getAttribute("aria-activedescendant");
      return id && page.locator(`#${id}[aria-selected=true] strong`).innerText();
    };
    await expect.poll(() => marked()).toBe("dora");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => marked()).toBe("alice");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => reviews.chips("Selected reviewers")).toEqual(["dora"]);
    await expect.poll(() => reviews.status.innerText()).toBe("dora selected. 4 suggestions");
    await page.keyboard.type("revi");
    await expect.poll(() => marked()).toBe("acme/reviewers");
    await page.keyboard.press("Enter");
    await expect.poll(() => reviews.chips("Selected reviewers")).toEqual(["dora", "acme/reviewers"]);
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => reviews.requestedReviewers()).toEqual(["dora", "reviewers"]);
    expect(reviews.requestBodies()).toEqual([{ reviewers: ["dora"], team_reviewers: ["reviewers"] }]);
    await expect.poll(() => reviews.chips("Review requests")).toEqual(["dora", "acme/reviewers"]);
    await expect.poll(() => field.evaluate((input) => input.matches(":focus"))).toBe(true);
    const status = page.getByRole("status").filter({ hasText: "from dora" });
    await expect
      .poll(() => status.innerText())
      .toContain("Requested a review of acme/gadgets#7 from dora and acme/reviewers.");
    await focusByTab(reviews.undo);
    await page.keyboard.press("Enter");
    await expect.poll(() => reviews.requestedReviewers()).toEqual([]);
    await expect.poll(() => reviews.chips("Review requests")).toEqual([]);
  });

  test("Enter picks names that are typed in full, too, and Ctrl+Enter sends them with the last one", async ({
    reviews,
  }) => {
    const { page, field } = reviews;
    await reviews.open();
    await reviews.waitUntilKnown();
    await focusByTab(field);
    await page.keyboard.type("zoe");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect.poll(() => reviews.chips("Selected reviewers")).toEqual(["zoe"]);
    expect(reviews.requestBodies()).toEqual([]);
    await page.keyboard.press("Backspace");
    // Typing goes on while the request is sent.
    await page.keyboard.type("carol");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.type("dave");
    await expect.poll(() => field.inputValue()).toBe("dave");
    await expect.poll(() => reviews.requestedReviewers()).toEqual(["carol"]);
    await expect.poll(() => field.inputValue()).toBe("dave");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("do");
    await page.keyboard.press("Enter");
    await page.keyboard.type("@alice; carol acme/REVIEWERS");
    await expect.poll(() => reviews.group.locator("..").getAttribute("aria-busy")).toBe("false");
    await page.keyboard.press("Meta+Enter");
    await expect.poll(() => reviews.requestedReviewers()).toEqual(["carol", "dora", "alice", "reviewers"]);
    // Reviewers who are already requested are not requested again.
    expect(reviews.requestBodies().at(-1)).toEqual({ reviewers: ["dora", "alice"], team_reviewers: ["REVIEWERS"] });
  });

  test.for([
    // The chip moves the field to where the list was in the last frame.
    ["after a pick that moves the field", 720, "revi", ["Enter", "Control+Enter"], ["dora", "reviewers"]],
    // The list opens again before the browser reports whether the field is visible.
    ["if further typing opens the list again", 720, "carol", ["Control+Enter", ..."dave"], ["carol", "dora"]],
    ["if the list is above the field", 520, "carol", ["Control+Enter", ..."dave"], ["carol", "dora"]],
  ] as const)("Ctrl+Enter sends at once %s", async ([, height, typed, keys, requested], { reviews }) => {
    const { page, field, options } = reviews;
    await page.setViewportSize({ width: 1200, height });
    await reviews.open();
    await reviews.waitUntilKnown();
    await focusByTab(field);
    await page.keyboard.type("dora");
    await expect.poll(() => options.allInnerTexts()).toEqual([expect.stringContaining("dora")]);
    await page.keyboard.press("Enter");
    await expect.poll(() => reviews.chips("Selected reviewers")).toEqual(["dora"]);
    await page.keyboard.type(typed);
    await expect.poll(() => options.count()).toBe(1);
    const isAbove = async () => ((await options.boundingBox())?.y ?? 0) < ((await field.boundingBox())?.y ?? 0);
    await expect.poll(isAbove).toBe(height < 720);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await pressAtOnce(page, keys);
    await expect.poll(async () => (await reviews.requestedReviewers()).sort()).toEqual(requested);
  });

  test("a comma ends a name, Backspace removes the last one, Escape closes the list, then clears the field", async ({
    reviews,
  }) => {
    const { page, field } = reviews;
    await reviews.open();
    await reviews.openSuggestions();
    await page.keyboard.type("zoe,carol,al");
    await expect.poll(() => reviews.chips("Selected reviewers")).toEqual(["zoe", "carol"]);
    await expect.poll(() => field.inputValue()).toBe("al");
    await page.keyboard.press("Escape");
    await expect.poll(() => field.getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => field.inputValue()).toBe("al");
    await page.keyboard.press("Escape");
    await expect.poll(() => field.inputValue()).toBe("");
    await page.keyboard.press("Backspace");
    await expect.poll(() => reviews.chips("Selected reviewers")).toEqual(["zoe"]);
    await expect.poll(() => reviews.status.innerText()).toContain("carol deselected.");
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(() => field.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => field.getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => reviews.chips("Selected reviewers")).toEqual([]);
    expect(reviews.requestBodies()).toEqual([]);
  });

  test("pasting a list picks all of its names", async ({ browser, reviews }) => {
    const { page, field } = reviews;
    await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await reviews.open();
    await page.evaluate(() => navigator.clipboard.writeText("@carol, dora\nacme/reviewers\tCarol"));
    await field.click();
    await page.keyboard.press("Control+v");
    await expect.poll(() => reviews.chips("Selected reviewers")).toEqual(["carol", "dora", "acme/reviewers"]);
    await page.evaluate(() => navigator.clipboard.writeText("zoe"));
    await page.keyboard.press("Control+v");
    await expect.poll(() => field.inputValue()).toBe("zoe");
  });

  test("keys don't trigger the page's own shortcuts", async ({ reviews }) => {
    const { page, field } = reviews;
    await reviews.open();
    await page.evaluate(() => {
      document.addEventListener("keydown", ({ key }) => document.body.setAttribute("data-heard", key));
    });
    await field.click();
    await page.keyboard.type("s");
    await page.keyboard.press("ArrowDown");
    expect(await page.locator("body").getAttribute("data-heard")).toBeNull();
    // Once nothing is left to close, Escape reaches the page.
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("body").getAttribute("data-heard")).toBe("Escape");
  });
});
