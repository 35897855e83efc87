import { expect, test } from "vitest";
import { collectLinks, readWindow } from "./paging.ts";

const URL_OF = "http://forge.test/api/v3/user/starred";

/** The links of a page, by what they lead to. */
function linksOf(query: string, total: number, paging?: Parameters<typeof collectLinks>[0]) {
  const links = collectLinks(paging, readWindow(paging, new URLSearchParams(query)));
  links.total(total);
  return read(links.header(`${URL_OF}${query}`));
}

function read(header: string | undefined) {
  const parts = header?.split(", ") ?? [];
  return Object.fromEntries(parts.map((part) => /<(.*)>; rel="(.*)"/.exec(part)?.slice(1).toReversed() ?? []));
}

test("a list of one page has no links", () => {
  expect(linksOf("", 30)).toEqual({});
  expect(linksOf("?per_page=100", 31)).toEqual({});
});

test("pages lead to each other, and keep what else was asked", () => {
  const to = (page: number) => `${URL_OF}?per_page=10&sort=created&page=${page}`;
  expect(linksOf("?per_page=10&sort=created", 35)).toEqual({ next: to(2), last: to(4) });
  expect(linksOf("?per_page=10&page=2&sort=created", 35)).toEqual({
    prev: to(1),
    next: to(3),
    last: to(4),
    first: to(1),
  });
  expect(linksOf("?page=4&per_page=10&sort=created", 35)).toEqual({ prev: to(3), first: to(1) });
  // Past the end: back to where something is.
  expect(linksOf("?page=9&per_page=10&sort=created", 35)).toEqual({ prev: to(4), first: to(1) });
});

test("a page's number is replaced however it is written", () => {
  const { next } = linksOf("?p%61ge=2&q=a%26page%3D7&empty", 100);
  expect(next).toBe(`${URL_OF}?q=a%26page%3D7&empty&page=3`);
  expect(new URL(next ?? "").searchParams.get("q")).toBe("a&page=7");
});

test("a list in numbered pages goes on by cursor where that was asked for", () => {
  const paging = { kind: "page", parameter: "page" } as const;
  const links = collectLinks(paging, readWindow(paging, new URLSearchParams()));
  links.cursors({ next: "b", previous: "a" }, "after");
  expect(read(links.header(`${URL_OF}?after=old&before=older&x=1`))).toEqual({
    next: `${URL_OF}?x=1&after=b`,
    prev: `${URL_OF}?x=1&before=a`,
  });
});

test("cursors go forwards and backwards in the list's own parameters, whatever they hold", () => {
  const paging = { kind: "cursor", parameter: "after" } as const;
  const links = collectLinks(paging, readWindow(paging, new URLSearchParams()));
  links.cursors({ next: "a=b&c", previous: "ä/+" });
  const { next, prev } = read(links.header(`${URL_OF}?after=old&before=older&x=1`));
  expect([...new URL(next ?? "").searchParams]).toEqual([
    ["x", "1"],
    ["after", "a=b&c"],
  ]);
  expect([...new URL(prev ?? "").searchParams]).toEqual([
    ["x", "1"],
    ["before", "ä/+"],
  ]);
});
