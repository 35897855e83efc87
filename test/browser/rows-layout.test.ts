import type { Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { sized } from "../effort.ts";
import { shiftsOf, watchShifts } from "./layout-shifts.ts";
import { resultsOf, showResults, test } from "./rows-page.ts";

const LISTS = [
  ...[
    "/search?q=widgets",
    "/search?q=the&type=pullrequests",
    "/bob",
    "/bob?tab=repositories",
    "/bob?tab=stars",
    "/acme",
  ],
  ...["/orgs/acme/repositories", "/watching", "/trending?since=weekly", "/topics/corners", "/acme/widgets/forks"],
  ...["/acme/widgets/pulls", "/dashboard"],
];

/** Words that a row's controls lie over, and controls that are cut off or outside of the window. */
function faultsOf(page: Page): Promise<string[]> {
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
    test(`move nothing and cover no words, ${direction}`, async ({ list }) => {
      const { page } = list;
      await watchShifts(page);
      await list.signIn("bob");
      if (direction === "rtl") {
        await page.route("**/*", async (route) => {
          if (route.request().resourceType() !== "document") return route.fallback();
          const answer = await route.fetch();
          await route.fulfill({ response: answer, body: (await answer.text()).replace("<html", '<html dir="rtl"') });
        });
      }
      for (const path of LISTS.filter((_, index) => direction === "ltr" || index % sized(3, 1) === 0)) {
        await page.setViewportSize({ width: 360, height: 900 });
        await list.open(path);
        const known = /^(Unstar|Star|Review requests: (?!unk).*)$/;
        await list.rows.getByRole("button", { name: known }).first().waitFor();
        expect.soft([path, await shiftsOf(page), await faultsOf(page)]).toEqual([path, [], []]);
        await page.setViewportSize({ width: 1200, height: 900 });
        await expect.poll(async () => [path, await faultsOf(page)]).toEqual([path, []]);
      }
    });
  }

  test("find another place when the window becomes narrow", async ({ list }) => {
    const { page } = list;
    await list.open("/search?q=widgets");
    await list.row("acme/widgets").waitFor();
    await page.evaluate(() => {
      const facts = document.querySelector(".search-title");
      facts?.append(" and a title that goes on and on, for as long as there is any room");
    });
    await page.setViewportSize({ width: 360, height: 900 });
    await expect.poll(() => faultsOf(page)).toEqual([]);
  });

  test("are shown to who is at the row where there is no room at all", async ({ list }) => {
    const { page } = list;
    const row = `<div class="search-result" id="full"><h3><a href="/parts/bolts">${"bolts ".repeat(300)}</a></h3></div>`;
    await showResults(page, `<div data-testid="results-list">${row}</div>`);
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

test("a page of a thousand repositories has controls only in the rows that somebody sees", async ({ list }) => {
  const { page } = list;
  await showResults(page, resultsOf(Array.from({ length: 1000 }, (_, n) => `acme/r${n}`)));
  await list.open("/search?q=zzz");
  await list.row("acme/r0").getByRole("button", { name: /^Star/ }).waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await list.row("acme/r999").getByRole("button", { name: /^Star/ }).waitFor();
  await expect.poll(() => list.rows.count()).toBeLessThan(30);
});
