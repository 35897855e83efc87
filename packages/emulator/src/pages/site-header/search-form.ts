import { html } from "hono/html";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import type { PageFrame } from "./page-frame.ts";

/** Renders the site's search field. */
export function searchForm({ query = "" }: PageFrame): Html {
  return html`<form class="site-search" role="search" action="/search" method="get">
    ${icon("search")}
    <input type="search" name="q" value="${query}" aria-label="Search repositories, pull requests and users" placeholder="Search" />
  </form>`;
}

/** Renders the site's logo, which leads to the start page. */
export function logo(name: string, text: Html): Html {
  return html`<a class="${name}" href="/">
    <svg width="24" height="24" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M3 12h10l3-3V7H7L3 9zM6 13h7v3H6z" fill="currentColor" />
    </svg>
    ${text}
  </a>`;
}
