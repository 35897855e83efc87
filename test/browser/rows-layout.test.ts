import type { Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { pickSize } from "../test-size.ts";
import { observeLayoutShifts, readLayoutShifts } from "./layout-shifts.ts";
import { mockSearchResults, renderSearchResults, test } from "./rows.fixture.ts";

const LISTS = [
  "/search?q=widgets",
  "/search?q=the&type=pullrequests",
  "/bob",
  "/bob?tab=repositories",
  "/bob?tab=stars",
  "/acme",
  "/orgs/acme/repositories",
  "/watching",
  "/trending?since=weekly",
  "/topics/corners",
  "/acme/widgets/forks",
  "/acme/widgets/pulls",
  "/dashboard",
];

/** Texts that a row's controls cover, and controls that are clipped or outside of the window. */
function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("forgehand-row")].flatMap((host) => {
      const row = host.parentElement;
      const box = host.getBoundingClientRect();
      if (!row || host.hasAttribute("tight")) return [`${host.parentElement?.textContent}: no room`];
      const faults: string[] = [];
      if (box.width < 24 || box.left < 0 || box.right > innerWidth) faults.push("outside of the window");
      const words = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = words.nextNode(); node; node = words.nextNode()) {
        if ((node.nodeValue ?? "").trim() === "" || node.parentElement?.matches(".sr-only")) continue;
        range.selectNodeContents(node);
        for (const { left, right, top, bottom } of range.getClientRects()) {
          if (left < box.right && right > box.left && top < box.bottom && bottom > box.top) {
            faults.push(`over ${node.nodeValue}`);
          }
        }
      }
      return faults;
    }),
  );
}

describe("controls in rows", () => {
  for (const direction of ["ltr", "rtl"] as const) {
    test(`cause no layout shifts and cover no text, ${direction}`, async ({ list }) => {
      const { page } = list;
      await observeLayoutShifts(page);
      await list.signIn("bob");
      if (direction === "rtl") {
        await page.route("**/*", async (route) => {
          if (route.request().resourceType() !== "document") return route.fallback();
          const response = await route.fetch();
          await route.fulfill({
            response,
            body: (await response.text()).replace("<html", '<html dir="rtl"'),
          });
        });
      }
      for (const path of LISTS.filter((_, index) => direction === "ltr" || index % pickSize(3, 1) === 0)) {
        await page.setViewportSize({ width: 360, height: 900 });
        await list.open(path);
        const knownState = /^(Unstar|Star|Review requests: (?!unk).*)$/;
        await list.rows.getByRole("button", { name: knownState }).first().waitFor();
        expect.soft([path, await readLayoutShifts(page), await layoutFaults(page)]).toEqual([path, [], []]);
        await page.setViewportSize({ width: 1200, height: 900 });
        await expect.poll(async () => [path, await layoutFaults(page)]).toEqual([path, []]);
      }
    });
  }

  test("cover no text after the window becomes narrow", async ({ list }) => {
    const { page } = list;
    await list.open("/search?q=widgets");
    await list.row("acme/widgets").waitFor();
    await page.evaluate(() => {
      const title = document.querySelector(".search-title");
      title?.append(" and a title that goes on and on, for as long as there is any room");
    });
    await page.setViewportSize({ width: 360, height: 900 });
    await expect.poll(() => layoutFaults(page)).toEqual([]);
  });

  test("appear only on hover or focus if there is no space", async ({ list }) => {
    const { page } = list;
    const row = `<div class="search-result" id="full"><h3><a href="/parts/bolts">${"bolts ".repeat(300)}</a></h3></div>`;
    await mockSearchResults(page, `<div data-testid="results-list">${row}</div>`);
    const script = await page.addInitScript(() => {
      const style = new CSSStyleSheet();
      style.replaceSync("#full { padding: 0; white-space: nowrap; overflow: hidden; }");
      document.adoptedStyleSheets = [style];
    });
    onTestFinished(() => script.dispose());
    await list.open("/search?q=zzz");
    const host = list.rows.first();
    await host.waitFor({ state: "attached" });
    const opacity = () => host.evaluate((element) => getComputedStyle(element).opacity);
    await expect.poll(() => opacity()).toBe("0");
    await page.locator(".search-result").hover({ position: { x: 20, y: 8 } });
    await expect.poll(() => opacity()).toBe("1");
    await page.mouse.move(5, 5);
    await expect.poll(opacity).toBe("0");
    await list.row("parts/bolts").locator("button").first().focus();
    await expect.poll(() => opacity()).toBe("1");
  });
});

test("only visible rows of a page with a thousand repositories have controls", async ({ list }) => {
  const { page } = list;
  await mockSearchResults(page, renderSearchResults(Array.from({ length: 1000 }, (_, n) => `acme/r${n}`)));
  await list.open("/search?q=zzz");
  await list.row("acme/r0").getByRole("button", { name: /^Star/ }).waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await list.row("acme/r999").getByRole("button", { name: /^Star/ }).waitFor();
  await expect.poll(() => list.rows.count()).toBeLessThan(30);
});
