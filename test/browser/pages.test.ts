import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { parsePage } from "../../extension/page/parse-page.ts";
import { isFullRun } from "../test-size.ts";
import { COLOR_RULES } from "./axe-rules.ts";
import { browserTest, newContext } from "./session.ts";
import { signInOnSite, signOutOnSite } from "./site-session.ts";

const test = browserTest({ seed: "full" });

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Every kind of page, full and empty, as bob sees it. */
const PAGES = [
  "/acme/widgets",
  "/acme/gears",
  "/acme/museum",
  "/acme/widgets/tree/main/src",
  "/acme/widgets/blob/main/src/corners.ts",
  "/acme/widgets/blob/main/README.md",
  "/acme/widgets/pulls",
  "/acme/widgets/pulls?q=is%3Apr+is%3Aclosed",
  "/acme/widgets/pulls?q=zzz",
  "/acme/widgets/pull/1",
  "/acme/widgets/pull/1/files",
  "/acme/widgets/pull/8",
  "/acme/widgets/pull/9",
  "/acme/widgets/pull/10",
  "/acme/widgets/pull/1/checks",
  "/acme/widgets/issues",
  "/acme/widgets/issues?q=zzz",
  "/acme/widgets/issues/2",
  "/acme/widgets/issues/5",
  "/acme/widgets/commits",
  "/acme/widgets/commits/round-corners/src",
  "/acme/widgets/releases",
  "/acme/widgets/releases/tag/v1.1.0",
  "/notifications",
  "/notifications?query=repo%3Aacme%2Fwidgets",
  "/acme/widgets/stargazers",
  "/acme/widgets/watchers",
  "/acme/widgets/forks",
  "/acme/museum/stargazers",
  "/search",
  "/search?q=widgets",
  "/search?q=the&type=pullrequests",
  "/search?q=a&type=users",
  "/search?q=zzz",
  "/bob",
  "/dora",
  "/bob?tab=repositories",
  "/bob?tab=stars",
  "/dora?tab=stars",
  "/trending",
  "/trending/typescript?since=weekly",
  "/topics/corners",
  "/dashboard",
  "/acme",
  "/orgs/acme/repositories",
  "/watching",
  "/login",
  "/unknown-user",
];

/** Pages that together contain every colored element; a quick run checks a third of them. */
const DARK_MODE_PAGES = new Set(
  [
    "/acme/widgets",
    "/acme/museum",
    "/acme/widgets/pulls",
    "/acme/widgets/pull/1",
    "/acme/widgets/pull/9",
    "/acme/widgets/blob/main/src/corners.ts",
    "/acme/widgets/stargazers",
    "/search?q=widgets",
    "/bob",
    "/acme",
    "/trending/typescript?since=weekly",
    "/topics/corners",
    "/dashboard",
    "/login",
    "/unknown-user",
  ].filter((_, index) => isFullRun || index % 3 === 0),
);

/** Collects the browser's console and page errors. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("404")) errors.push(message.text());
  });
  return errors;
}

/** Marks the document, to detect whether a later navigation reloaded it. */
const markDocument = (page: Page) => page.evaluate(() => document.documentElement.setAttribute("data-mark", ""));
const isDocumentMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-mark"));

/**
 * Returns the violations that axe finds; axe must already be in the page.
 * @param options of `axe.run`; default all rules
 */
