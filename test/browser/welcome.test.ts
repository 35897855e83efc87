import { expect } from "vitest";
import { launchWithExtension } from "./chromium.ts";
import { test } from "./session.ts";

test("the welcome page opens after installation, with three steps", async () => {
  const { context, optionsUrl, close } = await launchWithExtension();
  try {
    const findWelcomePage = () => context.pages().find((page) => page.url().endsWith("/welcome.html"));
    await expect.poll(findWelcomePage).toBeDefined();
    const welcome = findWelcomePage();
    await welcome?.getByRole("heading", { name: "Welcome to Forgehand" }).waitFor();
    await expect.poll(() => welcome?.getByRole("listitem").count()).toBe(3);
    await expect
      .poll(() => welcome?.getByText("Your tokens stay in this browser").innerText())
      .toMatch(/^[^.]+\. [^.]+\.$/);
    await welcome?.getByRole("link", { name: "Add your first account" }).click();
    await welcome?.getByRole("heading", { name: "Add account" }).waitFor();
    await expect.poll(() => welcome?.url()).toBe(`${optionsUrl}#accounts`);
    expect(context.pages().filter((page) => page.url().endsWith("/welcome.html"))).toHaveLength(0);
  } finally {
    await close();
  }
});

test("the welcome page does not open after an update", async ({ browser: { context }, tab }) => {
  await tab.openOptions();
  /** Dispatches the browser's event for an installation or an update to the worker. */
  const dispatchInstalled = (reason: string) =>
    context.serviceWorkers()[0]?.evaluate(`chrome.runtime.onInstalled.dispatch({ reason: "${reason}" })`);
  const welcomePages = () => context.pages().filter((page) => page.url().endsWith("/welcome.html"));
  const before = welcomePages().length;
  await dispatchInstalled("update");
  // Events are handled in order: once this one has opened a page, the update has been handled completely.
  await dispatchInstalled("install");
  await expect.poll(() => welcomePages().length).toBe(before + 1);
});
