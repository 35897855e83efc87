import { createClient } from "@forgehand/core";
import { checkStar, starRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient } from "../service/service-client.ts";
import { mockSearchResults, renderSearchResults, test } from "./rows.fixture.ts";

const NAMES = ["acme/widgets", "parts/bolts", "acme/museum"];

/** HTML of one more row. */
const renderRow = (name: string) =>
  renderSearchResults([name]).replace(/^<div data-testid="results-list">|<\/div>$/g, "");

describe("rows that are added later", () => {
  test("get controls immediately", async ({ list }) => {
    await mockSearchResults(list.page, renderSearchResults(NAMES.slice(0, 2)));
    await list.open("/search?q=zzz");
    await list.row("acme/widgets").waitFor();
    await list.page.evaluate(
      (html) => document.querySelector("[data-testid=results-list]")?.insertAdjacentHTML("beforeend", html),
      renderRow("acme/museum"),
    );
    await list.row("acme/museum").locator("[aria-pressed]").waitFor();
    await expect.poll(() => list.rows.count()).toBe(3);
  });

  test("get controls on a page whose list is rendered by a script", async ({ list }) => {
    await mockSearchResults(list.page, "<div id=react-app></div>");
    await list.open("/search?q=zzz");
    // The overlay appears after the rows' script has found no rows.
    await list.page.locator("forgehand-overlay").waitFor({ state: "attached" });
    await list.page.evaluate((html) => {
      const app = document.querySelector("#react-app");
      if (app) app.innerHTML = `<div><div>${html}</div></div>`;
    }, renderSearchResults(NAMES));
    await list.row("acme/museum").locator("[aria-pressed]").waitFor();
    await expect.poll(() => list.rows.count()).toBe(3);
  });

  test("get controls in a list that replaces another", async ({ list }) => {
    await mockSearchResults(list.page, renderSearchResults(NAMES.slice(0, 1)));
    await list.open("/search?q=zzz");
    await list.row("acme/widgets").waitFor();
    await list.page.evaluate(
      (html) => {
        const old = document.querySelector("[data-testid=results-list]");
        if (old) old.outerHTML = html;
      },
      renderSearchResults(["parts/bolts"]),
    );
    await list.row("parts/bolts").locator("[aria-pressed]").waitFor();
    await expect.poll(() => list.rows.count()).toBe(1);
  });
});

describe("rows of a repository's lists", () => {
  test("get controls after a soft navigation within the repository, as after a reload", async ({ list }) => {
    const { page } = list;
    await list.open("/acme/widgets");
    await page.getByRole("button", { name: "Unstar", exact: true }).waitFor();
    await page.evaluate(() => document.documentElement.setAttribute("data-same-document", ""));
    await page.getByRole("link", { name: /^Pull requests/ }).click();
    await list.row("acme/widgets#1").waitFor();
    await page.goBack();
    await page.getByRole("link", { name: /^Fork/ }).click();
    await list.row("bob/widgets").locator("[aria-pressed]").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Unstar", exact: true }).waitFor();
    await expect.poll(() => list.rows.count()).toBe(0);
    expect(await page.locator("html[data-same-document]").count()).toBe(1);
  });
});

