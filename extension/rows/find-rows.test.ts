import { type Emulator, startEmulator } from "@forgehand/emulator";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ParsedPage, parsePage } from "../page/parse-page.ts";
import { parseHtml, useDomParser } from "./dom-parser.fixture.ts";
import { findRows } from "./find-rows.ts";

useDomParser();

const ORIGIN = "https://forge.example.com";

/** Parses the URL of a page that must have rows. */
function pageAt(address: string): ParsedPage {
  const page = parsePage(address);
  if (!page) throw new Error(`${address} is not a page with rows.`);
  return page;
}

const LIST = pageAt(`${ORIGIN}/search`);

/** Subjects of the rows in some HTML, with their elements' IDs. */
function subjectsOf(html: string, page = LIST): string[] {
  const rows = findRows(parseHtml(html), page);
  return rows.map(({ element, subject: { owner, repo, number } }) => {
    const name = `${owner}/${repo}${number === undefined ? "" : `#${number}`}`;
    return element.id === "" ? name : `${element.id}=${name}`;
  });
}

describe("GitHub's own lists", () => {
  let emulator: Emulator;
  let cookie: string;
  beforeAll(async () => {
    emulator = await startEmulator({ seed: "full" });
    const body = new URLSearchParams({ login: "bob" });
    const { headers } = await fetch(`${emulator.webUrl}/login`, { method: "POST", body, redirect: "manual" });
    cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
  });
  afterAll(() => emulator.stop());

  /** Fetches a page as bob and finds its rows. */
  async function openPage(path: string) {
    const address = emulator.webUrl + path;
    const document = parseHtml(await (await fetch(address, { headers: { cookie } })).text());
    return { document, rows: findRows(document, pageAt(address)) };
  }

  test.for([
    ["/search?q=widgets", "[data-testid=results-list] > div"],
    ["/search?q=the&type=pullrequests", "[data-testid=results-list] > div"],
    ["/bob", ".js-pinned-item-list-item"],
    ["/bob?tab=repositories", "#user-repositories-list > ul > li"],
    ["/bob?tab=stars", "#user-starred-repos .col-12.d-block"],
    ["/acme", "[data-testid=list-view-item]"],
    ["/orgs/acme/repositories", "[data-testid=list-view-item]"],
    ["/watching", ".js-subscription-row"],
    ["/trending?since=monthly", "article.Box-row"],
    ["/topics/corners", "article"],
    ["/acme/widgets/forks", "li.Box-row"],
    ["/acme/widgets/pulls", "[data-testid=list-view-items] > li"],
    ["/dashboard", "[data-repos-container] li, .search-result"],
  ] as const)("finds one row per element on %s", async ([path, selector]) => {
    const { document, rows } = await openPage(path);
    expect(rows.map(({ element }) => element)).toEqual([...document.querySelectorAll(selector)]);
    expect(rows).not.toEqual([]);
    for (const { element, title, subject } of rows) {
      expect(element.contains(title)).toBe(true);
      const suffix = subject.number === undefined ? "" : `/pull/${subject.number}`;
      expect(title.getAttribute("href")).toBe(`/${subject.owner}/${subject.repo}${suffix}`);
    }
  });

  test.for(["/acme/widgets", "/acme/widgets/pull/1", "/acme/widgets/tree/main/src", "/acme/widgets/stargazers"])(
    "finds no rows on %s",
    async (path) => {
      expect((await openPage(path)).rows).toEqual([]);
    },
  );
});

describe("a row's subject", () => {
  test("is the repository in its title, whatever else it links to", () => {
    const html = `<ul>
      <li id="fork"><h3><a href="/bob/widgets">widgets</a></h3> Forked from <a href="/acme/widgets">acme/widgets</a></li>
      <li id="marked"><a href="/a/b" itemprop="name codeRepository">b</a> <a href="/c/d">like c/d</a></li>
      <li id="avatar"><a href="/a/b"><img alt=""></a><a href="/a/b">a/b</a> <a href="/a/b/stargazers">3</a></li>
      <li id="within"><a href="/a"><h3>a</h3></a><a href="/a/b"><h4>b</h4></a><a href="/x/y">y</a></li></ul>`;
    expect(subjectsOf(html)).toEqual(["fork=bob/widgets", "marked=a/b", "avatar=a/b", "within=a/b"]);
  });

  test("is the pull request, not its repository", () => {
    const html = `<div id="row" class="Box-row js-issue-row">
      <a data-hovercard-type="repository" href="/acme/widgets">acme/widgets</a>
      <a data-hovercard-type="pull_request" href="/acme/widgets/pull/12">Oil it</a>
      <a href="/acme/widgets/pull/12">4 comments</a> <a href="/acme/widgets/pull/7">a part of #7</a></div>`;
    expect(subjectsOf(html)).toEqual(["row=acme/widgets#12"]);
  });

  test("is undefined if several links are equally prominent", () => {
    expect(subjectsOf('<ul><li>carol starred <a href="/a/b">a/b</a> and <a href="/c/d">c/d</a></li></ul>')).toEqual([]);
  });

  test("is never the page's own repository", () => {
    const html = '<ul><li><a href="/Acme/Widgets">root</a></li><li><a href="/bob/widgets">bob</a></li></ul>';
    expect(subjectsOf(html, pageAt(`${ORIGIN}/acme/widgets/forks`))).toEqual(["bob/widgets"]);
  });

  test("requires a URL of the same host that leads to a repository or pull request itself", () => {
    const addresses = [
      "/acme",
      "/acme/widgets/issues",
      "/acme/widgets?tab=readme",
      "/acme/widgets#top",
      "https://elsewhere.example/a/b",
      "//elsewhere.example/a/b",
      "/topics/corners",
      "/settings/profile",
      "/acme/..",
      "javascript:a/b",
      "acme/widgets",
      "/acme/widgets/pull/1/files",
      "/acme/widgets/pull/0",
      "%",
      "http://[",
      "",
      "/",
      "//",
      "/acme/",
      "/acme//",
    ];
    const rowsOf = (all: readonly string[]) =>
      `<ul>${all.map((address) => `<li><a href="${address}">a</a></li>`).join("")}</ul>`;
    expect(subjectsOf(rowsOf(addresses))).toEqual([]);
    expect(subjectsOf(rowsOf([`${ORIGIN}/a/b`, "/c/d/", `${ORIGIN}/e/f/pull/7/`]))).toEqual(["a/b", "c/d", "e/f#7"]);
  });
});

