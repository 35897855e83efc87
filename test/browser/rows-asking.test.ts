import type { Emulator } from "@forgehand/emulator";
import { describe, expect } from "vitest";
import { holdAnswers } from "./hold-answers.ts";
import { inIsolatedWorld } from "./isolated-world.ts";
import { resultsOf, showResults, test } from "./rows-page.ts";

describe("what rows ask for", () => {
  const names = Array.from({ length: 60 }, (_, n) => `acme/r${String(n).padStart(2, "0")}`);
  /** The repositories that were asked for. */
  const asked = ({ control }: Emulator) => {
    const paths = control.calls().flatMap(({ path }) => /\/repos\/(acme\/r\d+)$/.exec(path)?.[1] ?? []);
    return new Set(paths);
  };
  const plant = async (emulator: Emulator) => {
    await emulator.control.seed({ repositories: Object.fromEntries(names.map((name) => [name, {}])) });
    emulator.control.clearCalls();
  };

  test("is only what is seen, and not what is scrolled past", async ({ emulator, list }) => {
    await plant(emulator);
    await showResults(list.page, resultsOf(names));
    // So much goes by in an instant that nothing on the way is looked at.
    await list.open("/search?q=zzz");
    await list.row("acme/r00").locator("[aria-pressed=false]").waitFor();
    await list.page.evaluate(async () => {
      for (let top = 0; top < document.documentElement.scrollHeight; top += 500) {
        scrollTo(0, top);
        await new Promise(requestAnimationFrame);
      }
      scrollTo(0, document.documentElement.scrollHeight);
    });
    await list.row("acme/r59").locator("[aria-pressed=false]").waitFor();
    const seen = asked(emulator);
    expect([seen.has("acme/r00"), seen.has("acme/r59"), seen.has("acme/r30")]).toEqual([true, true, false]);
    await expect.poll(() => list.rows.count()).toBeLessThan(20);
    await expect.poll(() => list.row("acme/r00").count()).toBe(0);
  });

  test("is asked for three rows at a time", async ({ browser, emulator, list }) => {
    await plant(emulator);
    await showResults(list.page, resultsOf(names));
    // The route that was added last takes the first three.
    const second = await holdAnswers(browser.context, /\/user\/starred\//);
    const first = await holdAnswers(browser.context, /\/user\/starred\//, { times: 3 });
    await list.open("/search?q=zzz");
    await expect.poll(first.count).toBe(3);
    // A message that is answered later than all that the rows have asked by then.
    await list.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await inIsolatedWorld(list.page, 'chrome.runtime.sendMessage({ type: "none" })');
    expect([...asked(emulator)].toSorted()).toEqual(names.slice(0, 3));
    await first.release();
    await expect.poll(second.count).toBe(3);
    expect([...asked(emulator)].toSorted()).toEqual(names.slice(0, 6));
  });

  test("ends where a limit is reached, which a row tells of", async ({ emulator, list }) => {
    await plant(emulator);
    await showResults(list.page, resultsOf(names));
    const reset = Math.ceil(Date.now() / 1000) + 90;
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) };
    emulator.control.faults.add({ status: 403, headers, message: "API rate limit exceeded" });
    await list.open("/search?q=zzz");
    await list.row("acme/r05").getByRole("button", { name: "Star: not known. Why?" }).click();
    const told = list.page.getByRole("dialog").filter({ hasText: "limit is reached" });
    await told.filter({ hasText: /1:[0-3]\d/ }).waitFor();
    // Three rows are asked for at once, and no more after them.
    expect(asked(emulator).size).toBeLessThanOrEqual(3);
    await list.page.keyboard.press("Escape");
    await told.waitFor({ state: "detached" });
  });
});
