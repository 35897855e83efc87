import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { pickSize } from "../test-size.ts";
import { COLOR_RULES } from "./axe-rules.ts";
import { axeViolations } from "./lists.fixture.ts";
import { findOverflow } from "./overflow.ts";
import { test } from "./session.ts";

const SECTIONS = ["accounts", "controls", "shortcuts", "look", "security", "backup", "privacy"];

async function open(page: Page, url: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(url);
  await page.getByRole("heading", { level: 2 }).first().waitFor();
}

/** Opens a section of the current options page. */
async function openSection(page: Page, section: string): Promise<void> {
  await page.locator(`nav a[href="#${section}"]`).click();
  await page.locator(`nav a[href="#${section}"][aria-current]`).waitFor();
}

describe("the options", () => {
  test("have no axe violations in light and dark mode, with everything expanded", async ({
    browser,
    emulator,
    tab,
  }) => {
    await tab.signInOnOptions("bob");
    await tab.signInOnOptions("alice");
    const { page } = tab;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // The other rules give the same result in both color schemes.
      const rules = colorScheme === "dark" ? COLOR_RULES : undefined;
      await open(page, browser.optionsUrl);
      for (const section of SECTIONS) {
        await openSection(page, section);
        if (section === "accounts") {
          const host = page.getByRole("region", { name: emulator.webUrl });
          await host.getByRole("button", { name: "Test connection of bob" }).click();
          await page.getByRole("region", { name: "Permissions of bob's token" }).waitFor();
          await host.getByRole("button", { name: "Remove alice" }).click();
          await page.locator("details").evaluateAll((all) => {
            for (const details of all) details.setAttribute("open", "");
          });
        }
        expect(await axeViolations(page, rules), `${section}, ${colorScheme}`).toEqual([]);
      }
    }
  });

  test("fit into 360 pixels, and a small screen at 200 % zoom, in every language", async ({ browser, tab }) => {
    await tab.signInOnOptions("bob");
    const { page } = tab;
    // A 720-pixel window at 200 % zoom is as wide as 360 pixels.
    await page.setViewportSize({ width: 360, height: 640 });
    await open(page, browser.optionsUrl);
    for (const language of ["de", "ja", "en", "fr"].slice(0, pickSize(2, 4))) {
      await openSection(page, "look");
      await page.getByRole("combobox").selectOption(language);
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
      for (const section of SECTIONS) {
        await openSection(page, section);
        expect(await findOverflow(page), `${section}, ${language}`).toEqual([]);
      }
    }
  });

  test("keep outlines in forced colors, and mirror their layout for right-to-left text", async ({
    browser,
    tab: { page },
  }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await open(page, `${browser.optionsUrl}#controls`);
    const outline = await page.locator("nav a[aria-current]").evaluate((link) => getComputedStyle(link).outlineStyle);
    expect(outline).toBe("solid");
    await page.emulateMedia({ forcedColors: "none" });
    await page.evaluate(() => {
      document.documentElement.dir = "rtl";
    });
    const [nav, main] = await Promise.all([page.locator("nav").boundingBox(), page.locator("main").boundingBox()]);
    expect(nav?.x).toBeGreaterThan(main?.x ?? Number.NaN);
    expect(await findOverflow(page)).toEqual([]);
  });

  test("add, test and remove an account with the keyboard alone", async ({ browser, emulator, tab }) => {
    const { page } = tab;
    const { keyboard } = page;
    await open(page, `${browser.optionsUrl}#accounts`);
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return (
          activeElement?.getAttribute("aria-label") ??
          activeElement?.getAttribute("name") ??
          activeElement?.textContent ??
          ""
        );
      });
    const tabTo = async (name: string) => {
      for (let presses = 0; (await focused()) !== name; presses++) {
        if (presses > 200) throw new Error(`The Tab key does not reach ${name}.`);
        await keyboard.press("Tab");
      }
    };
    await tabTo("host");
    await keyboard.type(emulator.webUrl);
    await tabTo("token");
    await keyboard.type(emulator.tokens["bob"] ?? "");
    await keyboard.press("Enter");
    await expect.poll(() => page.getByRole("status").innerText()).toContain("is now using bob");
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator("nav a").first().focus();
    await tabTo(`Test connection of bob on ${emulator.webUrl}`);
    await keyboard.press("Enter");
    await page.getByRole("region", { name: "Permissions of bob's token" }).waitFor();
    await tabTo(`Remove bob on ${emulator.webUrl}`);
    await keyboard.press("Enter");
    // The harmless button is focused; Escape cancels.
    await expect.poll(focused).toBe("Cancel");
    await keyboard.press("Escape");
    await expect.poll(focused).toBe(`Remove bob on ${emulator.webUrl}`);
    await keyboard.press("Enter");
    await expect.poll(focused).toBe("Cancel");
    await keyboard.press("Shift+Tab");
    await keyboard.press("Space");
    await expect.poll(() => page.getByRole("status").innerText()).toContain("were removed");
  });
});

test("the welcome page has no axe violations and fits into a narrow window", async ({ browser, tab: { page } }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page, browser.optionsUrl.replace("options", "welcome"));
    expect(await axeViolations(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await findOverflow(page)).toEqual([]);
});