describe("findRows", () => {
  test("treats a nested row as part of the outer row", () => {
    const html = `<ul><li id="out"><h3><a href="/a/b">b</a></h3><ul><li><a href="/c/d">forked from c/d</a></li></ul></li></ul>`;
    expect(subjectsOf(html)).toEqual(["out=a/b"]);
  });

  test("finds a list nested in an element that is not a row", () => {
    const html = `<ul><li>Acme <ul><li id="x"><a href="/a/b">b</a></li><li id="y"><a href="/a/c">c</a></li></ul></li></ul>`;
    expect(subjectsOf(html)).toEqual(["x=a/b", "y=a/c"]);
  });

  test.for([
    ["<nav><ul>$</ul></nav>"],
    ["<div role=navigation><ul>$</ul></div>"],
    ["<header><ul>$</ul></header>"],
    ["<footer><ul>$</ul></footer>"],
    ["<ol aria-label='Breadcrumbs'>$</ol>"],
    ["<article class=markdown-body><ul>$</ul></article>"],
    ["<div class=comment-body><ul>$</ul></div>"],
    ["<dialog><ul>$</ul></dialog>"],
    ["<ul role=menu>$</ul>"],
    ["<ul hidden>$</ul>"],
    ["<div class=TimelineItem><ul>$</ul></div>"],
  ])("ignores links in %s", ([markup = ""]) => {
    expect(subjectsOf(markup.replace("$", '<li><a href="/a/b">b</a></li><li><a href="/c/d">d</a></li>'))).toEqual([]);
  });

  test("accepts a card with a header", () => {
    expect(subjectsOf('<main><article><header><a href="/a/b">b</a></header></article></main>')).toEqual(["a/b"]);
  });
});

describe("lists without list markup", () => {
  const card = (id: string, address: string) =>
    `<div id="${id}" class="Zx81"><div><span><a href="${address}">x</a></span></div><p>words</p></div>`;

  test("are recognized by adjacent elements of the same structure", () => {
    expect(
      subjectsOf(`<main><div>${card("x", "/a/b")}${card("y", "/c/d")}${card("z", "/a/b/pull/1")}</div></main>`),
    ).toEqual(["x=a/b", "y=c/d", "z=a/b#1"]);
  });

  test("are not inferred from a single link or from links in running text", () => {
    expect(subjectsOf(`<main>${card("x", "/a/b")}</main>`)).toEqual([]);
    expect(subjectsOf('<main><p>See <a href="/a/b">b</a>, <a href="/c/d">d</a> and others.</p></main>')).toEqual([]);
    expect(
      subjectsOf(`<main><div>${card("x", "/a/b")}</div><aside><p><a href="/c/d">d</a></p></aside></main>`),
    ).toEqual([]);
  });
});

test("a row is never found twice or inside another, for any markup", () => {
  const address = fc.constantFrom("/a/b", "/c/d", "/a/b/pull/1", "/a", "/e/f/issues");
  const link = address.map((to) => `<a href="${to}">x</a>`);
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5 },
      link,
      fc
        .tuple(
          fc.constantFrom("div", "ul", "li", "article", "h3", "nav", "header", "section"),
          fc.array(tie("node"), { maxLength: 4 }),
        )
        .map(([name, nodes]) => `<${name}>${nodes.join("")}</${name}>`),
    ),
  }));
  fc.assert(
    fc.property(fc.array(node, { maxLength: 6 }), (nodes) => {
      const document = parseHtml(nodes.join(""));
      const elements = findRows(document, LIST).map(({ element }) => element);
      expect(new Set(elements).size).toBe(elements.length);
      for (const element of elements) {
        expect(elements.filter((other) => other !== element && other.contains(element))).toEqual([]);
        expect(element.closest("nav")).toBeNull();
      }
    }),
  );
});
