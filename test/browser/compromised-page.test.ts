import { createClient } from "@forgehand/core";
import { getSubscription, listStarredRepositories } from "@forgehand/core/operations";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { describe, expect } from "vitest";
import { messagesFrom } from "../extension/messages.ts";
import { WIDGETS } from "../service/service-client.ts";
import { addAccount } from "./add-account.ts";
import { inIsolatedWorld } from "./isolated-world.ts";
import { test as base } from "./overlay.fixture.ts";

// Attacks by a page that controls the extension's content script, and can therefore do whatever that script can.

/** Writes to all areas of the extension's storage, and returns what a content script can read of it. */
const STORAGE_ATTACK = `(async () => {
  const attempt = async (run) => { try { return await run(); } catch (error) { return String(error); } };
  const found = [await indexedDB.databases()];
  for (const area of ["local", "session", "sync", "managed"]) {
    found.push(await attempt(() => chrome.storage[area].get(null)));
    await attempt(() => chrome.storage[area].set({ settings: { theme: "dark", lockAfter: 0 }, lock: {} }));
  }
  return JSON.stringify(found);
})()`;

const FLOOD_SIZE = 5000;

/** Starts a flood of lookups of different repositories. `floodReplies` counts the replies, `floodProblems` the refused. */
const floodExpression = (page: string) => `(() => {
  globalThis.floodReplies = 0;
  globalThis.floodProblems = 0;
  for (let index = 0; index < ${FLOOD_SIZE}; index += 1) {
    const row = { owner: "acme", repo: "flood" + index };
    const controls = ["star", "watch"];
    void chrome.runtime.sendMessage({ type: "row-states", page: ${JSON.stringify(page)}, row, controls }).then((reply) => {
      floodReplies += 1;
      if (!reply.ok) floodProblems += 1;
    });
  }
})()`;

/** Vitest's `test` with a second service on another origin, where the extension uses bob's account. */
const test = base.extend<{ other: Emulator }>({
  other: async ({ browser }, use) => {
    const other = await startEmulator();
    await addAccount(await browser.extensionPage(), other, "bob");
    await use(other);
    await other.stop();
  },
});

/** The fields of a message about a page, for each kind of message that pages can send. */
const requestFields = (page: string): Record<string, object> => ({
  overlay: { page },
  "cached-states": { page, rows: [{ owner: "acme", repo: "widgets" }] },
  states: { page, control: "star" },
  "row-states": { page, row: { owner: "acme", repo: "widgets" }, controls: ["star"] },
  change: { page, control: "star", intent: { starred: true }, login: "bob", signedIn: null },
  candidates: { page },
  load: { page, part: "rows" },
  "switch-account": { page, login: "bob" },
  "move-tab": { page, position: "hidden" },
});

