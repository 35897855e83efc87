import { html } from "hono/html";
import type { PageRequest } from "../page-request.ts";
import type { Html } from "./html.ts";

/**
 * Renders a search field that filters a list of repositories.
 * @param tab tab of the list, unless it is the first one
 */
export function listFilter(request: PageRequest, placeholder: string, tab?: string): Html {
  return html`<form class="list-filter" action="${request.path}" method="get" role="search" aria-label="${placeholder.replace("…", "")}">
    ${tab === undefined ? "" : html`<input type="hidden" name="tab" value="${tab}" />`}
    <input
      id="your-repos-filter"
      class="form-control"
      type="search"
      name="q"
      value="${request.query.get("q") ?? ""}"
      placeholder="${placeholder}"
      aria-label="${placeholder}"
    />
    <button class="btn" type="submit">Search</button>
  </form>`;
}
