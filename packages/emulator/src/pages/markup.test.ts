import { checkStar, getSubscription, setSubscription } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Markup } from "../markup.ts";
import { clientFor } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";
import { openBrowser } from "./browser.fixture.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };

/** Start tags and texts that scripts for GitHub's pages look for, by generation and path. */
const EXPECTED: Readonly<Record<Markup, Readonly<Record<string, readonly RegExp[]>>>> = {
  2022: {
    "/acme/widgets": [
      /<header class="Header" role="banner">/,
      /<div id="repository-container-header"[^>]*(?<!hidden)>/,
      /<ul class="pagehead-actions">/,
      /<nav class="UnderlineNav" aria-label="Repository">/,
      /<turbo-frame id="repo-content-turbo-frame"/,
    ],
    "/acme/widgets/pull/1": [/<div id="partial-discussion-header" class="gh-header/],
    "/acme/widgets/pulls": [/class="Box-row js-navigation-item js-issue-row"/],
    "/acme/widgets/issues": [/class="Box-row js-navigation-item js-issue-row"/],
  },
  2024: {
    "/acme/widgets": [
      /<header class="AppHeader" role="banner"/,
      /<div class="AppHeader-localBar"><nav class="UnderlineNav" aria-label="Repository">/,
      /<div id="repository-container-header"[^>]* hidden><\/div>/,
      /<ul class="pagehead-actions">/,
    ],
    "/acme/widgets/pulls": [/class="Box-row js-navigation-item js-issue-row"/],
    "/acme/widgets/issues": [/class="Box-row js-navigation-item js-issue-row"/],
  },
  2026: {
    "/acme/widgets": [
      /<react-partial partial-name="global-nav-bar"[^>]*>\s*<div class="GlobalNav"[^>]*>\s*<header role="banner"/,
      /<nav [^>]*aria-label="Breadcrumbs">/,
      /<nav [^>]*aria-label="Repository">/,
      /<div id="repository-container-header"[^>]* hidden><\/div>/,
      /<react-app app-name="code-view"/,
      /<h2>About<\/h2>[\s\S]*data-testid="watch-button"[\s\S]*data-testid="fork-button"[\s\S]*data-testid="star-button"/,
    ],
    "/acme/widgets/pull/1": [
      /<meta name="route-pattern" content="\/:user_id\/:repository\/pull\/:id"/,
      /<div id="partial-discussion-header" class="gh-header/,
      /aria-label="Pull request navigation tabs"/,
      /id="partial-discussion-sidebar"[^>]*>\s*<section[^>]*>\s*<form class="js-issue-sidebar-form" aria-label="Select reviewers"/,
    ],
    "/acme/widgets/pull/1/files": [/data-component="PageHeader" class="[^"]*StickyPullRequestHeader-module__/],
    "/acme/widgets/pulls": [/<ul [^>]*data-testid="list-view-items">\s*<li /],
    "/acme/widgets/issues": [/<react-app app-name="issues-react"/, /<ul [^>]*data-testid="list-view-items">\s*<li /],
    "/search?q=widgets": [/<div data-testid="results-list">[\s\S]*<h3[\s\S]*data-testid="star-button"/],
    "/trending?since=monthly": [/<article class="Box-row[^>]*>\s*<div class="float-right[^>]*>[\s\S]*star-button/],
    "/bob?tab=stars": [/id="user-starred-repos"[\s\S]*col-12 d-block width-full py-4[\s\S]*star-button/],
  },
};

describe.each(["2022", "2024", "2026"] as const)("the markup of %s", (markup) => {
  const test = emulatorTest({ seed: "full", markup });

  test("has the landmarks of its time, signed in and out", async ({ emulator }) => {
    for (const login of [undefined, "bob"]) {
      const { see } = await openBrowser(emulator, login);
      for (const [path, patterns] of Object.entries(EXPECTED[markup])) {
        const { status, text } = await see(path);
        expect([path, status]).toEqual([path, 200]);
        for (const pattern of patterns) expect(text).toMatch(pattern);
        expect(text).toContain(`<meta name="user-login" content="${login ?? ""}" />`);
        expect(text.includes('aria-label="Open user navigation menu"')).toBe(login !== undefined && markup !== "2022");
      }
    }
  });

  test("does what its buttons say, and shows it", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const alice = await openBrowser(emulator, "alice");
    const isStarred = () => call(checkStar, WIDGETS);
    const before = await isStarred();
    for (const action of before ? ["unstar", "star"] : ["star", "unstar"]) {
      expect((await alice.post(`/acme/widgets/${action}`)).headers.get("location")).toBe("/acme/widgets");
      expect(await isStarred()).toBe(action === "star");
    }
    await alice.post("/settings/appearance", { color_mode: "dark" });
    expect((await alice.post("/settings/appearance", { color_mode: "pink" })).status).toBe(422);
    expect((await alice.post("/acme/widgets/star", {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await (await openBrowser(emulator)).post("/acme/widgets/star")).status).toBe(403);
  });
});

describe("custom watching", () => {
  const test = emulatorTest();

  test("is shown by the page only, and overwritten by the API", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const { see, post } = await openBrowser(emulator, "alice");
    const dataType = async () => /"subscriptionType":"([a-z]+)"/.exec((await see("/acme/widgets")).text)?.[1];
    await post("/acme/widgets/subscription", { do: "subscribed" });
    expect(await dataType()).toBe("watching");
    await post("/acme/widgets/subscription", { do: "custom", thread_types: "Release" });
    expect(await dataType()).toBe("custom");
    expect((await see("/acme/widgets")).text).toContain('{"name":"Release","enabled":true,"subscribed":true}');
    expect(await call(getSubscription, WIDGETS)).toBeNull();
    await call(setSubscription, { ...WIDGETS, subscribed: true });
    expect(await dataType()).toBe("watching");
  });
});
