import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { visitor } from "./visitor.fixture.ts";

// Nothing is changed here, so that one service does for all.

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: "full" });
});
afterAll(() => emulator.stop());

test("pull requests are told by what became of them", async () => {
  const { see } = await visitor(emulator);
  const stateOf = async (number: number) =>
    /class="State State--(\w+)"/.exec((await see(`/acme/widgets/pull/${number}`)).text)?.[1];
  expect([await stateOf(1), await stateOf(8), await stateOf(9), await stateOf(10)]).toEqual([
    "open",
    "draft",
    "merged",
    "closed",
  ]);
  // An issue is no pull request.
  expect((await see("/acme/widgets/pull/2")).status).toBe(404);
});

test.for([
  [undefined, [1, 8]],
  ["is:pr is:closed", [9, 10]],
  ["is:closed", [9, 10]],
  ["", [1, 8, 9, 10]],
  ["is:pr", [1, 8, 9, 10]],
  ["is:open is:closed", []],
  ["-is:open", [9, 10]],
  ["is:merged", [9]],
  ["author:bob", [1, 9]],
  ["oil", [9]],
  ["is:issue", []],
  ["label:shape is:open", [1]],
] as const)("the list of pull requests, asked for %j", async ([q, numbers]) => {
  const { see } = await visitor(emulator);
  const { text } = await see(`/acme/widgets/pulls${q === undefined ? "" : `?q=${encodeURIComponent(q)}`}`);
  const shown = [...text.matchAll(/id="issue_(\d+)"/g)].map(([, number]) => Number(number));
  expect(shown.toSorted((a, b) => a - b)).toEqual(numbers);
  expect(text).toMatch(/2\s+Open/);
  expect(text).toMatch(/2\s+Closed/);
  if (numbers.length === 0) expect(text).toContain("No results matched your search");
});

test("a query that can't be answered says why", async () => {
  const { see } = await visitor(emulator);
  const many = Array.from({ length: 8 }, () => "a").join(" OR ");
  for (const path of ["/acme/widgets/pulls?", "/search?type=pullrequests&"]) {
    expect((await see(`${path}q=author:none-such`)).words).toContain("There is nobody called none-such here.");
    expect((await see(`${path}q=${encodeURIComponent(many)}`)).words).toContain("More than 5 AND / OR / NOT operators");
    const deep = await see(`${path}q=${"(".repeat(1200)}a`);
    expect([deep.status, deep.words.includes("A search has at most 1000 characters.")]).toEqual([200, true]);
  }
});

test.for([
  ["name", "/search?q=widgets", ["/acme/widgets", "/alice/widgets", "/bob/widgets", "/acme/museum"]],
  ["owner", "/search?q=user:bob", ["/bob/template", "/bob/widgets"]],
  ["language", "/search?q=language:typescript", ["/acme/widgets"]],
  ["topic", "/search?q=topic:corners", ["/acme/widgets"]],
  ["stars", "/search?q=stars:%3E2", ["/acme/widgets"]],
  ["not", "/search?q=widgets+-user:acme", ["/alice/widgets", "/bob/widgets"]],
  ["archived", "/search?q=is:archived+widgets", ["/acme/museum"]],
  ["full name", "/search?q=acme/widgets", ["/acme/widgets"]],
  ["a percent sign", "/search?q=%25", []],
] as const)("repositories are found by %s", async ([, path, found]) => {
  const { text } = await (await visitor(emulator)).see(path);
  const shown = [...text.matchAll(/href="([^"]+)" itemprop="name codeRepository"/g)].map(
    ([, address]) => address ?? "",
  );
  expect(shown.toSorted()).toEqual(found.toSorted());
  if (found.length === 0) expect(text).toContain("did not match any repositories");
});

test("the one that is called just like that comes first, then the one with the most stars", async () => {
  const { text } = await (await visitor(emulator, "alice")).see("/search?q=gears");
  const shown = [...text.matchAll(/href="([^"]+)" itemprop="name codeRepository"/g)].map(([, address]) => address);
  expect(shown[0]).toBe("/acme/gears");
});

test("users and organizations are found", async () => {
  const { see } = await visitor(emulator);
  expect((await see("/search?q=baker&type=users")).text).toContain('href="/bob"');
  const organizations = await see("/search?q=type:org&type=users");
  expect([...organizations.text.matchAll(/class="search-title"><a href="([^"]+)"/g)].map(([, to]) => to)).toEqual([
    "/acme",
    "/parts",
  ]);
});

