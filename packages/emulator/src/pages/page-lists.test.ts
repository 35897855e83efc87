import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { openBrowser } from "./browser.fixture.ts";

// The tests change nothing, so they share one emulator.

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: "full" });
});
afterAll(() => emulator.stop());

test("shows the state of a pull request", async () => {
  const { see } = await openBrowser(emulator);
  const stateOf = async (number: number) =>
    /class="State State--(\w+)"/.exec((await see(`/acme/widgets/pull/${number}`)).text)?.[1];
  expect([await stateOf(1), await stateOf(8), await stateOf(9), await stateOf(10)]).toEqual([
    "open",
    "draft",
    "merged",
    "closed",
  ]);
  // Issues have no pull request page.
  expect((await see("/acme/widgets/pull/2")).status).toBe(404);
});

test.for([
  [undefined, [1, 8, 61]],
  ["is:pr is:closed", [9, 10]],
  ["is:closed", [9, 10]],
  ["", [1, 8, 9, 10, 61]],
  ["is:pr", [1, 8, 9, 10, 61]],
  ["is:open is:closed", []],
  ["-is:open", [9, 10]],
  ["is:merged", [9]],
  ["author:bob", [1, 9, 61]],
  ["oil", [9]],
  ["is:issue", []],
  ["label:shape is:open", [1]],
] as const)("lists the pull requests of the query %j", async ([q, numbers]) => {
  const { see } = await openBrowser(emulator);
  const { text } = await see(`/acme/widgets/pulls${q === undefined ? "" : `?q=${encodeURIComponent(q)}`}`);
  const shown = [...text.matchAll(/id="issue_(\d+)"/g)].map(([, number]) => Number(number));
  expect(shown.toSorted((a, b) => a - b)).toEqual(numbers);
  expect(text).toMatch(/3\s+Open/);
  expect(text).toMatch(/2\s+Closed/);
  if (numbers.length === 0) expect(text).toContain("No results matched your search");
});

test("explains why a query is invalid", async () => {
  const { see } = await openBrowser(emulator);
  const many = Array.from({ length: 8 }, () => "a").join(" OR ");
  for (const path of ["/acme/widgets/pulls?", "/search?type=pullrequests&"]) {
    expect((await see(`${path}q=author:none-such`)).visibleText).toContain("There is no user called none-such here.");
    expect((await see(`${path}q=${encodeURIComponent(many)}`)).visibleText).toContain(
      "More than 5 AND / OR / NOT operators",
    );
    const deep = await see(`${path}q=${"(".repeat(1200)}a`);
    expect([deep.status, deep.visibleText.includes("A search has at most 1000 characters.")]).toEqual([200, true]);
  }
});

test.for([
  ["name", "/search?q=widgets", ["/acme/widgets", "/alice/widgets", "/bob/widgets", "/acme/museum"]],
  ["owner", "/search?q=user:bob", ["/bob/template", "/bob/widgets"]],
  ["language", "/search?q=language:typescript", ["/acme/widgets"]],
  ["topic", "/search?q=topic:corners", ["/acme/widgets"]],
  ["stars", "/search?q=stars:%3E2", ["/acme/widgets"]],
  ["an excluded owner", "/search?q=widgets+-user:acme", ["/alice/widgets", "/bob/widgets"]],
  ["archived", "/search?q=is:archived+widgets", ["/acme/museum"]],
  ["full name", "/search?q=acme/widgets", ["/acme/widgets"]],
  ["a percent sign", "/search?q=%25", []],
] as const)("finds repositories by %s", async ([, path, found]) => {
  const { text } = await (await openBrowser(emulator)).see(path);
  const shown = [...text.matchAll(/href="([^"]+)" itemprop="name codeRepository"/g)].map(
    ([, address]) => address ?? "",
  );
  expect(shown.toSorted()).toEqual(found.toSorted());
  if (found.length === 0) expect(text).toContain("did not match any repositories");
});

test("lists an exact name first", async () => {
  const { text } = await (await openBrowser(emulator, "alice")).see("/search?q=gears");
  const shown = [...text.matchAll(/href="([^"]+)" itemprop="name codeRepository"/g)].map(([, address]) => address);
  expect(shown[0]).toBe("/acme/gears");
});

test("finds users and organizations", async () => {
  const { see } = await openBrowser(emulator);
  expect((await see("/search?q=baker&type=users")).text).toContain('href="/bob"');
  const organizations = await see("/search?q=type:org&type=users");
  expect([...organizations.text.matchAll(/class="search-title"><a href="([^"]+)"/g)].map(([, to]) => to)).toEqual([
    "/acme",
    "/parts",
  ]);
});

