import { html } from "hono/html";
import type { PageRange } from "../../state/database.ts";
import { addressWith, type PageRequest } from "../page-request.ts";
import { formatCount } from "./counts.ts";
import type { Html } from "./html.ts";

/** Rows per page. */
const PAGE_SIZE = 30;

/** Returns the requested page number; 1 if it is missing or invalid. */
export function pageNumber({ query }: Pick<PageRequest, "query">): number {
  const text = query.get("page") ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

export function pageWindow(request: Pick<PageRequest, "query">, size = PAGE_SIZE): PageRange {
  return { limit: size, offset: (pageNumber(request) - 1) * size };
}

/** Returns the first, last and neighboring page numbers. Undefined stands for a gap. */
export function visiblePages(page: number, last: number): (number | undefined)[] {
  const near = [1, 2, page - 2, page - 1, page, page + 1, page + 2, last - 1, last];
  const shown = [...new Set(near)].filter((number) => number >= 1 && number <= last).toSorted((a, b) => a - b);
  return shown.flatMap((number, index) =>
    index > 0 && number - (shown[index - 1] ?? 0) > 1 ? [undefined, number] : [number],
  );
}

/**
 * Renders links to a list's other pages, or nothing if there is only one.
 * @param frame id of the frame that the pages load into, if it is not the whole page
 */
export function pager(request: PageRequest, total: number, size = PAGE_SIZE, frame?: string): Html {
  const last = Math.ceil(total / size);
  if (last <= 1) return html``;
  const page = Math.min(pageNumber(request), last + 1);
  const frameAttribute = frame === undefined ? html`` : html`data-turbo-frame="${frame}"`;
  const linkTo = (number: number) => addressWith(request, { page: number === 1 ? undefined : String(number) });
  const stepLink = (text: string, number: number, kind: "prev" | "next") =>
    number >= 1 && number <= last
      ? html`<a class="${kind === "prev" ? "previous_page" : "next_page"}" rel="${kind}" href="${linkTo(number)}" ${frameAttribute}
          >${text}</a
        >`
      : html`<span class="${kind === "prev" ? "previous_page" : "next_page"} disabled">${text}</span>`;
  const pageLinks = visiblePages(page, last).map((number) => {
    if (number === undefined) return html`<span class="gap">…</span>`;
    if (number === page) return html`<em class="current" aria-current="page">${formatCount(number)}</em>`;
    return html`<a href="${linkTo(number)}" aria-label="Page ${number}" ${frameAttribute}>${formatCount(number)}</a>`;
  });
  return html`<div class="paginate-container">
    <nav class="pagination" aria-label="Pages">${stepLink("Previous", page - 1, "prev")} ${pageLinks} ${stepLink("Next", page + 1, "next")}</nav>
  </div>`;
}

/** Renders the message of an empty list, or of a page after the last one. */
export function emptyState(request: PageRequest, total: number, title: string, text: Html | string): Html {
  if (total > 0) {
    return html`<div class="blankslate">
      <h2>This list has no such page</h2>
      <p><a href="${addressWith(request, { page: undefined })}">Go to its first page</a></p>
    </div>`;
  }
  return html`<div class="blankslate">
    <h2>${title}</h2>
    <p>${text}</p>
  </div>`;
}
