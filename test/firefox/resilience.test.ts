import { createServer } from "node:http";
import { checkStar, starRepository } from "@forgehand/core/operations";
import { describe, expect, onTestFinished } from "vitest";
import overlayMessages from "../../extension/locales/de/overlay.json" with { type: "json" };
import reviewersMessages from "../../extension/locales/de/reviewers.json" with { type: "json" };
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { test } from "./session.ts";

describe("in Firefox", () => {
  test("an update replaces the overlay of an open tab", async ({ emulator, firefox, tab }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    await tab.page.evaluate(() => document.querySelector("forgehand-overlay")?.setAttribute("data-older", ""));
    await firefox.install();
    await tab.page.waitForFunction(() => document.querySelector("forgehand-overlay:not([data-older])"));
    // The last script to be notified of the update renders the overlay.
    await tab.click("button", "Star");
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
    expect(await tab.page.$$eval("forgehand-overlay", (all) => all.length)).toBe(1);
  });

  test("two tabs of the same page stay in sync", async ({ firefox, tab }) => {
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

  test("a page from the back/forward cache has its overlay and refreshes", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    await tab.page.evaluate(() =>
      addEventListener("pageshow", ({ persisted }) => document.documentElement.classList.toggle("kept", persisted)),
    );
    await tab.open("/acme/widgets/pull/1");
    await tab.find("combobox", "Add reviewers");
    await createServiceClient(emulator).call(starRepository, WIDGETS);
    // Nothing is loaded, so Firefox reports no navigation.
    tab.page.goBack().catch(() => {});
    await tab.page.waitForSelector("html.kept");
    await tab.find("button", "Unstar");
    expect(await tab.page.$$eval("forgehand-overlay", (all) => all.length)).toBe(1);
  });

  test("the extension does nothing on a host while its permission is revoked", async ({ tab, extensionPage }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    const origins = JSON.stringify({ origins: ["http://127.0.0.1/*"] });
    expect(await extensionPage.run(`return browser.permissions.contains(${origins})`)).toBe(true);
    expect(await extensionPage.run(`return browser.permissions.remove(${origins})`)).toBe(true);
    await tab.open("/acme/widgets");
    await tab.page.waitForNetworkIdle();
    expect(await tab.page.$$eval("forgehand-overlay", (all) => all.length)).toBe(0);
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
  });

  test("an unreachable service leaves the outcome of an action unknown, which is reported", async ({
    emulator,
    tab,
  }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    const star = await tab.find("button", "Star");
    await emulator.stop();
    await star.click();
    const alert = await tab.find("alert", /^Star:/);
    expect(await alert.evaluate((element) => element.textContent)).toContain("Can't connect to the host");
    await tab.find("button", "Try again", alert);
    expect(await star.evaluate((element) => element.getAttribute("aria-pressed"))).toBeNull();
  });

  test("a language change applies immediately, also to parts that load later", async ({ tab, extensionPage }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    const german = await extensionPage.changeSettings(`settings.language = "de"`);
    await tab.find("button", overlayMessages.star);
    await tab.open("/acme/widgets/pull/1");
    await tab.find("combobox", reviewersMessages.addReviewers);
    await german.undo();
    await tab.find("combobox", "Add reviewers");
  });

  test("the overlay works on a page whose policy allows neither styles nor scripts", async ({
    emulator,
    tab,
    extensionPage,
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
    await extensionPage.run(
      `await browser.runtime.sendMessage(${JSON.stringify({ type: "save-account", ...account })})`,
    );
    await tab.page.bringToFront();
    await tab.page.goto(`${origin}/acme/widgets`);
    // The page has no place for the overlay.
    await tab.click("button", "Forgehand");
    const star = await tab.find("button", "Star");
    const position = await tab.page.$eval("forgehand-overlay", (overlay) => getComputedStyle(overlay).position);
    expect(position).toBe("fixed");
    await star.click();
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
  });
});
