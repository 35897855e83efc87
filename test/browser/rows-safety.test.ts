import { createClient } from "@forgehand/core";
import { checkStar, getSubscription } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { describe, expect } from "vitest";
import { createListPage, test } from "./rows.fixture.ts";

const BOLTS = { owner: "parts", repo: "bolts" };

const clientFor = (login: string, { apiUrl, tokens }: Emulator) =>
  createClient({ baseUrl: apiUrl, credentials: tokens[login] ?? "" });

describe("a row's controls", () => {
  test("ignore synthetic events from the page", async ({ emulator, list }) => {
    await list.open("/search?q=bolts");
    const row = list.row("parts/bolts");
    await row.locator("[aria-label=Star][aria-pressed=false]").waitFor();
    await list.page.evaluate(() => {
      const root = document.querySelector("forgehand-row")?.shadowRoot;
      for (const button of root?.querySelectorAll("button") ?? []) button.click();
      for (const type of ["click", "pointerdown", "keydown"]) {
        root?.querySelector("button")?.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }));
      }
    });
    expect(await row.getByRole("menu").count()).toBe(0);
    // A real click follows, so that the synthetic events had time to take effect.
    await row.getByRole("button", { name: "Watch: not watching" }).click();
    await row.getByRole("menuitemradio", { name: /^Watching/ }).click();
    const { call } = clientFor("bob", emulator);
    await expect.poll(() => call(getSubscription, BOLTS)).not.toBeNull();
    expect(await call(checkStar, BOLTS)).toBe(false);
  });

  test("prevent clicks and keys from reaching the page", async ({ list }) => {
    await list.open("/search?q=bolts");
    await list.page.evaluate(() => {
      const row = document.querySelector(".search-result");
      row?.addEventListener("click", () => location.assign("/parts/bolts"));
      row?.addEventListener("keydown", () => location.assign("/parts/bolts"));
    });
    await list.row("parts/bolts").getByRole("button", { name: "Star", exact: true }).click();
    await list.toast.filter({ hasText: "Starred parts/bolts." }).waitFor();
    await list.row("parts/bolts").getByRole("button", { name: "Unstar" }).waitFor();
    await list.page.keyboard.press("Enter");
    await list.toast.filter({ hasText: "Unstarred parts/bolts." }).waitFor();
    expect(new URL(list.page.url()).pathname).toBe("/search");
  });

  test("do nothing if the page is signed in as another user, and explain why", async ({ emulator, list }) => {
    await list.signIn("carol");
    await list.open("/search?q=bolts");
    await list.row("parts/bolts").locator("[aria-label=Star][aria-pressed=false]").click();
    const message = list.page.getByRole("dialog").getByRole("alert");
    await message.filter({ hasText: "signed in as carol, but Forgehand is using bob. Nothing was changed." }).waitFor();
    expect(await message.getByRole("button", { name: /^Switch/ }).count()).toBe(0);
    for (const login of ["bob", "carol"]) expect(await clientFor(login, emulator).call(checkStar, BOLTS)).toBe(false);
    await list.row("parts/bolts").locator("[aria-label=Star][aria-pressed=false]").waitFor();
    await list.page.keyboard.press("Escape");
    await message.waitFor({ state: "detached" });
  });

  test("offer to switch to the account that the page is signed in as, and then act as it", async ({
    emulator,
    tab,
    list,
  }) => {
    await tab.signIn("carol");
    await list.signIn("bob");
    await list.open("/search?q=bolts");
    const star = list.row("parts/bolts").locator("[aria-label=Star][aria-pressed=false]");
    await star.click();
    await list.page.getByRole("dialog").getByRole("button", { name: "Switch to bob" }).click();
    await list.page.getByRole("dialog").waitFor({ state: "detached" });
    await star.click();
    await expect.poll(() => clientFor("bob", emulator).call(checkStar, BOLTS)).toBe(true);
    expect(await clientFor("carol", emulator).call(checkStar, BOLTS)).toBe(false);
  });

  test("explain what the type of token can't do", async ({ emulator, tab }) => {
    await tab.signIn("alice-fine-grained");
    const list = createListPage(tab.page, emulator);
    await list.signIn("alice");
    await list.open("/search?q=gears");
    const row = list.row("acme/gears");
    await row.getByRole("button", { name: "Watch: unknown. Why?" }).click();
    const message = list.page.getByRole("dialog", { name: "Watch" });
    await message.filter({ hasText: /fine-grained/i }).waitFor();
    // A click elsewhere closes the message.
    await list.page.mouse.click(5, 5);
    await message.waitFor({ state: "detached" });
  });

  test("distinguish unknown from known states", async ({ emulator, list }) => {
    emulator.control.faults.add({ operation: "checkStar", status: 502 });
    await list.open("/search?q=bolts");
    const row = list.row("parts/bolts");
    await row.getByRole("button", { name: "Star: unknown. Why?" }).waitFor();
    await row.getByRole("button", { name: "Watch: not watching" }).waitFor();
    expect(await row.locator("[aria-pressed]").count()).toBe(0);
    emulator.control.faults.clear();
    await row.getByRole("button", { name: "Star: unknown. Why?" }).click();
    await list.page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
    await row.locator("[aria-label=Star][aria-pressed=false]").waitFor();
    expect(await list.page.getByRole("dialog").count()).toBe(0);
  });

  test("revert and explain a failed change", async ({ emulator, list }) => {
    await list.open("/search?q=bolts");
    const star = list.row("parts/bolts").locator("[aria-label=Star][aria-pressed=false]");
    await star.waitFor();
    emulator.control.faults.add({ operation: "starRepository", status: 503 });
    await star.click();
    await list.page.getByRole("dialog").getByRole("alert").filter({ hasText: "Star:" }).waitFor();
    await star.waitFor();
  });

  test("are reachable with the keyboard, in the order of the rows", async ({ emulator, list }) => {
    await list.open("/acme/widgets/forks");
    await list.row("alice/widgets").locator("[aria-pressed]").waitFor();
    await list.page.getByRole("link", { name: "bob / widgets" }).focus();
    await list.page.keyboard.press("Tab");
    await list.page.keyboard.press("Space");
    await expect.poll(() => clientFor("bob", emulator).call(checkStar, { owner: "bob", repo: "widgets" })).toBe(true);
    await list.page.keyboard.press("Tab");
    await list.page.keyboard.press("Enter");
    await list.row("bob/widgets").getByRole("menu", { name: "Watch" }).waitFor();
    await list.page.keyboard.press("Escape");
    await list.row("bob/widgets").getByRole("menu").waitFor({ state: "detached" });
    await list.page.keyboard.press("Tab");
    await expect
      .poll(() => list.page.evaluate(() => document.activeElement?.getAttribute("href")))
      .toBe("/alice/widgets");
  });
});

