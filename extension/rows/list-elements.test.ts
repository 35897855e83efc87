import { expect, test } from "vitest";
import { parsePage } from "../page/parse-page.ts";
import { parseHtml, useDomParser } from "./dom-parser.fixture.ts";
import { findRows } from "./find-rows.ts";
import { listElementsOf } from "./list-elements.ts";

useDomParser();

/** IDs of the lists found in some HTML. */
function listIds(html: string): string[] {
  const page = parsePage("https://forge.example.com/search");
  if (!page) throw new Error("The page must have rows.");
  return [...listElementsOf(findRows(parseHtml(html), page))].map(({ id }) => id);
}

const card = (name: string) => `<article class="Box-row"><h2><a href="/acme/${name}">${name}</a></h2></article>`;

test("listElementsOf finds the element that contains the rows", () => {
  expect(listIds(`<main><div id="list">${card("a")}${card("b")}</div></main>`)).toEqual(["list"]);
  // Rows may be wrapped.
  expect(listIds(`<main><ol id="list"><div>${card("a")}</div><div>${card("b")}</div></ol></main>`)).toEqual(["list"]);
});

test("listElementsOf finds separate lists, with one row or several", () => {
  const html = `<main id="main"><div><div id="one">${card("a")}${card("b")}</div></div><div id="two">${card("c")}</div></main>`;
  expect(listIds(html)).toEqual(["one", "two"]);
});

test("listElementsOf finds no lists on a page without rows", () => {
  expect(listIds("<main><p>Nothing</p></main>")).toEqual([]);
});
