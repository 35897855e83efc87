import { html } from "hono/html";
import type { Markup } from "../../markup.ts";
import { header2022 } from "../site-header/header-2022.ts";
import { header2024 } from "../site-header/header-2024.ts";
import { header2026 } from "../site-header/header-2026.ts";
import type { PageFrame, RepositoryFrame } from "../site-header/page-frame.ts";
import { assets } from "./assets.ts";
import type { Html } from "./html.ts";

const HEADERS: Readonly<Record<Markup, (frame: PageFrame) => Html>> = {
  2022: header2022,
  2024: header2024,
  2026: header2026,
};

/**
 * Renders a complete page.
 * @param title title of the browser tab
 */
export function layout(title: string, content: Html, frame: PageFrame): Html {
  const { style, script, turbo, icon: favicon } = assets();
  const { markup, login, colorMode, repository, routePattern } = frame;
  return html`<!doctype html>
    <html lang="en" data-color-mode="${colorMode}" data-light-theme="light" data-dark-theme="dark" data-markup="${markup}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="user-login" content="${login ?? ""}" />
        ${routePattern === undefined ? "" : html`<meta name="route-pattern" content="${routePattern}" data-turbo-transient />`}
        ${repository ? repositoryMetadata(repository) : ""}
        <meta name="turbo-cache-control" content="no-preview" />
        <meta name="turbo-prefetch" content="false" />
        <link rel="icon" href="${favicon.path}" />
        <link rel="stylesheet" href="${style.path}" data-turbo-track="reload" />
        ${turbo ? html`<script src="${turbo.path}" defer data-turbo-track="reload"></script>` : ""}
        <script src="${script.path}" defer data-turbo-track="reload"></script>
      </head>
      <body class="${login === null ? "logged-out" : "logged-in"} env-production page-responsive">
        <a class="show-on-focus" href="#start-of-content">Skip to content</a>
        ${HEADERS[markup](frame)}
        <div id="start-of-content" tabindex="-1"></div>
        <div class="application-main">${content}</div>
      </body>
    </html>`;
}

function repositoryMetadata({ owner, name, url }: RepositoryFrame): Html {
  return html`<meta name="octolytics-dimension-repository_nwo" content="${owner}/${name}" />
    <meta property="og:url" content="${url}" />
    <meta name="go-import" content="${url.replace(/^https?:\/\//, "")} git ${url}.git" />`;
}
