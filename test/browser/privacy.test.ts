import { listRequestedReviewers } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { messagesFrom } from "../extension/messages.ts";
import { createServiceClient, PULL } from "../service/service-client.ts";
import type { ChromiumWithExtension } from "./chromium.ts";
import { test } from "./popup.fixture.ts";

/**
 * Runs code on a page as the extension's content scripts do.
 * @returns the result as text
 */
async function runAsContentScript({ context }: ChromiumWithExtension, page: string, body: string): Promise<string> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("there is no worker");
  return worker.evaluate(
    `(async () => {
      const [tab] = await chrome.tabs.query({ url: ${JSON.stringify(page)}.replace(/:\\d+\\//, "/") });
      const [{ result }] = await chrome.scripting.executeScript({
        target: { tabId: tab.id },
        func: async () => JSON.stringify(await (async () => { ${body} })()),
      });
      return result;
    })()`,
  );
}

describe("a script on a page", () => {
  test("can't send messages that are meant for the extension's own pages", async ({ browser, tab, signIn }) => {
    await signIn("alice");
    await tab.openRepository();
    await tab.star(false).waitFor();
    for (const type of messagesFrom("extension")) {
      const reply = await runAsContentScript(
        browser,
        tab.page.url(),
        `return chrome.runtime.sendMessage(${JSON.stringify({ type, origin: "", login: "alice", passphrase: "x" })})`,
      );
      expect(JSON.parse(reply), type).toMatchObject({
        ok: false,
        problem: { text: expect.stringContaining("unexpected message") },
      });
    }
  });

  test("can't obtain a token", async ({ browser, emulator, tab, signIn }) => {
    await signIn("alice");
    await tab.openRepository();
    await tab.star(false).click();
    await tab.star(true).waitFor();
    const readable = await runAsContentScript(
      browser,
      tab.page.url(),
      `const resultOrError = async (read) => { try { return await read(); } catch (error) { return String(error); } };
       return {
         databases: await indexedDB.databases(),
         local: await chrome.storage.local.get(null),
         session: await resultOrError(() => chrome.storage.session.get(null)),
         background: await resultOrError(() => chrome.extension.getBackgroundPage()),
         page: document.documentElement.outerHTML,
         overlay: document.querySelector("forgehand-overlay").shadowRoot.innerHTML,
       }`,
    );
    expect(readable).toContain(`site ${emulator.webUrl}`);
    expect(JSON.parse(readable)).toMatchObject({ databases: [], session: expect.stringContaining("not allowed") });
    expect(readable).not.toContain(emulator.tokens["alice"]);
  });
});

test("no page can load, embed or detect resources of the extension", async ({ browser, tab, signIn }) => {
  await signIn("alice");
  await tab.openRepository();
  for (const file of ["options.html", "popup.html", "overlay.js", "icon/16.png", "manifest.json"]) {
    const address = browser.optionsUrl.replace("options.html", file);
    const isReachable = await tab.page.evaluate(
      (address) =>
        fetch(address).then(
          () => true,
          () => false,
        ),
      address,
    );
    expect(isReachable, file).toBe(false);
  }
});

test("only the user's own service is called, and the token is sent only to its API", async ({
  browser,
  emulator,
  tab,
  popup,
  signIn,
}) => {
  const calls: { readonly url: string; readonly hasToken: boolean }[] = [];
  const token = emulator.tokens["alice"] ?? "";
  browser.context.on("request", (request) => {
    const sent = [request.url(), request.postData() ?? "", ...Object.entries(request.headers()).flat()].join(" ");
    calls.push({ url: request.url(), hasToken: sent.includes(token) });
  });
  await signIn("alice");
  await tab.openRepository();
  await tab.star(false).click();
  await tab.star(true).waitFor();
  await tab.openPullRequest();
  const field = tab.page.getByRole("combobox", { name: "Add reviewers" });
  await field.fill("carol");
  await field.press("Control+Enter");
  await expect
    .poll(async () => (await createServiceClient(emulator).call(listRequestedReviewers, PULL)).users)
    .toHaveLength(1);
  await tab.page.goto(`${emulator.webUrl}/acme`);
  const { page } = await popup();
  await page.getByText("No pull requests are waiting for your review.").waitFor();
  await page.goto(browser.optionsUrl.replace("options.html", "lists.html"));
  await page.getByRole("heading").first().waitFor();
  browser.context.removeAllListeners("request");

  const { origin } = new URL(browser.optionsUrl.replace("chrome-extension:", "https:"));
  const isOwn = (url: string) => url.replace("chrome-extension:", "https:").startsWith(origin);
  const otherCalls = calls.filter(({ url }) => !url.startsWith(`${emulator.webUrl}/`) && !isOwn(url));
  expect(otherCalls).toEqual([]);
  // Includes the worker's own calls.
  expect(calls.filter(({ hasToken }) => hasToken).length).toBeGreaterThan(10);
  expect(calls.filter(({ url, hasToken }) => hasToken && !url.startsWith(emulator.apiUrl))).toEqual([]);
});
