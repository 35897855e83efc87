import type { Paging } from "@forgehand/core/contract";
import type { PageRange } from "../state/database.ts";
import { decodeSegment } from "./router.ts";

/** The requested page of a list. */
export interface PageWindow extends PageRange {
  readonly page: number;
}

/** Collects the position of a page in its list, for the `Link` header. */
export interface PageLinks {
  /** Sets the total number of items of a list with numbered pages. */
  setTotal(count: number): void;
  /**
   * Sets the cursors of the adjacent pages.
   * @param parameter the cursor's query parameter, if it differs from the list's paging parameter
   */
  setCursors(
    adjacent: { readonly next?: string | undefined; readonly previous?: string | undefined },
    parameter?: string,
  ): void;
  /**
   * Returns the `Link` header; undefined if there is only one page.
   * @param urlOf returns the URL of the list with its query
   */
  toHeader(urlOf: () => string): string | undefined;
}

/** Reads `per_page` and `page`. Too large numbers are capped, invalid ones ignored. */
export function readWindow(paging: Paging | undefined, query: URLSearchParams): PageWindow {
  const perPage = paging?.perPage ?? { default: 30, maximum: 100 };
  if (query.size === 0) return { limit: Math.min(perPage.default, perPage.maximum), page: 1, offset: 0 };
  const limit = Math.min(readPositive(query, "per_page") ?? perPage.default, perPage.maximum);
  const page = readPositive(query, "page") ?? 1;
  return { limit, page, offset: (page - 1) * limit };
}

/** Larger numbers are capped to this one, which is beyond the end of every list and exact in calculations. */
const MAX_NUMBER = 1_000_000_000;

/** The last value of a repeated parameter counts, as for all query parameters. */
function readPositive(query: URLSearchParams, name: string): number | undefined {
  const text = query.getAll(name).at(-1);
  return text !== undefined && /^[1-9]\d*$/.test(text) ? Math.min(Number(text), MAX_NUMBER) : undefined;
}

type LinkTarget = readonly [rel: string, parameter: string, value: string];

/** Query parameters for the previous page, by the parameter for the next page, if they differ. */
const BACKWARD_PARAMETERS: Readonly<Record<string, string>> = { after: "before" };

/** Creates the collector for a page. */
export function createPageLinks(paging: Paging | undefined, window: PageWindow): PageLinks {
  let forwardParameter: string = paging?.parameter ?? "page";
  const backwardParameter = () => BACKWARD_PARAMETERS[forwardParameter] ?? forwardParameter;
  let targets: readonly LinkTarget[] = [];
  return {
    setTotal(count) {
      const last = Math.max(1, Math.ceil(count / window.limit));
      const linkTo = (rel: string, page: number): LinkTarget => [rel, "page", String(page)];
      targets = [
        ...(window.page > 1 ? [linkTo("prev", Math.min(window.page - 1, last))] : []),
        ...(window.page < last ? [linkTo("next", window.page + 1), linkTo("last", last)] : []),
        ...(window.page > 1 ? [linkTo("first", 1)] : []),
      ];
    },
    setCursors({ next, previous }, parameter = forwardParameter) {
      forwardParameter = parameter;
      const linkTo = (rel: string, parameter: string, value: string | undefined): LinkTarget[] =>
        value === undefined ? [] : [[rel, parameter, value]];
      targets = [...linkTo("prev", backwardParameter(), previous), ...linkTo("next", forwardParameter, next)];
    },
    toHeader(urlOf) {
      if (targets.length === 0) return undefined;
      const url = urlOf();
      const at = url.indexOf("?");
      const [path, query] = at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
      const rest = query
        .split("&")
        .filter((part) => part !== "" && !isParameter([forwardParameter, backwardParameter()], part));
      return targets
        .map(
          ([rel, name, value]) =>
            `<${path}?${[...rest, `${name}=${encodeURIComponent(value)}`].join("&")}>; rel="${rel}"`,
        )
        .join(", ");
    },
  };
}

/** Whether a part of a query is one of the parameters, encoded or not. */
function isParameter(parameters: readonly string[], part: string): boolean {
  const name = part.split("=", 1)[0] ?? "";
  return parameters.includes(name.includes("%") ? decodeSegment(name) : name);
}