async function axeViolations(page: Page, options: object = {}): Promise<unknown[]> {
  return page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ["violations"], ...options })}).then(({ violations }) =>
       violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => [html, failureSummary])]))`,
  );
}

describe.each(["first", "second"] as const)("every page of the %s half", (half) => {
  test("has no axe violations, in light and dark mode, and fits into a narrow window", async ({
    emulator,
    tab: { page },
  }) => {
    const errors = collectErrors(page);
    await signInOnSite(page, emulator.webUrl, "bob");
    const middle = Math.ceil(PAGES.length / 2);
    for (const path of half === "first" ? PAGES.slice(0, middle) : PAGES.slice(middle)) {
      await page.setViewportSize({ width: 1200, height: 720 });
      await page.goto(`${emulator.webUrl}${path}`);
      await page.evaluate(AXE);
      expect.soft([path, await axeViolations(page)]).toEqual([path, []]);
      if (DARK_MODE_PAGES.has(path)) {
        await page.emulateMedia({ colorScheme: "dark" });
        const backgroundColor = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        await expect.poll(async () => [path, await backgroundColor()]).toEqual([path, "rgb(14, 18, 23)"]);
        // The other rules give the same result in both color schemes.
        const violations = await axeViolations(page, { runOnly: COLOR_RULES });
        expect.soft([path, violations]).toEqual([path, []]);
        await page.emulateMedia({ colorScheme: "light" });
      }
      await page.setViewportSize({ width: 360, height: 720 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft([path, overflow]).toEqual([path, 0]);
    }
    expect(errors).toEqual([]);
  });
});

describe("soft navigation", () => {
  test("navigates between pages and back without a reload", async ({ emulator, tab: { page } }) => {
    const errors = collectErrors(page);
    await page.goto(`${emulator.webUrl}/acme/widgets`);
    await markDocument(page);
    await page.getByRole("link", { name: /^Pull requests/ }).click();
    await page.waitForURL("**/acme/widgets/pulls");
    await page.getByRole("link", { name: "Round the corners of the widget" }).click();
    await page.locator("#requested-reviewers").waitFor();
    await expect
      .poll(() => page.title())
      .toBe("Round the corners of the widget by bob · Pull Request #1 · acme/widgets");
    await page.goBack();
    await page.locator("#issue_1_link").waitFor();
    await page.getByRole("searchbox", { name: "Search all pull requests" }).fill("is:closed");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/pulls?q=is%3Aclosed");
    await page.locator("#issue_9_link").waitFor();
    expect(await page.locator("#issue_1_link").count()).toBe(0);
    expect(await isDocumentMarked(page)).toBe(true);
    // Elements that exist once per document are not duplicated.
    await expect.poll(() => page.locator("head link[rel=stylesheet], head script").count()).toBe(3);
    expect(errors).toEqual([]);
  });

  test("signs in, returns to the previous page, and signs out", async ({ emulator, tab: { page } }) => {
    await page.goto(`${emulator.webUrl}/acme/gears`);
    await markDocument(page);
    await page.getByRole("link", { name: "sign in" }).last().click();
    await page.getByRole("button", { name: /^bob/ }).click();
    await page.waitForURL("**/acme/gears");
    await page.locator("#star-count").waitFor();
    await expect.poll(() => page.locator("meta[name=user-login]").getAttribute("content")).toBe("bob");
    await signOutOnSite(page);
    await page.waitForURL(`${emulator.webUrl}/`);
    await page.goBack();
    await page.getByRole("heading", { name: "This page doesn't exist" }).waitFor();
    await expect.poll(() => page.locator("meta[name=user-login]").getAttribute("content")).toBe("");
  });

  test("shows progress on a slow page", async ({ emulator, tab: { page } }) => {
    const errors = collectErrors(page);
    await page.goto(`${emulator.webUrl}/acme/widgets`);
    let respond = () => {};
    const pendingResponse = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route("**/forks", async (route) => {
      await pendingResponse;
      await route.continue();
    });
    await page.getByTestId("fork-button").click();
    const bar = page.locator(".turbo-progress-bar");
    await bar.waitFor({ state: "attached" });
    // The progress bar's style is allowed by the page's content security policy.
    await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).position)).toBe("fixed");
    respond();
    await page.getByRole("heading", { name: "Forks" }).waitFor();
    expect(errors).toEqual([]);
  });

  test("keeps the extension working", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(true).waitFor();
    await markDocument(tab.page);
    for (let n = 0; n < 2; n += 1) {
      await tab.page.getByRole("link", { name: /^Pull requests/ }).click();
      await tab.page.getByRole("link", { name: "Round the corners of the widget" }).click();
      await tab.page.getByRole("group", { name: "Review requests" }).getByRole("combobox").waitFor();
      await tab.page.getByRole("link", { name: "widgets", exact: true }).click();
      await tab.star(true).waitFor();
    }
    expect(await isDocumentMarked(tab.page)).toBe(true);
    expect(await tab.page.locator("forgehand-overlay").count()).toBe(1);
    await expect.poll(() => tab.page.url()).toBe(`${emulator.webUrl}/acme/widgets`);
  });
});

describe("further pages of a long list", () => {
  const stars = Object.fromEntries(
    Array.from({ length: 65 }, (_, index) => [`acme/r${index}`, { stars: { ann: `-${index + 1}d` } }]),
  );

  const test = browserTest({ seed: { users: { ann: {} }, organizations: { acme: {} }, repositories: stars } });

  test("replace only the list's part of the page", async ({ emulator, tab: { page } }) => {
    await page.goto(`${emulator.webUrl}/ann?tab=stars`);
    await markDocument(page);
    await page.locator(".vcard-names").evaluate((element) => element.setAttribute("data-mark", ""));
    await page.locator("#user-starred-repos").getByRole("link", { name: "acme / r0", exact: true }).waitFor();
    await page.evaluate(() => {
      const { documentElement } = document;
      addEventListener("turbo:load", () => documentElement.setAttribute("data-loaded", location.search));
    });
    for (const [number, last] of [
      [2, "r59"],
      [3, "r64"],
    ]) {
      await page.getByRole("link", { name: "Next" }).click();
      await page.getByRole("link", { name: `acme / ${last}`, exact: true }).waitFor();
      // Going back earlier would return to a page that was not cached yet.
      await page.locator(`html[data-loaded="?tab=stars&page=${number}"]`).waitFor();
    }
    await expect.poll(() => page.url()).toBe(`${emulator.webUrl}/ann?tab=stars&page=3`);
    await expect.poll(() => page.locator(".vcard-names[data-mark]").count()).toBe(1);
    await page.goBack();
    await page.getByRole("link", { name: "acme / r59", exact: true }).waitFor();
    // Links to pages without that part load whole pages.
    await page.getByRole("link", { name: "acme / r59", exact: true }).click();
    await page.getByRole("navigation", { name: "Repository" }).waitFor();
    expect(await isDocumentMarked(page)).toBe(true);
  });
});

/** Pages with lists, selectors of their rows and of the rows' titles, and the kind of each row's subject. */
const ROWS = [
  ["/search?q=widgets", "[data-testid=results-list] > div", ".search-title a", "repository"],
  ["/search?q=the&type=pullrequests", "[data-testid=results-list] > div", ".search-title a", "pull-request"],
  ["/bob?tab=stars", "turbo-frame#user-starred-repos .col-12.d-block.width-full", "h3 a", "repository"],
  ["/bob", ".js-pinned-items-reorder-container li", ".pinned-item-list-item-content a", "repository"],
  ["/bob?tab=repositories", "#user-repositories-list > ul > li", "h3 a[itemprop='name codeRepository']", "repository"],
  ["/acme", ".org-repos.repo-list li", "a[itemprop='name codeRepository']", "repository"],
  ["/orgs/acme/repositories", "li", "div[data-testid=list-view-item-title-container] h4 a", "repository"],
  ["/acme/widgets/pulls", "[data-testid=list-view-items] > li", "a.markdown-title.js-navigation-open", "pull-request"],
  ["/watching", "li.js-subscription-row", "a", "repository"],
  ["/acme/widgets/forks", "li.Box-row", "a", "repository"],
  ["/trending?since=weekly", "article.Box-row", "h2.h3 a", "repository"],
  ["/topics/corners", "article.border.rounded", "h2.f3 a", "repository"],
  ["/dashboard", "[data-repos-container] li", ".wb-break-word a", "repository"],
  ["/dashboard", ".dashboard-list .search-result", ".search-title a", "pull-request"],
] as const;

/** Classifies the URL of a repository or of a pull request; undefined for pages within them. */
function kindOf({ href, origin, pathname }: URL): "repository" | "pull-request" | undefined {
  const page = parsePage(href);
  return page && page.kind !== "list" && page.key === origin + pathname ? page.kind : undefined;
}

test("a list row has exactly one link to its subject", async ({ emulator, tab: { page } }) => {
  await emulator.control.seed({ repositories: { "bob/rounds": { topics: ["corners"] } } });
  await signInOnSite(page, emulator.webUrl, "bob");
  for (const [path, row, title, kind] of ROWS) {
    await page.goto(`${emulator.webUrl}${path}`);
    const rows = page
      .locator("main")
      .locator(row)
      .filter({ has: page.locator(title) });
    expect([path, await rows.count()]).toEqual([path, expect.toSatisfy((count) => count > 1)]);
    const found = await rows.evaluateAll(
      (all, title) =>
        all.map((row) => ({
          links: [...row.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? ""),
          titles: [...row.querySelectorAll(title)].map((link) => link.getAttribute("href")),
        })),
      title,
    );
    for (const { links, titles } of found) {
      const subjectLinks = links.filter((link) => kindOf(new URL(link, emulator.webUrl)) !== undefined);
      expect([path, subjectLinks]).toEqual([path, titles]);
      expect(subjectLinks).toHaveLength(1);
      expect(kindOf(new URL(subjectLinks[0] ?? "", emulator.webUrl))).toBe(kind);
    }
  }
});

describe("the keyboard alone", () => {
  test("is enough to skip to the content, with visible focus", async ({ emulator, tab: { page } }) => {
    await page.goto(`${emulator.webUrl}/acme/widgets`);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect
      .poll(() => skip.evaluate((link) => link === document.activeElement && link.getBoundingClientRect().top >= 0))
      .toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("start-of-content");
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    await expect.poll(() => focused.evaluate((element) => element.closest("main") !== null)).toBe(true);
    await expect.poll(() => focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");
  });

  test("is enough to sign in", async ({ emulator, tab: { page } }) => {
    await page.goto(`${emulator.webUrl}/login?q=carol`);
    await page.getByRole("searchbox", { name: "Find a user…" }).focus();
    for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
    await page.waitForURL("**/carol");
    await expect.poll(() => page.locator("meta[name=user-login]").getAttribute("content")).toBe("carol");
  });
});

test("pages work without scripts", async ({ emulator }) => {
  const context = await newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signInOnSite(page, emulator.webUrl, "bob");
  await page.goto(`${emulator.webUrl}/search?q=gears`);
  await page.getByRole("link", { name: "acme / gears" }).click();
  await expect.poll(() => page.locator("#star-count").innerText()).toBe("2");
  await context.close();
});
