import { expect, test } from "vitest";
import { isPressed, problemWith, takenBy } from "./shortcut-keys.ts";

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
])("%s: %s", (keys, problem) => {
  expect(problemWith(keys)).toBe(problem);
});

test("keys that are only held make no shortcut", () => {
  expect(isPressed({ code: "ShiftLeft", key: "Shift" })).toBe(false);
  expect(isPressed({ code: "KeyE", key: "Dead" })).toBe(false);
  expect(isPressed({ code: "", key: "Process" })).toBe(false);
  expect(isPressed({ code: "KeyS", key: "S" })).toBe(true);
});

test("two controls don't share keys, but may both have none", () => {
  const shortcuts = { star: "Alt+S", watch: "", "review-request": "" };
  expect(takenBy("Alt+S", "watch", shortcuts)).toBe("star");
  expect(takenBy("Alt+S", "star", shortcuts)).toBeUndefined();
  expect(takenBy("", "watch", shortcuts)).toBeUndefined();
});
