import { createServer } from "node:http";
import { checkStar, starRepository } from "@forgehand/core/operations";
import { describe, expect, onTestFinished } from "vitest";
import overlayWords from "../../extension/locales/de/overlay.json" with { type: "json" };
import reviewersWords from "../../extension/locales/de/reviewers.json" with { type: "json" };
import { askService, WIDGETS } from "../service/ask.ts";
import { test } from "./session.ts";

describe("in Firefox", () => {
  test("an update gives an open tab its own overlay, and one alone", async ({ emulator, firefox, tab }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    await tab.page.evaluate(() => document.querySelector("forgehand-overlay")?.setAttribute("data-older", ""));
    await firefox.install();
    await tab.page.waitForFunction(() => document.querySelector("forgehand-overlay:not([data-older])"));
    // Whoever hears of the update last draws it anew.
    await tab.click("button", "Star");
    await expect.poll(() => askService(emulator).call(checkStar, WIDGETS)).toBe(true);
    expect(await tab.page.$$eval("forgehand-overlay", (all) => all.length)).toBe(1);
  });

  test("two tabs of one page agree", async ({ firefox, tab }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    const other = await firefox.browser.newPage();
    await other.goto(tab.page.url());
    await tab.page.bringToFront();
    await tab.click("button", "Star");
    await other.waitForFunction(() => {
      const root = document.querySelector("forgehand-overlay")?.shadowRoot;
      return root?.querySelector("button[aria-pressed=true]");
    });
  });

  test("a page that comes out of the back/forward cache has its overlay, and looks again", async ({
    emulator,
    tab,
  }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    await tab.page.evaluate(() =>
      addEventListener("pageshow", ({ persisted }) => document.documentElement.classList.toggle("kept", persisted)),
    );
    await tab.open("/acme/widgets/pull/1");
    await tab.find("combobox", "Add reviewers");
    await askService(emulator).call(starRepository, WIDGETS);
    // Nothing is loaded, so that Firefox never says that it went back.
    tab.page.goBack().catch(() => {});
    await tab.page.waitForSelector("html.kept");
    await tab.find("button", "Unstar");
    expect(await tab.page.$$eval("forgehand-overlay", (all) => all.length)).toBe(1);
  });

  test("a host whose permission is taken back is left alone, until it is given again", async ({ tab, own }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    const origins = JSON.stringify({ origins: ["http://127.0.0.1/*"] });
    expect(await own.run(`return browser.permissions.contains(${origins})`)).toBe(true);
    expect(await own.run(`return browser.permissions.remove(${origins})`)).toBe(true);
    await tab.open("/acme/widgets");
    await tab.page.waitForNetworkIdle();
    expect(await tab.page.$$eval("forgehand-overlay", (all) => all.length)).toBe(0);
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
  });

  test("a forge that can't be reached leaves what it did unknown, and says so", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    const star = await tab.find("button", "Star");
    await emulator.stop();
    await star.click();
    const alert = await tab.find("alert", /^Star:/);
    expect(await alert.evaluate((element) => element.textContent)).toContain("can't be reached");
    await tab.find("button", "Try again", alert);
    expect(await star.evaluate((element) => element.getAttribute("aria-pressed"))).toBeNull();
  });

  test("another language than the browser's own is spoken at once, by what is loaded later too", async ({
    tab,
    own,
  }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    const german = await own.changeSettings(`settings.language = "de"`);
    await tab.find("button", overlayWords.star);
    await tab.open("/acme/widgets/pull/1");
    await tab.find("combobox", reviewersWords.addReviewers);
    await german.undo();
    await tab.find("combobox", "Add reviewers");
  });

  test("a page whose policy allows it no style and no script has its overlay all the same", async ({
    emulator,
    tab,
    own,
  }) => {
    await tab.signIn("alice");
    const policy = "default-src 'none'; require-trusted-types-for 'script'";
    const strict = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy });
      response.end("<!doctype html><title>Strict</title><h1>Strict</h1>");
    });
    await new Promise<void>((resolve) => strict.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void strict.close());
    const address = strict.address();
    const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const account = { origin, apiUrl: emulator.apiUrl, dialect: "github", token: emulator.tokens["alice"] };
    await own.run(`await browser.runtime.sendMessage(${JSON.stringify({ type: "save-account", ...account })})`);
    await tab.page.bringToFront();
    await tab.page.goto(`${origin}/acme/widgets`);
    const star = await tab.find("button", "Star");
    const position = await tab.page.$eval("forgehand-overlay", (overlay) => getComputedStyle(overlay).position);
    expect(position).toBe("fixed");
    await star.click();
    await expect.poll(() => askService(emulator).call(checkStar, WIDGETS)).toBe(true);
  });
});