test("the worker rejects rows without a repository, and rows of other pages", async ({ browser, emulator, tab }) => {
  await tab.signIn("bob");
  await tab.page.goto(`${emulator.webUrl}/search?q=bolts`);
  await tab.page.locator("forgehand-row").getByRole("button", { name: "Watch: not watching" }).waitFor();
  emulator.control.clearCalls();
  // Messages that the extension's script on the page could be tricked into sending.
  const session = await browser.context.newCDPSession(tab.page);
  const contexts: { id: number; origin: string }[] = [];
  session.on("Runtime.executionContextCreated", ({ context }) => contexts.push(context));
  await session.send("Runtime.enable");
  const context = contexts.find(({ origin }) => origin.startsWith("chrome-extension:"));
  const sendMessage = async (message: object) => {
    const expression = `chrome.runtime.sendMessage(${JSON.stringify(message)})`;
    const parameters = { expression, contextId: context?.id ?? 0, awaitPromise: true, returnByValue: true };
    const { result } = await session.send("Runtime.evaluate", parameters);
    return result.value;
  };
  const pageField = { page: `${emulator.webUrl}/search` };
  const bolts = { owner: "parts", repo: "bolts" };
  const users = { login: "bob", signedIn: null };
  const star = { type: "change", ...pageField, control: "star", intent: { starred: true }, ...users };
  for (const message of [
    { ...star, row: { owner: "..", repo: "bolts" } },
    { ...star, row: { owner: "parts", repo: "bolts/subscription" } },
    { ...star, row: { owner: "orgs", repo: "acme" } },
    { ...star, row: { owner: "parts" } },
    { ...star, row: bolts, page: `${emulator.webUrl}/trending` },
    { ...star, row: bolts, page: "https://github.com/search" },
    { ...star },
    { type: "row-states", ...pageField, row: bolts, controls: ["star", "watch", "star", "watch"] },
    { type: "row-states", ...pageField, row: bolts, controls: ["admin"] },
    { type: "row-states", ...pageField, row: { owner: "parts", repo: "%2e%2e" }, controls: ["star"] },
    { type: "row-states", ...pageField, controls: ["star"] },
  ]) {
    expect([message, await sendMessage(message)]).toEqual([message, { ok: false, problem: expect.anything() }]);
  }
  expect(emulator.control.calls()).toEqual([]);
  // A valid message still works.
  expect(await sendMessage({ ...star, row: bolts })).toMatchObject({
    ok: true,
    value: { state: { star: { starred: true } } },
  });
  await session.detach();
});
