import { expect, test } from "vitest";
import { findConflict, isAllowedShortcut, isShortcutKey, shortcutProblem } from "./shortcut-keys.ts";

test.each([
  ["Alt+Shift+S", undefined],
  ["Ctrl+Alt+1", undefined],
  ["F8", undefined],
  ["Shift+F8", undefined],
  ["S", "keysAreBare"],
  ["Shift+S", "keysAreBare"],
  ["Ctrl+T", "keysAreBrowsers"],
  ["Ctrl+Shift+N", "keysAreBrowsers"],
  ["Ctrl+C", "keysAreBrowsers"],
  ["Meta+Shift+Z", "keysAreBrowsers"],
  ["Alt+ArrowLeft", "keysAreBrowsers"],
  ["F5", "keysAreBrowsers"],
])("the problem of %s is %s", (keys, problem) => {
  expect(shortcutProblem(keys)).toBe(problem);
});

test("only combinations that the settings page can record are allowed", () => {
  for (const keys of ["", "Alt+Shift+S", "Ctrl+Alt+Shift+Meta+1", "F8", "Alt+ArrowUp"]) {
    expect(isAllowedShortcut(keys), keys).toBe(true);
  }
  for (const keys of [
    "Enter",
    "S",
    "Shift+S",
    "Ctrl+C",
    "Shift+Alt+S",
    "Alt+",
    "Alt+ShiftLeft",
    "Alt+<b>",
    "Alt+S\n",
  ]) {
    expect(isAllowedShortcut(keys), keys).toBe(false);
  }
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
