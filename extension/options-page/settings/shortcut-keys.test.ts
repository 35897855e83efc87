import { expect, test } from "vitest";
import { findConflict, isShortcutKey, shortcutProblem } from "./shortcut-keys.ts";

test.each([
  ["Alt+Shift+S", undefined],
  ["Ctrl+Alt+1", undefined],
  ["F8", undefined],
  ["Shift+F8", undefined],
  ["S", "keysAreBare"],
  ["Shift+S", "keysAreBare"],
  ["Ctrl+T", "keysAreBrowsers"],
  ["Ctrl+Shift+N", "keysAreBrowsers"],
  ["F5", "keysAreBrowsers"],
])("the problem of %s is %s", (keys, problem) => {
  expect(shortcutProblem(keys)).toBe(problem);
});

test("modifier keys without another key are rejected", () => {
  expect(isShortcutKey({ code: "ShiftLeft", key: "Shift" })).toBe(false);
  expect(isShortcutKey({ code: "KeyE", key: "Dead" })).toBe(false);
  expect(isShortcutKey({ code: "", key: "Process" })).toBe(false);
  expect(isShortcutKey({ code: "KeyS", key: "S" })).toBe(true);
});

test("keys used by another control are reported, but several controls can have no keys", () => {
  const shortcuts = { star: "Alt+S", watch: "", "review-request": "" };
  expect(findConflict("Alt+S", "watch", shortcuts)).toBe("star");
  expect(findConflict("Alt+S", "star", shortcuts)).toBeUndefined();
  expect(findConflict("", "watch", shortcuts)).toBeUndefined();
});
