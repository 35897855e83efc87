import { html } from "hono/html";
import type { Window } from "../../state/database.ts";
import { addressWith, type Visit } from "../visit.ts";
import { full } from "./counts.ts";
import type { Html } from "./html.ts";

/** How many things a page of a list has. */
const PAGE = 30;

/** The number of the page that is looked at; what is none is the first. */
export function pageOf({ query }: Pick<Visit, "query">): number {
  const text = query.get("page") ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

export function windowOf(visit: Pick<Visit, "query">, size = PAGE): Window {
  return { limit: size, offset: (pageOf(visit) - 1) * size };
}

/** The first and the last pages, and those around the one that is shown; undefined where some are left out. */
export function pagesShown(page: number, last: number): (number | undefined)[] {
  const near = [1, 2, page - 2, page - 1, page, page + 1, page + 2, last - 1, last];
  const shown = [...new Set(near)].filter((one) => one >= 1 && one <= last).toSorted((a, b) => a - b);
  return shown.flatMap((one, index) => (index > 0 && one - (shown[index - 1] ?? 0) > 1 ? [undefined, one] : [one]));
}

/**
 * Links to a list's other pages; nothing where there is one page only.
 * @param frame the part of the page that they load into, where that is not all of it
 */
export function pager(visit: Visit, total: number, size = PAGE, frame?: string): Html {
  const last = Math.ceil(total / size);
  if (last <= 1) return html``;
  const page = Math.min(pageOf(visit), last + 1);
  const into = frame === undefined ? html`` : html`data-turbo-frame="${frame}"`;
  const to = (number: number) => addressWith(visit, { page: number === 1 ? undefined : String(number) });
  const step = (text: string, number: number, kind: "prev" | "next") =>
    number >= 1 && number <= last
      ? html`<a class="${kind === "prev" ? "previous_page" : "next_page"}" rel="${kind}" href="${to(number)}" ${into}
          >${text}</a
        >`
      : html`<span class="${kind === "prev" ? "previous_page" : "next_page"} disabled">${text}</span>`;
  const numbered = pagesShown(page, last).map((number) => {
    if (number === undefined) return html`<span class="gap">…</span>`;
    if (number === page) return html`<em class="current" aria-current="page">${full(number)}</em>`;
    return html`<a href="${to(number)}" aria-label="Page ${number}" ${into}>${full(number)}</a>`;
  });
  return html`<div class="paginate-container">
    <nav class="pagination" aria-label="Pages">${step("Previous", page - 1, "prev")} ${numbered} ${step("Next", page + 1, "next")}</nav>
  </div>`;
}

/** What stands where a list has nothing to show. */
export function nothing(visit: Visit, total: number, title: string, text: Html | string): Html {
  if (total > 0) {
    return html`<div class="blankslate">
      <h2>There is no such page of this list</h2>
      <p><a href="${addressWith(visit, { page: undefined })}">Go to its first page</a></p>
    </div>`;
  }
  return html`<div class="blankslate">
    <h2>${title}</h2>
    <p>${text}</p>
  </div>`;
}
