import { checkStar } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { askService, WIDGETS } from "../service/ask.ts";
import { test } from "./session.ts";

const GEARS = { owner: "acme", repo: "gears" };

/** What a control sends for a click on the star of a page. */
const starOf = (page: string) => ({ type: "change", page, control: "star", intent: { starred: true } });

describe("what is acted on, in Firefox,", () => {
  test("is what the tab's address says, which is not what the browser calls the sender's", async ({
    emulator,
    tab,
    own,
  }) => {
    const { call } = askService(emulator);
    await tab.signIn("alice");
    const widgets = await tab.open("/acme/widgets");
    const gears = widgets.replace("widgets", "gears");
    expect(await own.tellFromPage(widgets, starOf(gears))).toMatchObject({ ok: false });
    await tab.page.evaluate(() => history.pushState({}, "", "/acme/gears"));
    await tab.find("button", "Star");
    const late = await own.tellFromPage(gears, starOf(widgets));
    expect(late).toMatchObject({ ok: false, problem: { text: expect.stringContaining("page") } });
    expect([await call(checkStar, WIDGETS), await call(checkStar, GEARS)]).toEqual([false, false]);
    await tab.click("button", "Star");
    await tab.find("button", "Unstar");
    await expect.poll(() => call(checkStar, GEARS)).toBe(true);
    expect(await call(checkStar, WIDGETS)).toBe(false);
  });

  test("is never a page that comes with the click itself", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    const star = await tab.find("button", "Star");
    await tab.page.evaluate(() =>
      addEventListener("click", () => history.pushState({}, "", "/acme/gears"), { capture: true, once: true }),
    );
    await star.click();
    await expect.poll(() => tab.page.url()).toContain("gears");
    await tab.find("button", "Star");
    expect(await askService(emulator).call(checkStar, GEARS)).toBe(false);
  });

  test("is nothing that a frame asks for", async ({ emulator, tab, own }) => {
    await tab.signIn("alice");
    const widgets = await tab.open("/acme/widgets");
    await tab.page.evaluate(() => document.body.append(document.createElement("iframe")));
    const told = await own.run(`
      const [tab] = (await browser.tabs.query({})).filter(({ url }) => url === ${JSON.stringify(widgets)});
      const func = (message) => browser.runtime.sendMessage(message);
      const target = { tabId: tab.id, allFrames: true };
      const results = await browser.scripting.executeScript({ target, func, args: [${JSON.stringify(starOf(widgets))}] });
      return results.map(({ frameId, result }) => [frameId === 0, result.ok]);`);
    expect(told).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(await askService(emulator).call(checkStar, GEARS)).toBe(false);
  });
});

describe("a content script, in Firefox,", () => {
  test("may ask for nothing but what pages need", async ({ tab, own }) => {
    await tab.signIn("alice");
    const widgets = await tab.open("/acme/widgets");
    for (const type of ["accounts", "save-account", "remove-account", "settings", "save-settings", "recent-problems"]) {
      expect(await own.tellFromPage(widgets, { type }), type).toMatchObject({ ok: false });
    }
  });

  test("can't come by a token", async ({ emulator, tab, own }) => {
    await tab.signIn("alice");
    const widgets = await tab.open("/acme/widgets");
    await tab.click("button", "Star");
    await tab.find("button", "Unstar");
    const seen = await own.runOnPage(
      widgets,
      `const session = await Promise.resolve().then(() => browser.storage.session.get(null)).catch(() => null);
       const background = await Promise.resolve().then(() => browser.runtime.getBackgroundPage()).catch(() => null);
       return JSON.stringify({
         databases: (await indexedDB.databases()).map(({ name }) => name),
         local: await browser.storage.local.get(null),
         session,
         background: String(background),
         page: document.documentElement.outerHTML,
         overlay: document.querySelector("forgehand-overlay").shadowRoot.innerHTML,
       });`,
    );
    expect(seen).toContain(`site ${emulator.webUrl}`);
    expect(seen).toContain('"databases":[]');
    expect(seen).toContain('"background":"null"');
    expect(seen).not.toContain(emulator.tokens["alice"]);
  });
});

test("behind a passphrase a token is out of everybody's reach in Firefox, and so is the key", async ({
  emulator,
  tab,
  own,
}) => {
  await tab.signIn("alice");
  await own.lock("correct horse");
  const widgets = await tab.open("/acme/widgets");
  await tab.find("button", "Star");
  const kept = await own.run(`
    const opening = indexedDB.open("forgehand-accounts");
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const stores = [...opening.result.objectStoreNames];
    const reading = stores.map((store) => {
      const asked = opening.result.transaction(store).objectStore(store).getAll();
      return new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
    });
    const all = JSON.stringify(await Promise.all(reading));
    opening.result.close();
    return all;`);
  expect(kept).toContain(emulator.webUrl);
  expect(kept).not.toContain(emulator.tokens["alice"]);
  const fromPage = await own.runOnPage(
    widgets,
    `return Promise.resolve().then(() => browser.storage.session.get(null)).then(() => "read", () => "refused")`,
  );
  expect(fromPage).toBe("refused");
  await own.run(`await browser.runtime.sendMessage({ type: "lock-now" })`);
  await tab.open("/acme/widgets");
  await tab.find("button", "Unlock");
});

test("no page of another origin can open or show what is the extension's", async ({ firefox, tab }) => {
  await tab.signIn("alice");
  await tab.open("/acme/widgets");
  for (const file of ["options.html", "overlay.js", "manifest.json"]) {
    const reached = await tab.page.evaluate(
      (url) =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      firefox.pageUrl(file),
    );
    expect(reached, file).toBe(false);
  }
});
