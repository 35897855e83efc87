import { checkStar, getSubscription } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { focusByTab } from "./focus-by-tab.ts";
import { test } from "./overlay.fixture.ts";

/** Changes the login that the extension shows on a host. */
const renameScript = (origin: string, login: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open("forgehand-state");
  opening.onerror = reject;
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("sites", "readwrite");
    const sites = transaction.objectStore("sites");
    const reading = sites.get(${JSON.stringify(origin)});
    reading.onsuccess = () =>
      sites.put({ ...reading.result, login: ${JSON.stringify(login)} }, ${JSON.stringify(origin)});
    transaction.onabort = reject;
    transaction.oncomplete = () => resolve(opening.result.close());
  };
})`;

describe("the overlay", () => {
  test("has roles and names, and no axe violations: idle, with an open menu, after a click", async ({
    tab,
    overlay,
  }) => {
    const { page } = tab;
    await tab.openAsAlice();
    expect(await overlay.axeViolations()).toEqual([]);
    await overlay.takeScreenshots("at-rest");
    await tab.button("Watch: not watching").click();
    const menu = page.getByRole("menu", { name: "Watch" });
    const items = menu.getByRole("menuitemradio");
    await expect
      .poll(() => items.evaluateAll((all) => all.map((item) => item.getAttribute("aria-label"))))
      .toEqual(["Not watching", "Watching", "Ignoring"]);
    await expect
      .poll(() => menu.getByRole("menuitemradio", { checked: true }).getAttribute("aria-label"))
      .toBe("Not watching");
    await expect.poll(() => tab.button("Watch: not watching").getAttribute("aria-expanded")).toBe("true");
    expect(await overlay.axeViolations()).toEqual([]);
    await overlay.takeScreenshots("menu");
    await page.keyboard.press("Escape");
    await tab.star(false).click();
    await tab.button("Undo").waitFor();
    expect(await overlay.axeViolations()).toEqual([]);
    await overlay.takeScreenshots("toast");
  });

  test("announces actions in a live region that already exists", async ({ tab, overlay }) => {
    await tab.openAsAlice();
    const region = tab.page.locator("forgehand-overlay").getByRole("status");
    await expect.poll(() => region.count()).toBe(1);
    await expect.poll(() => region.innerText()).toBe("");
    await tab.star(false).click();
    await expect.poll(() => region.innerText()).toContain("Starred acme/widgets.");
    await expect.poll(() => overlay.bar.locator("[aria-busy=true]").count()).toBe(0);
  });

  test("works with the keyboard alone, and restores the focus", async ({ emulator, tab }) => {
    const { page } = tab;
    const { call } = createServiceClient(emulator);
    await tab.signIn("alice");
    await tab.openRepository();
    await focusByTab(tab.star(false));
    await page.keyboard.press("Space");
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
    await tab.star(true).waitFor();
    await expect.poll(() => tab.star(true).evaluate((button) => button.matches(":focus-visible"))).toBe(true);
    await focusByTab(tab.button("Undo"));
    await page.keyboard.press("Enter");
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(false);
    await expect.poll(() => tab.button("Star").evaluate((button) => button.matches(":focus"))).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitemradio", { name: "Not watching", exact: true }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Space");
    await expect.poll(() => call(getSubscription, WIDGETS)).toMatchObject({ ignored: true });
    await expect.poll(() => tab.button("Watch: ignoring").evaluate((button) => button.matches(":focus"))).toBe(true);
  });

  test("runs each control by shortcut, whichever element has the focus", async ({ emulator, tab, overlay }) => {
    const { page } = tab;
    const { call } = createServiceClient(emulator);
    await tab.openAsAlice();
    await tab.waitForShortcuts();
    await page.getByRole("link", { name: /^Pull requests/ }).focus();
    await page.keyboard.press("Alt+Shift+S");
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
    await expect.poll(() => overlay.toast.innerText()).toContain("Starred acme/widgets.");
    await page.keyboard.press("Alt+Shift+W");
    await page.getByRole("menuitemradio", { name: "Not watching", exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => call(getSubscription, WIDGETS)).toMatchObject({ subscribed: true });
    await tab.openPullRequest();
    await page.getByRole("combobox", { name: "Add reviewers" }).waitFor();
    await tab.waitForShortcuts();
    await page.keyboard.press("Alt+Shift+R");
    await expect
      .poll(() => page.getByRole("combobox", { name: "Add reviewers" }).evaluate((field) => field.matches(":focus")))
      .toBe(true);
  });

  test("ignores shortcuts while the user types, and disabled or changed ones", async ({ emulator, tab, overlay }) => {
    const { page } = tab;
    await tab.signIn("alice");
    await overlay.saveSettings({ shortcuts: { star: "Ctrl+Alt+K", watch: "", "review-request": "" } });
    await tab.openRepository();
    await tab.star(false).waitFor();
    await tab.waitForShortcuts();
    await page.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", '<p contenteditable>here</p><div id="deep"></div>');
      document.querySelector("#deep")?.attachShadow({ mode: "open" }).append(document.createElement("textarea"));
    });
    for (const field of ["input[type=search]", "[contenteditable]", "#deep textarea"]) {
      await page.locator(field).focus();
      await page.keyboard.press("Control+Alt+K");
    }
    await page.locator("a").first().focus();
    for (const key of ["Alt+Shift+S", "Alt+Shift+W", "k", "Shift+Control+Alt+K"]) await page.keyboard.press(key);
    expect(await page.getByRole("menu").count()).toBe(0);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await tab.star(false).waitFor();
    expect(emulator.control.calls().some(({ method }) => method === "PUT")).toBe(false);
    await page.keyboard.press("Control+Alt+K");
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
  });

  test("uses the user's language, for errors too", async ({ emulator, tab, overlay }) => {
    await tab.signIn("alice");
    for (const [language, star, watch, problem] of [
      ["de", "Mit Stern versehen", "Beobachten: nicht beobachtet", "GitHub hat das Token abgelehnt"],
      ["ja", "スターを付ける", "ウォッチ: なし", "GitHub がトークンを拒否しました"],
    ] as const) {
      await overlay.saveSettings({ language });
      await tab.openRepository();
      await tab.button(star).waitFor();
      await tab.button(watch).waitFor();
      await expect.poll(() => overlay.bar.getAttribute("lang")).toBe(language);
      emulator.control.faults.add({ operation: "starRepository", status: 401, times: 1 });
      await tab.button(star).click();
      await expect.poll(async () => (await tab.page.getByRole("alert").allInnerTexts()).join()).toContain(problem);
      await overlay.takeScreenshots(`language-${language}`);
    }
  });

  test("supports themes, forced colors and long names", async ({ tab, overlay }) => {
    const { page } = tab;
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).click();
    await tab.star(true).waitFor();
    const backgroundColor = () => overlay.bar.evaluate((bar) => getComputedStyle(bar).backgroundColor);
    const light = await backgroundColor();
    await overlay.saveSettings({ theme: "dark" });
    await expect.poll(backgroundColor).not.toBe(light);
    await page.emulateMedia({ forcedColors: "active" });
    await overlay.takeScreenshots("forced-colours");
    const star = tab.star(true).locator("svg");
    expect(await star.evaluate((svg) => getComputedStyle(svg).fill)).not.toBe("none");
    await page.emulateMedia({ forcedColors: "none" });
    const name = "a-login-of-thirty-nine-characters-or-so1";
    await overlay.withExtensionPage((own) => own.evaluate(renameScript(new URL(page.url()).origin, name)));
    await page.reload();
    await expect.poll(() => overlay.bar.innerText()).toContain(name);
    await overlay.takeScreenshots("long-name");
    const accountLabel = await overlay.bar.locator(".who").boundingBox();
    expect(accountLabel?.width).toBeLessThanOrEqual(170);
    await expect.poll(() => overlay.bar.locator(".who").getAttribute("title")).toContain(name);
  });
});
