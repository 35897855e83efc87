import type { Locator } from "playwright-core";
import { expect } from "vitest";

/**
 * Moves the focus to an element as a keyboard user does: from the element before it, with the Tab key. Keys don't count
 * on a control of the extension that a script has focused, as `focus`, `fill` and `press` do.
 */
export async function focusByTab(element: Locator): Promise<void> {
  const { keyboard } = element.page();
  const isFocused = () => element.evaluate((node) => node.matches(":focus"));
  await element.focus();
  await keyboard.press("Shift+Tab");
  expect(await isFocused()).toBe(false);
  await keyboard.press("Tab");
  expect(await isFocused()).toBe(true);
}
