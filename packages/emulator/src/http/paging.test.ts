import { expect, test } from "vitest";
import { createPageLinks, readWindow } from "./paging.ts";

const URL_OF = "http://forge.test/api/v3/user/starred";

/** Returns the links of a page by their relation. */
function linksOf(query: string, total: number, paging?: Parameters<typeof createPageLinks>[0]) {
  const links = createPageLinks(paging, readWindow(paging, new URLSearchParams(query)));
  links.setTotal(total);
  return parseLinks(links.toHeader(() => `${URL_OF}${query}`));
}

function parseLinks(header: string | undefined) {
  const parts = header?.split(", ") ?? [];
  return Object.fromEntries(parts.map((part) => /<(.*)>; rel="(.*)"/.exec(part)?.slice(1).toReversed() ?? []));
}

test("has no links for a single page", () => {
  expect(linksOf("", 30)).toEqual({});
  expect(linksOf("?per_page=100", 31)).toEqual({});
});

test("links to the other pages and keeps other parameters", () => {
  const pageUrl = (page: number) => `${URL_OF}?per_page=10&sort=created&page=${page}`;
  expect(linksOf("?per_page=10&sort=created", 35)).toEqual({ next: pageUrl(2), last: pageUrl(4) });
  expect(linksOf("?per_page=10&page=2&sort=created", 35)).toEqual({
    prev: pageUrl(1),
    next: pageUrl(3),
    last: pageUrl(4),
    first: pageUrl(1),
  });
  expect(linksOf("?page=4&per_page=10&sort=created", 35)).toEqual({ prev: pageUrl(3), first: pageUrl(1) });
  // Beyond the end, `prev` leads to the last page.
  expect(linksOf("?page=9&per_page=10&sort=created", 35)).toEqual({ prev: pageUrl(4), first: pageUrl(1) });
});

test("replaces the page parameter in any encoding", () => {
  const { next } = linksOf("?p%61ge=2&q=a%26page%3D7&empty", 100);
  expect(next).toBe(`${URL_OF}?q=a%26page%3D7&empty&page=3`);
  expect(new URL(next ?? "").searchParams.get("q")).toBe("a&page=7");
});

test("uses cursors in a numbered list on request", () => {
  const paging = { kind: "page", parameter: "page" } as const;
  const links = createPageLinks(paging, readWindow(paging, new URLSearchParams()));
  links.setCursors({ next: "b", previous: "a" }, "after");
  expect(parseLinks(links.toHeader(() => `${URL_OF}?after=old&before=older&x=1`))).toEqual({
    next: `${URL_OF}?x=1&after=b`,
    prev: `${URL_OF}?x=1&before=a`,
  });
});

test("encodes cursors in the list's own parameters", () => {
  const paging = { kind: "cursor", parameter: "after" } as const;
  const links = createPageLinks(paging, readWindow(paging, new URLSearchParams()));
  links.setCursors({ next: "a=b&c", previous: "ä/+" });
  const { next, prev } = parseLinks(links.toHeader(() => `${URL_OF}?after=old&before=older&x=1`));
  expect([...new URL(next ?? "").searchParams]).toEqual([
    ["x", "1"],
    ["after", "a=b&c"],
  ]);
  expect([...new URL(prev ?? "").searchParams]).toEqual([
    ["x", "1"],
    ["before", "ä/+"],
  ]);
});
