import { html } from "hono/html";
import type { Visit } from "../visit.ts";
import type { Html } from "./html.ts";

/** A field that narrows a list of repositories. @param tab the tab that the list is on, where that is not the first */
export function listFilter(visit: Visit, placeholder: string, tab?: string): Html {
  return html`<form class="list-filter" action="${visit.path}" method="get" role="search" aria-label="${placeholder.replace("…", "")}">
    ${tab === undefined ? "" : html`<input type="hidden" name="tab" value="${tab}" />`}
    <input
      id="your-repos-filter"
      class="form-control"
      type="search"
      name="q"
      value="${visit.query.get("q") ?? ""}"
      placeholder="${placeholder}"
      aria-label="${placeholder}"
    />
    <button class="btn" type="submit">Search</button>
  </form>`;
}