/** The repositories that a page lists, in its order. */
const listed = (text: string) =>
  [...text.matchAll(/href="([^"]+)" itemprop="name codeRepository"/g)].map(([, address]) => address);

describe("what is trending", () => {
  test.for([
    ["of a week: the most stars first", "/trending?since=weekly", ["/acme/widgets", "/acme/attic"]],
    ["in one language", "/trending/typescript?since=weekly", ["/acme/widgets"]],
    ["in a language without any", "/trending/cobol?since=monthly", []],
    ["of a month", "/trending?since=monthly", ["/acme/widgets", "/acme/attic"]],
  ] as const)("%s", async ([, path, expected]) => {
    const { status, text } = await (await visitor(emulator, "alice")).see(path);
    expect([status, listed(text)]).toEqual([200, expected]);
  });

  test("tells how many stars came", async () => {
    const { words } = await (await visitor(emulator)).see("/trending?since=weekly");
    expect(words).toContain("2 stars this week");
    expect(words).toContain("1 star this week");
  });
});

test("a topic has the repositories that are about it", async () => {
  const { see } = await visitor(emulator);
  expect(listed((await see("/topics/corners")).text)).toEqual(["/acme/widgets"]);
  expect((await see("/topics/%3Cb%3E")).words).toContain("No repository has this topic");
  // A repository's own page leads there.
  expect((await see("/acme/widgets")).text).toContain('href="/topics/corners"');
});

test("a profile begins with what has the most stars", async () => {
  const bob = await visitor(emulator, "bob");
  expect(listed((await bob.see("/bob")).text)).toEqual(
    expect.arrayContaining(["/bob/widgets", "/bob/notes", "/bob/template"]),
  );
  expect(listed((await (await visitor(emulator)).see("/bob")).text)).not.toContain("/bob/notes");
});

describe("the dashboard", () => {
  test("has what somebody works on, and what waits for them", async () => {
    const { text, words } = await (await visitor(emulator, "carol")).see("/dashboard");
    expect(listed(text)).toContain("/acme/gears");
    expect(listed(text)).not.toContain("/bob/template");
    expect(words).toMatch(
      /Waiting for your review .*Round the corners of the widget.* Your pull requests .*Paint it blue/,
    );
  });

  test("narrows its repositories", async () => {
    const { text } = await (await visitor(emulator, "carol")).see("/dashboard?q=gear");
    expect(listed(text)).toEqual(["/acme/gears"]);
  });

  test("is for who is signed in", async () => {
    const { headers } = await (await visitor(emulator)).see("/dashboard");
    expect(headers.get("location")).toBe("/login?return_to=%2Fdashboard");
  });
});

describe("addresses", () => {
  test("a branch with a slash in its name, a tag, and a commit all lead to files", async () => {
    const { see } = await visitor(emulator);
    expect((await see("/acme/widgets/tree/release/1.0/src")).words).toContain("corners.ts");
    expect((await see("/acme/widgets/blob/v1.0.0/src/index.ts")).words).toContain("export {");
    expect((await see("/acme/widgets/blob/main/docs/logo.png")).words).toContain("A binary file");
    expect((await see("/acme/widgets/blob/main/docs/scan.bin")).status).toBe(200);
    for (const path of ["tree/main/none", "blob/main/src", "tree/main/README.md", "tree/nowhere", "blob/main/src/x"]) {
      expect([path, (await see(`/acme/widgets/${path}`)).status]).toEqual([path, 404]);
    }
  });

  test.for(["0", "-1", "abc", "1e9", "99999999999999999999"])("page %s of a list is its first", async (page) => {
    const { see } = await visitor(emulator);
    expect((await see(`/acme/widgets/stargazers?page=${page}`)).words).toContain("alice");
  });

  test("a page behind a list's end leads back to its beginning", async () => {
    const { see } = await visitor(emulator);
    for (const path of [
      "/acme?",
      "/bob?tab=stars&",
      "/acme/widgets/pulls?",
      "/acme/widgets/watchers?",
      "/search?q=w&",
    ]) {
      const { status, words } = await see(`${path}page=77`);
      expect([path, status, words.includes("There is no such page of this list")]).toEqual([path, 200, true]);
    }
  });

  test("HEAD is answered as GET is, without a body", async () => {
    const answer = await fetch(`${emulator.webUrl}/acme/widgets`, { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  });
});
