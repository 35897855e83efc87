import { checkStar, getSubscription, listRequestedReviewers } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, PULL, WIDGETS } from "../service/service-client.ts";
import { pressByAccessibility } from "./press-by-accessibility.ts";
import { test } from "./session.ts";

describe("in Firefox, with an account that was just added,", () => {
  test("a click stars, and undo unstars", async ({ emulator, tab }) => {
    const { call } = createServiceClient(emulator);
    expect(await tab.signIn("alice")).toContain("alice");
    await tab.open("/acme/widgets");
    await tab.click("button", "Star");
    await tab.find("button", "Unstar");
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
    await tab.click("button", "Undo");
    await tab.find("button", "Star");
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(false);
  });

  test("the menu sets the watch state", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.click("button", "Watch: not watching");
    await tab.find("menu", "Watch");
    await tab.page.keyboard.press("ArrowDown");
    await tab.page.keyboard.press("Enter");
    await tab.find("button", "Watch: watching");
    await expect
      .poll(() => createServiceClient(emulator).call(getSubscription, WIDGETS))
      .toMatchObject({ subscribed: true });
  });

  test("a reviewer is requested", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets/pull/1");
    const field = await tab.find("combobox", "Add reviewers");
    // Styles apply although the page's content security policy blocks foreign styles.
    expect(await field.evaluate((input) => getComputedStyle(input).borderStyle)).toBe("solid");
    await field.click();
    await tab.page.keyboard.type("carol\n");
    await tab.pressControlEnter();
    const chip = await tab.find("button", "Remove carol");
    expect(await chip.evaluate((button) => getComputedStyle(button).cursor)).toBe("pointer");
    const requestedReviewers = async () =>
      (await createServiceClient(emulator).call(listRequestedReviewers, PULL)).users;
    await expect.poll(requestedReviewers).toMatchObject([{ login: "carol" }]);
  });
});

test("assistive technologies can press the extension's buttons", async ({ emulator, firefox, tab }) => {
  const { call } = createServiceClient(emulator);
  await tab.signIn("alice");
  await tab.open("/acme/widgets");
  await tab.find("button", "Star");
  await pressByAccessibility(firefox.browser, "Star");
  await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
});

test("a click that the page redirects does nothing", async ({ emulator, tab }) => {
  await tab.signIn("alice");
  await tab.open("/acme/widgets");
  const star = await tab.find("button", "Star");
  const watch = await tab.find("button", "Watch: not watching");
  await star.evaluate((button) => {
    const capture = (event: PointerEvent) => button.setPointerCapture(event.pointerId);
    document.addEventListener("pointerdown", capture, { capture: true, once: true });
    document.addEventListener("keydown", () => button instanceof HTMLElement && button.focus(), {
      capture: true,
      once: true,
    });
  });
  await tab.page.mouse.click(600, 600);
  await tab.page.keyboard.press("Enter");
  // A real click follows, so that the redirected ones had time to take effect.
  await watch.click();
  await tab.find("menu", "Watch");
  await tab.page.keyboard.press("ArrowDown");
  await tab.page.keyboard.press("Enter");
  const writes = () => emulator.control.calls().filter(({ method }) => method !== "GET");
  await expect.poll(writes).not.toEqual([]);
  expect(writes()).toMatchObject([{ operation: "setSubscription" }]);
});

test("a key does nothing on a control that the page has moved the focus to", async ({ emulator, tab }) => {
  const { keyboard } = tab.page;
  await tab.signIn("alice");
  await tab.open("/acme/widgets/pull/1");
  const field = await tab.find("combobox", "Add reviewers");
  await expect.poll(() => field.evaluate((input) => input instanceof HTMLInputElement && input.readOnly)).toBe(false);
  await field.evaluate((input) => {
    if (!(input instanceof HTMLElement)) throw new Error("There is no field.");
    input.focus();
    document.execCommand("insertText", false, "mallory");
  });
  await keyboard.press("Enter");
  await tab.open("/acme/widgets");
  const star = await tab.find("button", "Star");
  for (const key of ["Enter", " "] as const) {
    await star.evaluate((button) => button instanceof HTMLElement && button.focus());
    await keyboard.press(key);
  }
  // The page's listener interrupts the move that the user's Tab key begins.
  await tab.page.evaluate(() => document.querySelector<HTMLElement>("a[href$='/pulls']")?.focus());
  await star.evaluate((button) => {
    const move = () => button instanceof HTMLElement && button.focus();
    document.addEventListener("blur", move, { capture: true, once: true });
  });
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  const writes = () => emulator.control.calls().filter(({ method }) => method !== "GET");
  expect(writes()).toEqual([]);
  // A user who moves the focus away and back can press the button.
  await star.evaluate((button) => button instanceof HTMLElement && button.focus());
  await keyboard.down("Shift");
  await keyboard.press("Tab");
  await keyboard.up("Shift");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect.poll(writes).toMatchObject([{ operation: "starRepository" }]);
});

test("scripts of the page can't press the extension's buttons", async ({ emulator, tab }) => {
  await tab.signIn("alice");
  await tab.open("/acme/widgets");
  const star = await tab.find("button", "Star");
  await tab.page.evaluate(() => {
    const root = document.querySelector("forgehand-overlay")?.shadowRoot;
    for (const button of root?.querySelectorAll("button") ?? []) {
      button.click();
      button.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true }));
    }
  });
  // A real click follows, so that the synthetic ones had time to take effect.
  await star.click();
  const writes = () => emulator.control.calls().filter(({ method }) => method !== "GET");
  await expect.poll(writes).not.toEqual([]);
  expect(writes()).toMatchObject([{ operation: "starRepository" }]);
});