describe("rows that are removed or changed", () => {
  test("remove their controls, and leave nothing behind", async ({ list }) => {
    await mockSearchResults(list.page, renderSearchResults(NAMES));
    await list.open("/search?q=zzz");
    await list.row("parts/bolts").waitFor();
    await list.page.evaluate(() => {
      const list = document.querySelector("[data-testid=results-list]");
      const [first, second] = list?.children ?? [];
      // One row is removed for good, and one returns without its link.
      first?.remove();
      second?.querySelector("a")?.removeAttribute("href");
      list?.append(document.createElement("div"));
    });
    await expect.poll(() => list.rows.count()).toBe(1);
    const traces = list.page.locator("[data-testid=results-list] > div[style]");
    await expect.poll(() => traces.count()).toBe(1);
    await list.row("acme/museum").waitFor();
  });

  test("lose their controls immediately when rows are switched off, and get them back", async ({ emulator, list }) => {
    const { page } = list;
    await list.open("/search?q=widgets");
    await list.row("acme/widgets").locator("[aria-pressed]").waitFor();
    const options = await page.context().newPage();
    const extension = page.context().serviceWorkers()[0]?.url() ?? "";
    await options.goto(new URL("/options.html", extension).href);
    const save = (controls: object) =>
      options.evaluate(`(async () => {
        const { value } = await chrome.runtime.sendMessage({ type: "settings" });
        const controls = { ...value.settings.controls, ...${JSON.stringify(controls)} };
        await chrome.runtime.sendMessage({ type: "save-settings", settings: { ...value.settings, controls } });
      })()`);
    await save({ rows: false });
    await expect.poll(() => list.rows.count()).toBe(0);
    await expect.poll(() => page.locator("[data-testid=results-list] [style]").count()).toBe(0);
    emulator.control.clearCalls();
    await save({ rows: true, star: false });
    await list
      .row("acme/widgets")
      .getByRole("button", { name: /^Watch/ })
      .waitFor();
    expect(await list.row("acme/widgets").locator("[aria-label=Star], [aria-label=Unstar]").count()).toBe(0);
    await list.row("acme/museum").getByRole("button", { name: "Watch: not watching" }).waitFor();
    expect(emulator.control.calls().filter(({ operation }) => operation === "checkStar")).toEqual([]);
  });

  test("report an error if a row now shows another repository", async ({ emulator, list }) => {
    const { call } = createServiceClient(emulator);
    await list.open("/search?q=bolts");
    const star = list.row("parts/bolts").locator("[aria-label=Star][aria-pressed=false]");
    await star.waitFor();
    // A script puts another result into this row's elements.
    await list.page.evaluate(() => {
      document.querySelector(".search-title a")?.setAttribute("href", "/acme/museum");
    });
    await star.click();
    await list.toast.filter({ hasText: "This row has changed" }).waitFor();
    await list.row("acme/museum").locator("[aria-label=Star][aria-pressed=false]").waitFor();
    expect(await call(checkStar, { owner: "parts", repo: "bolts" })).toBe(false);
    expect(await call(checkStar, { owner: "acme", repo: "museum" })).toBe(false);
  });
});

describe("soft navigation", () => {
  test("shows each page's own rows, forward and back, without duplicates", async ({ emulator, list }) => {
    const { page } = list;
    await list.signIn("bob");
    await list.open("/bob?tab=stars");
    const marked = page.evaluate(() => document.documentElement.setAttribute("data-mark", ""));
    await marked;
    for (let round = 0; round < 2; round += 1) {
      await list.row("acme/attic").locator("[aria-pressed]").waitFor();
      await page.getByRole("link", { name: /^Repositories/ }).click();
      await list.row("bob/notes").locator("[aria-pressed]").waitFor();
      await expect.poll(() => list.row("acme/attic").count()).toBe(0);
      await page.getByRole("button", { name: "Open user navigation menu" }).click();
      await page.getByRole("link", { name: "Watching" }).click();
      await list.row("acme/gears").locator("[aria-pressed]").waitFor();
      await expect.poll(() => list.row("bob/notes").count()).toBe(0);
      await page.goBack();
      await list.row("bob/notes").locator("[aria-pressed]").waitFor();
      await page.goBack();
    }
    await list.row("acme/attic").locator("[aria-pressed]").waitFor();
    await expect.poll(() => list.rows.count()).toBe(await page.locator("#user-starred-repos .col-12.d-block").count());
    // Rows of a page restored from the cache still work.
    await list.row("acme/attic").getByRole("button", { name: "Unstar" }).click();
    await expect
      .poll(() => emulator.control.calls().some(({ operation }) => operation === "unstarRepository"))
      .toBe(true);
    await expect.poll(() => page.locator("html[data-mark]").count()).toBe(1);
  });

  test("within a part of the page adds rows too", async ({ emulator, list }) => {
    const names = Array.from({ length: 35 }, (_, n) => `acme/r${String(n).padStart(2, "0")}`);
    const stars = names.map((name, n) => [name, { stars: { bob: `-${n + 100}d` } }]);
    await emulator.control.seed({ repositories: Object.fromEntries(stars) });
    await list.open("/bob?tab=stars");
    await list.row("acme/widgets").waitFor();
    await list.page.getByRole("link", { name: "Next" }).click();
    await list.row("acme/r34").locator("[aria-pressed=true]").waitFor();
    await expect.poll(() => list.row("acme/widgets").count()).toBe(0);
  });

  test("to a page without lists leaves nothing behind", async ({ list }) => {
    await list.open("/search?q=bolts");
    await list.row("parts/bolts").waitFor();
    await list.page.getByRole("link", { name: "parts / bolts" }).click();
    await list.page.locator("#star-count").waitFor();
    await expect.poll(() => list.rows.count()).toBe(0);
  });
});

test("rows are refreshed when the tab becomes visible again", async ({ emulator, list }) => {
  await list.open("/search?q=bolts");
  await list.row("parts/bolts").locator("[aria-label=Star][aria-pressed=false]").waitFor();
  const bob = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["bob"] ?? "" });
  await bob.call(starRepository, { owner: "parts", repo: "bolts" });
  await list.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await list.row("parts/bolts").getByRole("button", { name: "Unstar" }).waitFor();
});
