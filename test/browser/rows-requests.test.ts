import type { Emulator } from "@forgehand/emulator";
import { describe, expect } from "vitest";
import { holdResponses } from "./hold-responses.ts";
import { inIsolatedWorld } from "./isolated-world.ts";
import { mockSearchResults, renderSearchResults, test } from "./rows.fixture.ts";

describe("requests of rows", () => {
  const names = Array.from({ length: 60 }, (_, n) => `acme/r${String(n).padStart(2, "0")}`);
  /** Repositories whose state was requested. */
  const requestedRepositories = ({ control }: Emulator) => {
    const paths = control.calls().flatMap(({ path }) => /\/repos\/(acme\/r\d+)$/.exec(path)?.[1] ?? []);
    return new Set(paths);
  };
  const seedRepositories = async (emulator: Emulator) => {
    await emulator.control.seed({ repositories: Object.fromEntries(names.map((name) => [name, {}])) });
    emulator.control.clearCalls();
  };

  test("are sent for visible rows only, not for rows scrolled past", async ({ emulator, list }) => {
    await seedRepositories(emulator);
    await mockSearchResults(list.page, renderSearchResults(names));
    // Scrolling is instant, so that rows on the way are too briefly visible for a request.
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
    await expect.poll(() => requestedRepositories(emulator).has("acme/r59")).toBe(true);
    const requested = requestedRepositories(emulator);
    expect([requested.has("acme/r00"), requested.has("acme/r30")]).toEqual([true, false]);
    await expect.poll(() => list.rows.count()).toBeLessThan(20);
    await expect.poll(() => list.row("acme/r00").count()).toBe(0);
  });

  test("are sent for three rows at a time", async ({ browser, emulator, list }) => {
    await seedRepositories(emulator);
    await mockSearchResults(list.page, renderSearchResults(names));
    // The route added last handles the first three requests.
    const second = await holdResponses(browser.context, /\/user\/starred\//);
    const first = await holdResponses(browser.context, /\/user\/starred\//, { times: 3 });
    await list.open("/search?q=zzz");
    await expect.poll(first.count).toBe(3);
    // The reply to this message arrives after all earlier messages of the rows.
    await list.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await inIsolatedWorld(list.page, 'chrome.runtime.sendMessage({ type: "none" })');
    // The requests that are not held can still be on their way.
    const requested = () => [...requestedRepositories(emulator)].toSorted();
    await expect.poll(requested).toEqual(names.slice(0, 3));
    await first.release();
    await expect.poll(second.count).toBe(3);
    await expect.poll(requested).toEqual(names.slice(0, 6));
  });

  test("stop at a rate limit, which a row reports", async ({ emulator, list }) => {
    await seedRepositories(emulator);
    await mockSearchResults(list.page, renderSearchResults(names));
    const reset = Math.ceil(Date.now() / 1000) + 90;
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) };
    emulator.control.faults.add({ status: 403, headers, message: "API rate limit exceeded" });
    await list.open("/search?q=zzz");
    await list.row("acme/r05").getByRole("button", { name: "Star: unknown. Why?" }).click();
    const dialog = list.page.getByRole("dialog").filter({ hasText: "limit has been reached" });
    await dialog.filter({ hasText: /1:[0-3]\d/ }).waitFor();
    // Three rows are requested concurrently, and none after them.
    expect(requestedRepositories(emulator).size).toBeLessThanOrEqual(3);
    await list.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});
