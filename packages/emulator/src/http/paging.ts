import type { Paging } from "@forgehand/core/contract";
import type { Window } from "../state/database.ts";
import { decodeSegment } from "./router.ts";

/** The part of a list that a call asks for. */
export interface PageWindow extends Window {
  /** Numbered pages: which one. */
  readonly page: number;
}

/** What a list's handler tells of the whole list. */
export interface Links {
  /** A list in numbered pages has so many items. */
  total(count: number): void;
  /**
   * A list by cursor goes on at these.
   * @param parameter what carries on, where it is another one than that of the list's own paging
   */
  cursors(
    around: { readonly next?: string | undefined; readonly previous?: string | undefined },
    parameter?: string,
  ): void;
  /** The `link` header; undefined where there is one page only (document 1, Pagination). */
  header(url: string): string | undefined;
}

/** Reads `per_page` and `page`; a number that is too large is cut down, nonsense counts as none. */
export function readWindow(paging: Paging | undefined, query: URLSearchParams): PageWindow {
  const perPage = paging?.perPage ?? { default: 30, maximum: 100 };
  const limit = Math.min(positive(query, "per_page") ?? perPage.default, perPage.maximum);
  const page = positive(query, "page") ?? 1;
  return { limit, page, offset: (page - 1) * limit };
}

/** Past the end of every list, and small enough to reckon with exactly. */
const FURTHEST = 1_000_000_000;

/** What is said twice counts as it was said last, like the rest of a query. */
function positive(query: URLSearchParams, name: string): number | undefined {
  const text = query.getAll(name).at(-1);
  return text !== undefined && /^[1-9]\d*$/.test(text) ? Math.min(Number(text), FURTHEST) : undefined;
}

type Target = readonly [rel: string, parameter: string, value: string];

/** The parameter that leads back, where it is another one than that which carries on (document 1, Pagination). */
const BACKWARDS: Readonly<Record<string, string>> = { after: "before" };

/** Collects what a handler tells, and makes the `link` header of it. */
export function collectLinks(paging: Paging | undefined, window: PageWindow): Links {
  let forwards: string = paging?.parameter ?? "page";
  const backwards = () => BACKWARDS[forwards] ?? forwards;
  let targets: readonly Target[] = [];
  return {
    total(count) {
      const last = Math.max(1, Math.ceil(count / window.limit));
      const to = (rel: string, page: number): Target => [rel, "page", String(page)];
      targets = [
        ...(window.page > 1 ? [to("prev", Math.min(window.page - 1, last))] : []),
        ...(window.page < last ? [to("next", window.page + 1), to("last", last)] : []),
        ...(window.page > 1 ? [to("first", 1)] : []),
      ];
    },
    cursors({ next, previous }, parameter = forwards) {
      forwards = parameter;
      const to = (rel: string, parameter: string, value: string | undefined): Target[] =>
        value === undefined ? [] : [[rel, parameter, value]];
      targets = [...to("prev", backwards(), previous), ...to("next", forwards, next)];
    },
    header(url) {
      if (targets.length === 0) return undefined;
      const at = url.indexOf("?");
      const [path, query] = at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
      const rest = query.split("&").filter((part) => part !== "" && !isOneOf([forwards, backwards()], part));
      return targets
        .map(
          ([rel, name, value]) =>
            `<${path}?${[...rest, `${name}=${encodeURIComponent(value)}`].join("&")}>; rel="${rel}"`,
        )
        .join(", ");
    },
  };
}

/** Is this part of a query one of these parameters, however it is written? */
function isOneOf(parameters: readonly string[], part: string): boolean {
  const name = part.split("=", 1)[0] ?? "";
  return parameters.includes(name.includes("%") ? decodeSegment(name) : name);
}