/** Returns the paths of a page's repositories, in order. */
const listedRepositories = (text: string) =>
  [...text.matchAll(/href="([^"]+)" itemprop="name codeRepository"/g)].map(([, address]) => address);

describe("trending repositories", () => {
  test.for([
    ["of a week are sorted by new stars", "/trending?since=weekly", ["/acme/widgets", "/acme/attic"]],
    ["can be limited to one language", "/trending/typescript?since=weekly", ["/acme/widgets"]],
    ["can be none in a language", "/trending/cobol?since=monthly", []],
    ["of a month are sorted by new stars", "/trending?since=monthly", ["/acme/widgets", "/acme/attic"]],
  ] as const)("%s", async ([, path, expected]) => {
    const { status, text } = await (await openBrowser(emulator, "alice")).see(path);
    expect([status, listedRepositories(text)]).toEqual([200, expected]);
  });

  test("show the number of new stars", async () => {
    const { visibleText } = await (await openBrowser(emulator)).see("/trending?since=weekly");
    expect(visibleText).toContain("2 stars this week");
    expect(visibleText).toContain("1 star this week");
  });
});

test("a topic page lists its repositories", async () => {
  const { see } = await openBrowser(emulator);
  expect(listedRepositories((await see("/topics/corners")).text)).toEqual(["/acme/widgets"]);
  expect((await see("/topics/%3Cb%3E")).visibleText).toContain("No repository has this topic");
  // The repository page links to its topics.
  expect((await see("/acme/widgets")).text).toContain('href="/topics/corners"');
});

test("a profile shows private repositories only to their owner", async () => {
  const bob = await openBrowser(emulator, "bob");
  expect(listedRepositories((await bob.see("/bob")).text)).toEqual(
    expect.arrayContaining(["/bob/widgets", "/bob/notes", "/bob/template"]),
  );
  expect(listedRepositories((await (await openBrowser(emulator)).see("/bob")).text)).not.toContain("/bob/notes");
});

describe("the dashboard", () => {
  test("shows the user's repositories and pending reviews", async () => {
    const { text, visibleText } = await (await openBrowser(emulator, "carol")).see("/dashboard");
    expect(listedRepositories(text)).toContain("/acme/gears");
    expect(listedRepositories(text)).not.toContain("/bob/template");
    expect(visibleText).toMatch(
      /Waiting for your review .*Round the corners of the widget.* Your pull requests .*Paint it blue/,
    );
  });

  test("filters the list of repositories", async () => {
    const { text } = await (await openBrowser(emulator, "carol")).see("/dashboard?q=gear");
    expect(listedRepositories(text)).toEqual(["/acme/gears"]);
  });

  test("redirects to sign-in if signed out", async () => {
    const { headers } = await (await openBrowser(emulator)).see("/dashboard");
    expect(headers.get("location")).toBe("/login?return_to=%2Fdashboard");
  });
});

describe("page URLs", () => {
  test("resolve branches with slashes, tags and commits", async () => {
    const { see } = await openBrowser(emulator);
    expect((await see("/acme/widgets/tree/release/1.0/src")).visibleText).toContain("corners.ts");
    expect((await see("/acme/widgets/blob/v1.0.0/src/index.ts")).visibleText).toContain("export {");
    expect((await see("/acme/widgets/blob/main/docs/logo.png")).visibleText).toContain("A binary file");
    expect((await see("/acme/widgets/blob/main/docs/scan.bin")).status).toBe(200);
    for (const path of ["tree/main/none", "blob/main/src", "tree/main/README.md", "tree/nowhere", "blob/main/src/x"]) {
      expect([path, (await see(`/acme/widgets/${path}`)).status]).toEqual([path, 404]);
    }
  });

  test.for(["0", "-1", "abc", "1e9", "99999999999999999999"])("treat page %s as the first page", async (page) => {
    const { see } = await openBrowser(emulator);
    expect((await see(`/acme/widgets/stargazers?page=${page}`)).visibleText).toContain("alice");
  });

  test("link from a page after the last one to the first", async () => {
    const { see } = await openBrowser(emulator);
    for (const path of [
      "/acme?",
      "/bob?tab=stars&",
      "/acme/widgets/pulls?",
      "/acme/widgets/watchers?",
      "/search?q=w&",
    ]) {
      const { status, text, visibleText } = await see(`${path}page=77`);
      expect([path, status, visibleText.includes("This list has no such page")]).toEqual([path, 200, true]);
      expect(text).toContain(`<a href="${path.slice(0, -1)}">Go to its first page</a>`);
    }
  });

  test("respond to HEAD like to GET, without a body", async () => {
    const response = await fetch(`${emulator.webUrl}/acme/widgets`, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });
});
