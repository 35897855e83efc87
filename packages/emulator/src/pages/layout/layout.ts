import { html } from "hono/html";
import { assets } from "./assets.ts";
import type { Html } from "./html.ts";
import { icon } from "./icons.ts";

/** What a page's frame tells beside its content. */
export interface Frame {
  /** The login of who is signed in; null: nobody. Left out, the page says nothing of it. */
  readonly login?: string | null;
  /** The address to come back to after signing in. */
  readonly here?: string;
  /** What was searched for. */
  readonly query?: string;
  /** The repository that it is about: `acme/widgets`. */
  readonly repository?: string;
}

/** A whole page. @param title goes into the browser's tab */
export function layout(title: string, content: Html, frame: Frame = {}): Html {
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

function globalHeader(frame: Frame): Html {
  return html`<header class="AppHeader">
    <a class="AppHeader-logo" href="/">
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 12h10l3-3V7H7L3 9zM6 13h7v3H6z" fill="currentColor" />
      </svg>
      <span>Forge, the emulator</span>
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
    ${frame.login === undefined ? "" : account(frame.login, frame.here ?? "/")}
  </header>`;
}

function account(login: string | null, here: string): Html {
  if (login === null) {
    const back = here === "/" ? "" : `?return_to=${encodeURIComponent(here)}`;
    return html`<nav class="AppHeader-user" aria-label="Account"><a href="/login${back}">Sign in</a></nav>`;
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
