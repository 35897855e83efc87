import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join, relative } from "node:path";
import { listRequestedReviewers } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { messagesFrom } from "../extension/messages.ts";
import { listenOnFreePort } from "../service/listen.ts";
import { createServiceClient, PULL } from "../service/service-client.ts";
import { startThirdParty } from "../service/third-party.ts";
import { type ChromiumWithExtension, EXTENSION_FOLDER } from "./chromium.ts";
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
         local: await resultOrError(() => chrome.storage.local.get(null)),
         session: await resultOrError(() => chrome.storage.session.get(null)),
         background: await resultOrError(() => chrome.extension.getBackgroundPage()),
         page: document.documentElement.outerHTML,
         overlay: document.querySelector("forgehand-overlay").shadowRoot.innerHTML,
       }`,
    );
    expect(JSON.parse(readable)).toMatchObject({
      databases: [],
      local: expect.stringContaining("not allowed"),
      session: expect.stringContaining("not allowed"),
      overlay: expect.stringContaining("alice"),
    });
    expect(readable).not.toContain(emulator.tokens["alice"]);
  });
});

/**
 * Loads an address on a page in all ways that tell whether it exists.
 * @returns the ways that succeeded
 */
const loadInAllWays = async (address: string): Promise<string[]> => {
  const elements = {
    img: { src: address },
    script: { src: address },
    link: { rel: "stylesheet", href: address },
    object: { data: address },
    embed: { src: address },
  };
  const loads = Object.entries(elements).map(async ([name, properties]) => {
    const element = Object.assign(document.createElement(name), properties);
    const isLoaded = new Promise<boolean>((resolve) => {
      element.addEventListener("load", () => resolve(true));
      element.addEventListener("error", () => resolve(false));
    });
    document.body.append(element);
    return (await isLoaded) ? [name] : [];
  });
  const fetches = (["cors", "no-cors"] as const).map((mode) =>
    fetch(address, { mode }).then(
      () => [`fetch ${mode}`],
      () => [],
    ),
  );
  const frame = document.createElement("iframe");
  frame.src = address;
  const hasLoaded = new Promise((resolve) => frame.addEventListener("load", resolve));
  document.body.append(frame);
  await hasLoaded;
  return (await Promise.all([...loads, ...fetches])).flat().sort();
};

test("no page can load, embed or detect resources of the extension", async ({ browser, tab, signIn }) => {
  // A page without a content security policy of its own, on a host where the extension works.
  const resources: Readonly<Record<string, readonly [type: string, body: string]>> = {
    "/": ["text/html", "<!doctype html><title>Page</title><body></body>"],
    "/image": ["image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
    "/script": ["text/javascript", ""],
    "/style": ["text/css", ""],
  };
  const server = createServer(({ url = "" }, response) => {
    const [type, body] = resources[url] ?? ["text/plain", ""];
    response.writeHead(url in resources ? 200 : 404, { "content-type": type }).end(body);
  });
  const origin = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  await signIn("alice");
  const { page } = tab;
  await page.goto(`${origin}/`);
  // Each way works for a resource that exists, so that it would show those of the extension.
  const ways = ["/image", "/script", "/style"].map((path) => page.evaluate(loadInAllWays, `${origin}${path}`));
  expect([...new Set((await Promise.all(ways)).flat())].sort()).toEqual([
    "embed",
    "fetch cors",
    "fetch no-cors",
    "img",
    "link",
    "object",
    "script",
  ]);
  const files = readdirSync(EXTENSION_FOLDER, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(EXTENSION_FOLDER, join(entry.parentPath, entry.name)));
  expect(files.length).toBeGreaterThan(20);
  for (const file of [...files, "no-such-file.js"]) {
    const load = (extension: string) => page.evaluate(loadInAllWays, `${extension}/${file}`);
    const loaded = await load(browser.optionsUrl.replace("/options.html", ""));
    // Embedded files show the browser's error page, as those of an extension that is not installed.
    expect(loaded, file).toEqual(await load(`chrome-extension://${"a".repeat(32)}`));
    expect(
      loaded.filter((way) => way !== "embed"),
      file,
    ).toEqual([]);
  }
  const frames = page.frames().flatMap((frame) => (frame.parentFrame() ? frame.url() : []));
  expect(new Set(frames.filter((url) => !url.startsWith(origin)))).toEqual(new Set(["chrome-error://chromewebdata/"]));
});

describe("a redirect to another origin", () => {
  test.for(
    [301, 302, 303, 307, 308].flatMap((status) => ["127.0.0.1", "localhost"].map((host) => [status, host] as const)),
  )("is followed neither for reads nor for writes (%i, %s)", async ([status, host], { emulator, tab, signIn }) => {
    const { requests, port } = await startThirdParty();
    const headers = { location: `http://${host}:${port}/elsewhere` };
    await signIn("alice");
    await tab.openRepository();
    await tab.star(false).waitFor();
    emulator.control.faults.add({ operation: "starRepository", status, headers });
    await tab.star(false).click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("cannot be followed");
    for (const operation of ["getRepository", "checkStar", "getSubscription"])
      emulator.control.faults.add({ operation, status, headers });
    await tab.openRepository();
    for (const control of ["Star", "Watch"])
      await expect.poll(() => tab.alert(control).innerText()).toContain("cannot be followed");
    const reads = emulator.control
      .calls()
      .filter((call) => call.operation === "getRepository" && call.status === status);
    expect(reads.length).toBeGreaterThan(0);
    expect(requests).toEqual([]);
  });
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
  await field.click();
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
