import { html } from "hono/html";
import { assets } from "./assets.ts";
import type { Html } from "./html.ts";
import { icon } from "./icons.ts";

/** Values of the page frame around the content. */
export interface PageFrame {
  /** Login of the signed-in user; null if signed out. If omitted, the account navigation is not shown. */
  readonly login?: string | null;
  /** URL to return to after signing in. */
  readonly currentAddress?: string;
  /** Text in the search field. */
  readonly query?: string;
  /** Full name of the page's repository: `acme/widgets`. */
  readonly repository?: string;
}

/**
 * Renders a complete page.
 * @param title title of the browser tab
 */
export function layout(title: string, content: Html, frame: PageFrame = {}): Html {
  const { style, turbo, icon: favicon } = assets();
  const { login, repository } = frame;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="user-login" content="${login ?? ""}" />
        ${repository === undefined ? "" : html`<meta name="octolytics-dimension-repository_nwo" content="${repository}" />`}
        <meta name="turbo-cache-control" content="no-preview" />
        <meta name="turbo-prefetch" content="false" />
        <link rel="icon" href="${favicon.path}" />
        <link rel="stylesheet" href="${style.path}" data-turbo-track="reload" />
        ${turbo ? html`<script src="${turbo.path}" defer data-turbo-track="reload"></script>` : ""}
      </head>
      <body class="${login ? "logged-in" : "logged-out"} env-production page-responsive">
        <a class="show-on-focus" href="#start-of-content">Skip to content</a>
        ${globalHeader(frame)}
        <div id="start-of-content" tabindex="-1"></div>
        <div class="application-main">${content}</div>
      </body>
    </html>`;
}

function globalHeader(frame: PageFrame): Html {
  return html`<header class="AppHeader">
    <a class="AppHeader-logo" href="/">
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 12h10l3-3V7H7L3 9zM6 13h7v3H6z" fill="currentColor" />
      </svg>
      <span>Forgehand emulator</span>
    </a>
    <form class="AppHeader-search" role="search" action="/search" method="get">
      ${icon("search")}
      <input
        type="search"
        name="q"
        value="${frame.query ?? ""}"
        aria-label="Search repositories, pull requests and users"
        placeholder="Search"
      />
    </form>
    ${frame.login === undefined ? "" : accountNav(frame.login, frame.currentAddress ?? "/")}
  </header>`;
}

function accountNav(login: string | null, currentAddress: string): Html {
  if (login === null) {
    const returnParameter = currentAddress === "/" ? "" : `?return_to=${encodeURIComponent(currentAddress)}`;
    return html`<nav class="AppHeader-user" aria-label="Account"><a href="/login${returnParameter}">Sign in</a></nav>`;
  }
  return html`<nav class="AppHeader-user" aria-label="Account">
    <a href="/dashboard">Home</a>
    <a href="/stars">Stars</a>
    <a href="/watching">Watching</a>
    <a class="AppHeader-login" href="/${login}"
      ><img class="avatar" src="/avatars/${login}.svg" width="20" height="20" alt="" />${login}</a
    >
    <form action="/logout" method="post"><button type="submit">Sign out</button></form>
  </nav>`;
}