describe("a page that controls the extension's content script", () => {
  test("can't change settings such as the delay of the automatic lock", async ({ tab, overlay }) => {
    await tab.openAsAlice();
    await inIsolatedWorld(tab.page, STORAGE_ATTACK);
    const isDefault = { value: { settings: { lockAfter: 30, theme: "auto" } } };
    expect(await overlay.sendFromExtensionPage("settings")).toMatchObject(isDefault);
    // A new worker reads the stored settings.
    await overlay.killWorker();
    expect(await overlay.sendFromExtensionPage("settings")).toMatchObject(isDefault);
  });

  test("finds nothing about services, accounts and repositories in the extension's storage", async ({
    emulator,
    other,
    tab,
    overlay,
  }) => {
    const otherPage = await overlay.openInNewTab("/acme/widgets");
    await otherPage.goto(`${other.webUrl}/acme/widgets`);
    await otherPage.locator("button[aria-label=Star][aria-pressed]").waitFor();
    await tab.openAsAlice();
    const found = await inIsolatedWorld(tab.page, STORAGE_ATTACK);
    for (const text of [other.webUrl, emulator.webUrl, "alice", "bob", "widgets"]) expect(found).not.toContain(text);
  });

  test("can't use any area of the extension's storage", async ({ browser, tab }) => {
    await tab.openAsAlice();
    const attempts = await inIsolatedWorld(
      tab.page,
      `Promise.all([
        ...["local", "session", "sync", "managed"].map((area) =>
          chrome.storage[area].get(null).then(() => area + " was read", () => "refused")),
        ...["local", "session", "sync"].map((area) =>
          chrome.storage[area].set({ left: 1 }).then(() => area + " was written", () => "refused")),
      ])`,
    );
    expect(attempts).toEqual(Array(7).fill("refused"));
    const extensionPage = await browser.extensionPage();
    expect(await extensionPage.evaluate("chrome.storage.sync.get(null)")).toEqual({});
  });

  test("gets no answer about a page of another service, and can't act there", async ({ other, tab, overlay }) => {
    await tab.openAsAlice();
    const messages = requestFields(`${other.webUrl}/acme/widgets`);
    expect(Object.keys(messages).sort()).toEqual(messagesFrom("page").sort());
    const service = createClient({ baseUrl: other.apiUrl, credentials: other.tokens["bob"] ?? "" });
    const callCount = other.control.calls().length;
    for (const [type, request] of Object.entries(messages)) {
      const reply = await overlay.sendFromContentScript(type, request);
      expect(reply, type).toEqual({
        ok: false,
        problem: { kind: "other", text: expect.stringContaining("page has changed") },
      });
    }
    expect(other.control.calls().length).toBe(callCount);
    expect(await service.call(listStarredRepositories)).toEqual([]);
  });

  test("can't act on the page of another service that its tab opens", async ({ other, tab }) => {
    await tab.openAsAlice();
    const target = `${other.webUrl}/acme/widgets`;
    const intent = { watch: "watching" };
    const message = { type: "change", page: target, control: "watch", intent, login: "bob", signedIn: null };
    await inIsolatedWorld(
      tab.page,
      `(() => {
        const send = () => void chrome.runtime.sendMessage(${JSON.stringify(message)}).catch(() => undefined);
        for (const name of ["pagehide", "unload", "visibilitychange", "freeze"])
          addEventListener(name, () => { for (let count = 0; count < 20; count += 1) send(); }, true);
        setInterval(send, 1);
      })()`,
    );
    await tab.page.goto(target);
    await tab.star(false).waitFor();
    await tab.settle();
    expect(
      await createClient({ baseUrl: other.apiUrl, credentials: other.tokens["bob"] ?? "" }).call(
        getSubscription,
        WIDGETS,
      ),
    ).toBeNull();
  });

  test("can't occupy the worker, other tabs or the rate limit with thousands of lookups", async ({
    emulator,
    tab,
    overlay,
  }) => {
    await tab.signIn("alice");
    await overlay.open("/acme");
    await tab.settle();
    const otherPage = await overlay.openInNewTab("/acme/gears");
    const star = otherPage.locator("button[aria-label=Star][aria-pressed]");
    await star.waitFor();
    emulator.control.clearCalls();
    await inIsolatedWorld(tab.page, floodExpression(tab.page.url()));
    await otherPage.reload();
    await star.waitFor();
    await star.click();
    await otherPage.locator("button[aria-label=Unstar][aria-pressed=true]").waitFor();
    // Most lookups were refused immediately; those that were accepted don't delay the other tab.
    await expect.poll(() => inIsolatedWorld(tab.page, "floodProblems"), { timeout: 60_000 }).toBeGreaterThan(4500);
    const floodCalls = emulator.control.calls().filter(({ path }) => path.includes("flood"));
    expect(floodCalls.length).toBeLessThan(1500);
  });

  test("can't open tabs or windows", async ({ browser, tab }) => {
    await tab.openAsAlice();
    const pageCount = browser.context.pages().length;
    const page = tab.page.url();
    const messages = [
      ...Object.entries(requestFields(page)).map(([type, fields]) => ({ type, ...fields })),
      ...[...messagesFrom("extension"), "open"].flatMap((type) =>
        ["options", "lists", "unlock", "popup"].flatMap((what) => [{ type, what }, { type, what, page }, { type }]),
      ),
    ];
    await inIsolatedWorld(
      tab.page,
      `Promise.all(${JSON.stringify(messages)}.map((message) => chrome.runtime.sendMessage(message))).then(() => "sent")`,
    );
    await tab.settle();
    expect(browser.context.pages().length).toBe(pageCount);
  });
});
