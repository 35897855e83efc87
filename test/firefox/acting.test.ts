import { checkStar } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { startThirdParty } from "../service/third-party.ts";
import { test } from "./session.ts";

const GEARS = { owner: "acme", repo: "gears" };

/** The message that a control sends for a click on a page's star. */
const starMessage = (page: string) => ({
  type: "change",
  page,
  control: "star",
  intent: { starred: true },
  login: "alice",
  signedIn: "alice",
});

test("redirects to another origin are not followed, in Firefox", async ({ emulator, tab }) => {
  const { requests, port } = await startThirdParty();
  await tab.signIn("alice");
  await tab.open("/acme/widgets");
  await tab.find("button", "Star");
  const faults = ["getRepository", "checkStar", "getSubscription", "starRepository"].map((operation) =>
    emulator.control.faults.add({ operation, status: 302, headers: { location: `http://127.0.0.1:${port}/` } }),
  );
  const redirected = () =>
    emulator.control.calls().flatMap(({ status, operation }) => (status === 302 ? operation : []));
  await tab.click("button", "Star");
  await expect.poll(redirected).toContain("starRepository");
  await tab.open("/acme/widgets");
  await expect.poll(redirected).toEqual(expect.arrayContaining(["getRepository", "checkStar", "getSubscription"]));
  for (const fault of faults) emulator.control.faults.remove(fault);
  await tab.open("/acme/widgets");
  await tab.find("button", "Star");
  expect(requests).toEqual([]);
});

describe("the target of an action, in Firefox,", () => {
  test("is determined by the tab's current URL, not by the sender's URL that the browser reports", async ({
    emulator,
    tab,
    extensionPage,
  }) => {
    const { call } = createServiceClient(emulator);
    await tab.signIn("alice");
    const widgets = await tab.open("/acme/widgets");
    const gears = widgets.replace("widgets", "gears");
    expect(await extensionPage.sendFromContentScript(widgets, starMessage(gears))).toMatchObject({ ok: false });
    await tab.page.evaluate(() => history.pushState({}, "", "/acme/gears"));
    await tab.find("button", "Star");
    const staleReply = await extensionPage.sendFromContentScript(gears, starMessage(widgets));
    expect(staleReply).toMatchObject({ ok: false, problem: { text: expect.stringContaining("page") } });
    expect([await call(checkStar, WIDGETS), await call(checkStar, GEARS)]).toEqual([false, false]);
    await tab.click("button", "Star");
    await tab.find("button", "Unstar");
    await expect.poll(() => call(checkStar, GEARS)).toBe(true);
    expect(await call(checkStar, WIDGETS)).toBe(false);
  });

  test("is never a page that the tab navigates to during the click", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    const star = await tab.find("button", "Star");
    await tab.page.evaluate(() =>
      addEventListener("click", () => history.pushState({}, "", "/acme/gears"), { capture: true, once: true }),
    );
    await star.click();
    await expect.poll(() => tab.page.url()).toContain("gears");
    await tab.find("button", "Star");
    expect(await createServiceClient(emulator).call(checkStar, GEARS)).toBe(false);
  });

  test("is never taken from a frame", async ({ emulator, tab, extensionPage }) => {
    await tab.signIn("alice");
    const widgets = await tab.open("/acme/widgets");
    await tab.page.evaluate(() => document.body.append(document.createElement("iframe")));
    const repliesByFrame = await extensionPage.run(`
      const [tab] = (await browser.tabs.query({})).filter(({ url }) => url === ${JSON.stringify(widgets)});
      const func = (message) => browser.runtime.sendMessage(message);
      const target = { tabId: tab.id, allFrames: true };
      const results = await browser.scripting.executeScript({ target, func, args: [${JSON.stringify(starMessage(widgets))}] });
      return results.map(({ frameId, result }) => [frameId === 0, result.ok]);`);
    expect(repliesByFrame).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(await createServiceClient(emulator).call(checkStar, GEARS)).toBe(false);
  });
});

