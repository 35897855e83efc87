import { expect, test } from "vitest";
import { importsOf, loadedBy, sourceText, tests } from "./sources.ts";

const FIXTURE = "worker/browser.fixture.ts";

/** Does a file load the browser's API before the fixture has put one there? */
function loadsTooEarly(path: string): boolean {
  const files = [...loadedBy(path)];
  const api = files.findIndex((file) => /\.tsx?$/.test(file) && importsOf(sourceText(file)).includes("wxt/browser"));
  const fixture = files.indexOf(FIXTURE);
  return api >= 0 && (fixture < 0 || fixture > api);
}

// `wxt/browser` reads the global once: a test file that loads it earlier leaves no browser to the others of its process.
test("test files load the fake browser before all that uses it", () => {
  expect(tests().filter((path) => loadsTooEarly(path))).toEqual([]);
  expect(loadsTooEarly("ui/words.ts")).toBe(true);
});
