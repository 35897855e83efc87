import { expect, test } from "vitest";
import { parsePage } from "../page/parse-page.ts";
import { readHtml, useDomParser } from "./document.fixture.ts";
import { findRows } from "./find-rows.ts";
import { listsOf } from "./lists-of.ts";

useDomParser();

/** The ids of the elements that the rows of some HTML are listed in. */
function lists(html: string): string[] {
  const page = parsePage("https://forge.example.com/search");
  if (!page) throw new Error("That is no page that has rows.");
  return [...listsOf(findRows(readHtml(html), page))].map(({ id }) => id);
}

const card = (name: string) => `<article class="Box-row"><h2><a href="/acme/${name}">${name}</a></h2></article>`;

test("a list is what one more row would be put into", () => {
  expect(lists(`<main><div id="list">${card("a")}${card("b")}</div></main>`)).toEqual(["list"]);
  // Rows may be wrapped.
  expect(lists(`<main><ol id="list"><div>${card("a")}</div><div>${card("b")}</div></ol></main>`)).toEqual(["list"]);
});

test("lists that stand apart are lists of their own, one row or many", () => {
  const html = `<main id="main"><div><div id="one">${card("a")}${card("b")}</div></div><div id="two">${card("c")}</div></main>`;
  expect(lists(html)).toEqual(["one", "two"]);
});

test("a page without rows has none", () => {
  expect(lists("<main><p>Nothing</p></main>")).toEqual([]);
});