describe("a content script, in Firefox,", () => {
  test("can only send messages that pages need", async ({ tab, extensionPage }) => {
    await tab.signIn("alice");
    const widgets = await tab.open("/acme/widgets");
    for (const type of ["accounts", "save-account", "remove-account", "settings", "save-settings", "recent-problems"]) {
      expect(await extensionPage.sendFromContentScript(widgets, { type }), type).toMatchObject({ ok: false });
    }
  });

  test("can't obtain a token", async ({ emulator, tab, extensionPage }) => {
    await tab.signIn("alice");
    const widgets = await tab.open("/acme/widgets");
    await tab.click("button", "Star");
    await tab.find("button", "Unstar");
    const visibleData = await extensionPage.runInContentScript(
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
    expect(visibleData).toContain("alice");
    expect(visibleData).toContain('"local":{}');
    expect(visibleData).toContain('"databases":[]');
    expect(visibleData).toContain('"background":"null"');
    expect(visibleData).not.toContain(emulator.tokens["alice"]);
  });
});

describe("a page that controls the extension's content script, in Firefox,", () => {
  test("can't change settings, and finds nothing in the extension's storage", async ({
    emulator,
    tab,
    extensionPage,
  }) => {
    await tab.signIn("alice");
    const widgets = await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    const found = await extensionPage.runInContentScript(
      widgets,
      `const found = [await indexedDB.databases()];
       for (const area of ["local", "session", "sync", "managed"]) {
         const attempt = async (run) => { try { return await run(); } catch (error) { return String(error); } };
         found.push(await attempt(() => browser.storage[area].get(null)));
         await attempt(() => browser.storage[area].set({ settings: { theme: "dark", lockAfter: 0 }, lock: {} }));
       }
       return JSON.stringify(found);`,
    );
    for (const text of [emulator.webUrl, "alice", "widgets"]) expect(found).not.toContain(text);
    expect(await extensionPage.run(`return browser.runtime.sendMessage({ type: "settings" })`)).toMatchObject({
      value: { settings: { lockAfter: 30, theme: "auto" } },
    });
  });

  test("gets no answer about a page of another service", async ({ emulator, tab, extensionPage }) => {
    await tab.signIn("alice");
    const widgets = await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    const other = widgets.replace(emulator.webUrl, "https://github.com");
    for (const message of [
      { type: "overlay", page: other },
      { type: "cached-states", page: other, rows: [{ owner: "acme", repo: "widgets" }] },
      { type: "states", page: other, control: "star" },
      starMessage(other),
      { type: "site", origin: "https://github.com" },
    ]) {
      expect(await extensionPage.sendFromContentScript(widgets, message), message.type).toMatchObject({ ok: false });
    }
    expect(await extensionPage.sendFromContentScript(widgets, { type: "overlay", page: widgets })).toMatchObject({
      ok: true,
      value: { site: { login: "alice" } },
    });
  });

  test("can't occupy the background page or the rate limit with thousands of lookups", async ({
    emulator,
    tab,
    extensionPage,
  }) => {
    await tab.signIn("alice");
    const list = await tab.open("/acme");
    emulator.control.clearCalls();
    const refused = await extensionPage.runInContentScript(
      list,
      `const replies = await Promise.all(Array.from({ length: 2000 }, (_, index) => browser.runtime.sendMessage({
         type: "row-states", page: ${JSON.stringify(list)}, row: { owner: "acme", repo: "flood" + index }, controls: ["star"],
       })));
       return replies.filter(({ ok }) => !ok).length;`,
    );
    const called = new Set(emulator.control.calls().map(({ path }) => /flood\d+/.exec(path)?.[0] ?? ""));
    expect(refused).toBeGreaterThan(1500);
    expect(called.size).toBeLessThan(500);
  });

  test("can't open tabs", async ({ tab, extensionPage }) => {
    await tab.signIn("alice");
    const widgets = await tab.open("/acme/widgets");
    const countTabs = () => extensionPage.run(`return (await browser.tabs.query({})).length`);
    const count = await countTabs();
    for (const what of ["options", "lists", "unlock"]) {
      expect(await extensionPage.sendFromContentScript(widgets, { type: "open", what })).toMatchObject({ ok: false });
    }
    expect(await countTabs()).toBe(count);
  });
});

test("if a passphrase is set, neither the token nor the key can be read in Firefox", async ({
  emulator,
  tab,
  extensionPage,
}) => {
  await tab.signIn("alice");
  await extensionPage.setPassphrase("correct horse");
  const widgets = await tab.open("/acme/widgets");
  await tab.find("button", "Star");
  const storedData = await extensionPage.run(`
    const opening = indexedDB.open("forgehand-accounts");
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const stores = [...opening.result.objectStoreNames];
    const reading = stores.map((store) => {
      const request = opening.result.transaction(store).objectStore(store).getAll();
      return new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    });
    const all = JSON.stringify(await Promise.all(reading));
    opening.result.close();
    return all;`);
  expect(storedData).toContain(emulator.webUrl);
  expect(storedData).not.toContain(emulator.tokens["alice"]);
  const fromPage = await extensionPage.runInContentScript(
    widgets,
    `return Promise.resolve().then(() => browser.storage.session.get(null)).then(() => "read", () => "refused")`,
  );
  expect(fromPage).toBe("refused");
  await extensionPage.run(`await browser.runtime.sendMessage({ type: "lock" })`);
  await tab.open("/acme/widgets");
  await tab.page.waitForFunction(() =>
    document.querySelector("forgehand-overlay")?.shadowRoot?.textContent.includes("Your tokens are locked."),
  );
});

test("no page of another origin can load resources of the extension", async ({ firefox, tab }) => {
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
