import { expect, test } from "vitest";
import { importsOf, loadOrderOf, sourceText, testFiles } from "./sources.ts";

const FIXTURE = "worker/browser.fixture.ts";

/** Returns true if a file loads the browser API before the fixture sets the fake one. */
function loadsTooEarly(path: string): boolean {
  const files = [...loadOrderOf(path)];
  const api = files.findIndex((file) => /\.tsx?$/.test(file) && importsOf(sourceText(file)).includes("wxt/browser"));
  const fixture = files.indexOf(FIXTURE);
  return api >= 0 && (fixture < 0 || fixture > api);
}

// `wxt/browser` reads the global once. A test file that loads it too early would leave the other files of its process without a browser.
test("test files load the fake browser before any module that uses it", () => {
  expect(testFiles().filter((path) => loadsTooEarly(path))).toEqual([]);
  expect(loadsTooEarly("locales/i18n.ts")).toBe(true);
});
