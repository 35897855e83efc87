import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d4d9df, #343b44); --dim: light-dark(#59636e, #97a1ac);
  --panel: light-dark(#f5f7f9, #151a21); --page: light-dark(#fff, #0e1217); --text: light-dark(#1c2128, #e8edf2);
  --accent: light-dark(#0a5fc4, #6cb0ff); --open: #1b7f3b; font: 14px/1.5 system-ui, "Liberation Sans", sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
.bar { display: flex; gap: 10px; align-items: center; padding: 12px 24px; background: #20262e; color: #fff; font-weight: 600; }
.bar svg { display: block; }
#repository-container-header { background: var(--panel); border-bottom: 1px solid var(--line); padding: 16px 24px 0; }
#repository-container-header h1 { margin: 0 0 12px; font-size: 20px; font-weight: 400; }
#repository-container-header h1 strong { font-weight: 600; }
.pill { display: inline-block; border: 1px solid var(--line); border-radius: 12px; padding: 0 8px; font-size: 12px; color: var(--dim);
  vertical-align: middle; margin-left: 6px; }
nav.tabs { display: flex; gap: 4px; }
nav.tabs a { padding: 8px 14px; color: inherit; border-bottom: 2px solid transparent; }
nav.tabs a[aria-current] { border-color: #e2692b; font-weight: 600; }
main { padding: 64px 24px 48px; display: grid; grid-template-columns: 1fr 296px; gap: 32px; align-items: start; }
.box { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.box > header { background: var(--panel); border-bottom: 1px solid var(--line); padding: 10px 16px; font-weight: 600; }
.box > div { padding: 16px; }
aside h2 { font-size: 14px; margin: 0 0 8px; } aside section { border-bottom: 1px solid var(--line); padding: 0 0 16px; margin: 0 0 16px; }
aside ul { list-style: none; margin: 0; padding: 0; } aside li { padding: 2px 0; }
.dim { color: var(--dim); }
#partial-discussion-header { grid-column: 1 / -1; border-bottom: 1px solid var(--line); padding-bottom: 16px; }
#partial-discussion-header h1 { font-size: 28px; font-weight: 400; margin: 0 0 8px; }
.state { background: var(--open); color: #fff; border-radius: 16px; padding: 4px 12px; font-weight: 600; margin-right: 8px; }
code { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 1px 6px; font-size: 12px; }
@media (max-width: 700px) { main { grid-template-columns: 1fr; } }
.avatar { border-radius: 50%; vertical-align: middle; margin-right: 6px; }
`;

/** A whole page. @param title goes into the browser's tab */
export function layout(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <div class="bar">
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M3 12h10l3-3V7H7L3 9zM6 13h7v3H6z" fill="currentColor" />
          </svg>
          Forge, the emulator
        </div>
        ${content}
      </body>
    </html>`;
}
