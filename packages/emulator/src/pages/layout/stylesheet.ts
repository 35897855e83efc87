/** The stylesheet of all pages, for light and dark color schemes and all window widths. */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #0e1217);
  --panel: light-dark(#f5f7f9, #151a21);
  --line: light-dark(#d4d9df, #323a44);
  --line-muted: light-dark(#e3e7eb, #262d36);
  --text: light-dark(#1c2128, #e8edf2);
  --dim: light-dark(#59636e, #9aa4af);
  --accent: light-dark(#0a5fc4, #6cb0ff);
  --hover: light-dark(#eef1f4, #20262f);
  --tab: #e2692b;
  --open: light-dark(#1a7f37, #3fb950);
  --merged: light-dark(#8250df, #ab7df8);
  --closed: light-dark(#cf222e, #f85149);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  font: 14px/1.5 system-ui, -apple-system, "Segoe UI", "Liberation Sans", Arial, sans-serif;
}
html[data-color-mode=light] { color-scheme: light; }
html[data-color-mode=dark] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); min-width: 280px; overflow-wrap: break-word; }
h1, h2, h3, h4, p, ul, ol, dl, pre { margin: 0; }
h1 { font-size: 24px; font-weight: 600; line-height: 1.3; }
h2, h3, h4 { font-size: 14px; font-weight: 600; }
main ul, main ol { list-style: none; padding: 0; }
main > p, main > h1, main > h2 { margin-bottom: 12px; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
#start-of-content:focus { outline: none; }
img { max-width: 100%; }
turbo-frame { display: block; }
.dim { color: var(--dim); }
.sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.show-on-focus { position: absolute; left: 12px; top: -60px; z-index: 10; padding: 8px 14px; border-radius: 6px;
  background: var(--page); color: var(--accent); border: 1px solid var(--line); }
.show-on-focus:focus { top: 10px; }
code, .commit-ref { font-family: var(--mono); font-size: 12px; }
code { background: var(--panel); border: 1px solid var(--line-muted); border-radius: 6px; padding: 1px 5px; }
.avatar { border-radius: 50%; vertical-align: middle; flex: none; }
.octicon { flex: none; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round;
  vertical-align: text-bottom; }
.octicon.open, .octicon.approved { color: var(--open); }
.octicon.merged { color: var(--merged); }
.octicon.closed { color: var(--closed); }
.octicon.draft { color: var(--dim); }
.octicon-file-directory-fill { fill: light-dark(#9ec6f5, #34557c); color: light-dark(#5b8fd0, #7fb0ea); }

/* Head of every page */
.site-search { position: relative; }
.site-search .octicon { position: absolute; left: 9px; top: 8px; pointer-events: none; }
.site-search input { width: 100%; height: 32px; padding: 0 10px 0 32px; font: inherit; color: inherit; background: transparent;
  border: 1px solid light-dark(#8c959f, #7a8592); border-radius: 6px; }
.site-search input::placeholder { color: inherit; opacity: 0.9; }
.user-menu-button { padding: 0; border: 0; border-radius: 50%; background: none; cursor: pointer; line-height: 0; }
.user-menu { width: 256px; padding: 12px; color: var(--text); background: var(--page); border: 1px solid var(--line); border-radius: 12px;
  box-shadow: 0 8px 24px #0004; }
.user-menu[popover] { inset: 56px 16px auto auto; margin: 0; }
.user-menu ul { list-style: none; padding: 0; margin: 8px 0; }
.user-menu li a { display: block; padding: 6px 8px; border-radius: 6px; color: var(--text); }
.user-menu li a:hover { background: var(--hover); text-decoration: none; }
.user-menu form { display: flex; flex-wrap: wrap; gap: 6px; padding-top: 10px; }
.user-menu [aria-pressed=true] { background: var(--hover); border-color: var(--dim); }

/* 2026 */
react-partial, react-app { display: block; }
.GlobalNav-header { background: light-dark(#f6f8fa, #06090d); border-bottom: 1px solid var(--line); }
.GlobalNav-row { display: flex; align-items: center; gap: 12px; height: 64px; padding: 0 16px; }
.GlobalNav-logo { color: var(--text); line-height: 0; flex: none; }
.GlobalNav-breadcrumbs { min-width: 0; flex: 1 1 auto; }
.GlobalNav-breadcrumbs ol { display: flex; list-style: none; margin: 0; padding: 0; white-space: nowrap; }
.GlobalNav-breadcrumbs li { display: flex; align-items: center; gap: 4px; min-width: 0; }
.GlobalNav-breadcrumbs li + li::before { content: "/"; color: var(--dim); padding-inline: 4px 0; }
.GlobalNav-breadcrumbs a { color: var(--text); padding: 4px; border-radius: 6px; overflow: hidden; text-overflow: ellipsis; }
.GlobalNav-breadcrumbs li:last-child a { font-weight: 600; }
.GlobalNav-end { display: flex; align-items: center; gap: 8px; flex: none; }
.GlobalNav .site-search { width: 280px; }
.GlobalNav-actions { display: flex; gap: 8px; }
.GlobalNav-action, .AppHeader-button { display: grid; place-items: center; width: 32px; height: 32px; color: var(--dim); border: 1px solid var(--line);
  border-radius: 6px; }
.GlobalNav-tabs { height: 48px; padding: 0 16px; overflow-x: auto; overflow-y: hidden; }
.GlobalNav-tabs ul { display: flex; gap: 8px; height: 100%; list-style: none; margin: 0; padding: 0; }
.GlobalNav-tabs a { display: inline-flex; align-items: center; gap: 8px; height: 100%; padding: 0 8px; color: var(--text); white-space: nowrap;
  border-bottom: 2px solid transparent; }
.GlobalNav-tabs a:hover { text-decoration: none; border-color: var(--line); }
.GlobalNav-tabs a:focus-visible { outline-offset: -2px; }
.GlobalNav-tabs a[aria-current] { border-color: var(--tab); font-weight: 600; }
.GlobalNav-tabs .octicon { color: var(--dim); display: block; }

/* 2024 */
.AppHeader { background: light-dark(#f6f8fa, #06090d); border-bottom: 1px solid var(--line); }
.AppHeader-globalBar { display: flex; align-items: center; justify-content: space-between; gap: 8px 16px; flex-wrap: wrap; padding: 16px; }
.AppHeader-globalBar-start, .AppHeader-globalBar-end, .AppHeader-actions { display: flex; align-items: center; gap: 8px; min-width: 0; }
.AppHeader-logo { display: flex; align-items: center; gap: 8px; color: var(--text); font-weight: 600; }
.AppHeader-context ul { display: flex; list-style: none; margin: 0; padding: 0; }
.AppHeader-context-item { color: var(--text); padding: 4px; }
.AppHeader-context li:last-child .AppHeader-context-item { font-weight: 600; }
.AppHeader-search { flex: 1 1 240px; max-width: 340px; }
.AppHeader-localBar { padding: 0 16px; }

/* 2022 */
.Header { display: flex; align-items: center; gap: 8px 16px; flex-wrap: wrap; padding: 16px 24px; color: #fff;
  background: light-dark(#20262e, #06090d); border-bottom: 1px solid light-dark(#20262e, #262d36); }
.Header :focus-visible { outline-color: #9ecbff; }
.Header-link { display: inline-flex; align-items: center; gap: 10px; color: #fff; font-weight: 600; white-space: nowrap; }
.Header-item--full { flex: 1 1 auto; display: flex; align-items: center; gap: 16px; min-width: 0; }
.Header .account-nav a { color: #fff; }
.Header .user-menu a { color: var(--text); }
.header-search { flex: 0 1 272px; min-width: 120px; }
#global-nav { display: flex; gap: 16px; }
.details-overlay { position: relative; }
.details-overlay > summary { list-style: none; cursor: pointer; }
.details-overlay > summary::after { content: ""; border: 4px solid transparent; border-top-color: currentColor; translate: 0 2px; }
.dropdown-menu { position: absolute; right: 0; top: 100%; margin-top: 8px; z-index: 100; }

/* Page layout */
main { max-width: 1280px; margin: 0 auto; padding: 24px; }
main:has(> #repository-container-header), main.profile, main.organization { max-width: none; padding: 0; }
main:has(> .container) { padding: 0; }
.container { max-width: 1280px; margin: 0 auto; padding: 24px; }
.container.narrow { max-width: 860px; }
.Layout { display: grid; grid-template-columns: minmax(0, 1fr) 296px; gap: 32px; align-items: start; }
.Layout--sidebar-first { grid-template-columns: 256px minmax(0, 1fr); }
.Layout-main { min-width: 0; }
.page-title { display: flex; align-items: baseline; gap: 4px 16px; flex-wrap: wrap; margin-bottom: 16px; }
.list-heading { font-size: 18px; font-weight: 600; margin-bottom: 12px; }
.page-title .list-heading { margin: 0; }

/* Head of a repository's pages */
#repository-container-header { background: var(--panel); border-bottom: 1px solid var(--line); padding: 16px 24px 0; }
.repository-title { display: flex; align-items: center; justify-content: space-between; gap: 10px 24px; flex-wrap: wrap;
  margin-bottom: 10px; }
#repo-title-component { display: flex; align-items: center; gap: 6px; flex-wrap: wrap; font-size: 20px; line-height: 30px; min-width: 0; }
#repo-title-component .octicon { color: var(--dim); }
#repo-title-component strong { font-weight: 600; }
#repo-title-component .Label { margin-left: 4px; }
#repo-title-component a { overflow-wrap: anywhere; }
.path-divider { color: var(--dim); }
.user-menu label { flex: 1 1 100%; }
.pagehead-actions { display: flex; flex-wrap: wrap; gap: 8px; }
.fork-note { color: var(--dim); font-size: 12px; margin: -6px 0 10px; }
.fork-note .text-normal { font-weight: 400; }
.UnderlineNav { overflow-x: auto; overflow-y: hidden; }
.UnderlineNav-body { display: flex; gap: 8px; list-style: none; padding: 0; }
.UnderlineNav-item { display: inline-flex; align-items: center; gap: 8px; padding: 8px 8px 10px; color: var(--text); white-space: nowrap;
  border-bottom: 2px solid transparent; }
.UnderlineNav-item .octicon { color: var(--dim); }
.UnderlineNav-item:hover { text-decoration: none; border-color: var(--line); }
.UnderlineNav-item:focus-visible { outline-offset: -2px; }
.UnderlineNav-item.selected { border-color: var(--tab); font-weight: 600; }

/* Buttons, labels, messages and form fields */
.btn { display: inline-flex; align-items: center; gap: 6px; font: inherit; font-weight: 500; color: var(--text); background: var(--page);
  border: 1px solid var(--line); border-radius: 6px; padding: 5px 14px; cursor: pointer; white-space: nowrap; }
.btn-sm { font-size: 12px; line-height: 18px; padding: 4px 10px; }
.btn:hover { background: var(--hover); text-decoration: none; }
.btn-primary { color: #fff; background: #1f883d; border-color: #1f883d; }
.btn-primary:hover { background: #1a7f37; }
.btn .octicon { color: var(--dim); }
.btn-primary .octicon { color: inherit; }
.Counter { display: inline-block; min-width: 20px; padding: 0 6px; border-radius: 10px; text-align: center; font-size: 12px; font-weight: 500;
  line-height: 18px; background: light-dark(#e1e6eb, #2b333d); color: var(--text); }
.Label, .pill { display: inline-block; padding: 0 8px; border: 1px solid var(--line); border-radius: 12px; font-size: 12px; font-weight: 500;
  line-height: 20px; color: var(--dim); white-space: nowrap; vertical-align: middle; }
.IssueLabel { display: inline-flex; align-items: center; gap: 5px; padding: 0 8px 0 6px; border: 1px solid var(--line); border-radius: 12px;
  font-size: 12px; font-weight: 500; line-height: 20px; color: var(--text); background: var(--panel); vertical-align: middle; }
.topic-tag { display: inline-block; padding: 0 10px; margin: 0 2px 4px 0; border-radius: 12px; font-size: 12px; font-weight: 500; line-height: 22px;
  background: light-dark(#e3f0fd, #14273d); color: light-dark(#08519f, #82bcff); }
.State { display: inline-flex; align-items: center; gap: 6px; color: #fff; border-radius: 16px; padding: 4px 12px; font-weight: 600; }
.State--open { background: #1a7f37; } .State--merged { background: #8250df; }
.State--closed { background: #cf222e; } .State--draft { background: #59636e; }
.commit-ref { display: inline-flex; align-items: center; gap: 6px; padding: 1px 7px; border-radius: 6px; background: light-dark(#e3f0fd, #14273d);
  color: light-dark(#08519f, #82bcff); overflow-wrap: anywhere; }
.added { color: light-dark(#116329, #56d364); } .deleted { color: light-dark(#b3261e, #ff8d85); }
.flash { display: flex; gap: 8px; align-items: center; padding: 10px 16px; margin-bottom: 16px; border: 1px solid light-dark(#e0c36a, #6b571c);
  border-radius: 8px; background: light-dark(#fff8e1, #2a230d); }
.flash-error { border-color: light-dark(#e5a29c, #7a2f2a); background: light-dark(#fdeeed, #2d1413); }
.form-control { font: inherit; color: inherit; background: var(--page); border: 1px solid light-dark(#8c959f, #5c6773); border-radius: 6px;
  height: 34px; padding: 0 10px; width: 100%; }
.form-control::placeholder { color: var(--dim); opacity: 1; }
.list-filter { display: flex; gap: 8px; margin-bottom: 16px; }
.list-filter .form-control { flex: 1; min-width: 0; }
.subnav-search { position: relative; margin-bottom: 16px; max-width: 640px; }
.subnav-search .octicon { position: absolute; left: 10px; top: 9px; color: var(--dim); pointer-events: none; }
.subnav-search .form-control { padding-left: 34px; }

/* Boxes and rows */
.Box, .box { border: 1px solid var(--line); border-radius: 8px; overflow: clip; background: var(--page); }
.Box + .Box { margin-top: 16px; }
.Box-header, .box > header { display: flex; align-items: center; gap: 4px 10px; flex-wrap: wrap; padding: 10px 16px; background: var(--panel);
  border-bottom: 1px solid var(--line); font-weight: 400; font-size: 14px; }
.box > div { padding: 16px; }
.Box-row { display: flex; gap: 10px; padding: 14px 16px; border-top: 1px solid var(--line-muted); }
.Box-row:first-child { border-top: 0; }
.Box-row > .octicon { margin-top: 4px; color: var(--dim); }
.js-issue-row:hover, .ListItem:hover { background: var(--panel); }
.row-main { flex: 1; min-width: 0; }
.row-state { flex: none; padding-top: 3px; display: inline-flex; }
.row-title { display: inline; font-size: 16px; font-weight: 600; overflow-wrap: anywhere; }
.row-title .Label, .row-title .labels { font-weight: 400; }
.row-title + .Label { margin-left: 6px; }
.text-normal { font-weight: 400; }
.Link--primary { color: var(--text); }
.Link--primary:hover { color: var(--accent); }
.row-description { color: var(--dim); margin: 4px 0 6px; max-width: 78ch; overflow-wrap: anywhere; }
.row-facts { display: flex; flex-wrap: wrap; gap: 2px 16px; font-size: 12px; color: var(--dim); margin-top: 4px; }
.row-facts > span { display: inline-flex; align-items: center; gap: 4px; }
.row-facts .opened-by { display: inline; }
.row-facts .IssueLabel { color: var(--text); line-height: 16px; }
.row-comments { flex: none; display: inline-flex; gap: 4px; align-items: center; align-self: flex-start; color: var(--dim); font-size: 12px; padding-top: 3px; }
.row-end { margin-left: auto; }
.py-4.border-bottom { display: flex; justify-content: space-between; gap: 16px; align-items: flex-start; }
.float-right { float: right; }
.border-bottom { padding: 22px 0; border-bottom: 1px solid var(--line-muted); }
.border-bottom:first-child { padding-top: 4px; }
.d-flex { display: flex; }
.topics-row-container { margin: 4px 0 2px; }
.search-result { display: flex; justify-content: space-between; gap: 16px; align-items: flex-start; padding: 18px 0; border-bottom: 1px solid var(--line-muted); }
.search-result:first-child { padding-top: 0; }
.search-result .row-title { display: flex; align-items: flex-start; gap: 8px; }
.search-result .avatar { margin-top: 2px; }
.search-title { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 8px; min-width: 0; font-weight: 600; }
.search-title .dim { font-weight: 400; font-size: 14px; }
.filters ul { display: grid; gap: 2px; }
.filters a { display: flex; align-items: center; gap: 10px; padding: 7px 10px; border-radius: 6px; color: var(--text); }
.filters a:hover { background: var(--hover); text-decoration: none; }
.filters a[aria-current] { background: var(--hover); font-weight: 600; box-shadow: inset 3px 0 0 var(--accent); }
.filters .octicon { color: var(--dim); }
.sorting { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-left: auto; }
.sorting a { color: var(--dim); }
.sorting a[aria-current] { color: var(--text); font-weight: 600; }
.table-list-header-toggle { gap: 4px 20px; }
.btn-link { display: inline-flex; gap: 6px; align-items: center; color: var(--dim); }
.btn-link[aria-current] { color: var(--text); font-weight: 600; }
.list-total { margin-left: auto; color: var(--dim); font-size: 12px; }
.blankslate { padding: 40px 24px; text-align: center; color: var(--dim); }
.blankslate h1, .blankslate h2 { color: var(--text); font-size: 20px; font-weight: 600; margin-bottom: 6px; overflow-wrap: anywhere; }
.blankslate .list-filter { max-width: 480px; margin: 20px auto 0; }
.missing-number { font-size: 72px; font-weight: 700; line-height: 1; letter-spacing: 2px; color: light-dark(#8a949e, #5f6b77); margin-bottom: 16px; }
.blankslate.narrow { padding-top: 96px; }
.paginate-container { margin-top: 20px; text-align: center; }
.pagination { display: inline-flex; flex-wrap: wrap; justify-content: center; gap: 4px; }
.pagination > * { min-width: 32px; padding: 5px 10px; border: 1px solid transparent; border-radius: 6px; line-height: 20px; font-style: normal; }
.pagination a:hover { border-color: var(--line); text-decoration: none; }
.pagination .current { background: light-dark(#0a5fc4, #1f6feb); color: #fff; font-weight: 600; }
.pagination .disabled, .pagination .gap { color: var(--dim); }

.trending-row { display: block; }
.trending-row .row-title { display: block; margin-inline-end: 96px; font-weight: 400; }
.trending-row .row-title a { font-weight: 600; }
.trending-row .octicon { color: var(--dim); }
.float-sm-right { margin-inline-start: auto; }
.select-menu { position: relative; }
.select-menu-button { cursor: pointer; }
.select-menu-button::after { content: ""; border: 4px solid transparent; border-top-color: currentColor; translate: 0 3px; }
.Box-header:has(> .select-menu) { align-items: flex-start; column-gap: 24px; }
.select-menu-button strong { color: var(--text); }
.select-menu-list { display: flex; flex-wrap: wrap; gap: 4px 16px; padding-top: 6px; }
.select-menu-item { color: var(--text); }
.select-menu-item[aria-current] { font-weight: 600; }
.topic-row { border: 1px solid var(--line); border-radius: 8px; margin: 16px 0; overflow: clip; }
.topic-row > div { padding: 12px 16px; }
.topic-row > div:first-child { background: var(--panel); border-bottom: 1px solid var(--line-muted); }
.flex-justify-between { justify-content: space-between; gap: 10px; }
.flex-auto { flex: 1 1 auto; min-width: 0; }
.pinned-items { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); gap: 16px; }
.pinned-item-list-item { width: 100%; padding: 14px 16px; }
.pinned-item-list-item-content { display: flex; flex-direction: column; gap: 6px; height: 100%; }
.pinned-item-title { display: flex; align-items: center; gap: 8px; font-weight: 600; overflow-wrap: anywhere; }
.pinned-item-title .octicon { color: var(--dim); }
.pinned-item-title a { min-width: 0; }
.pinned-item-desc { flex: 1; color: var(--dim); font-size: 12px; overflow-wrap: anywhere; }
.pinned-item-facts { display: flex; flex-wrap: wrap; gap: 2px 16px; color: var(--dim); font-size: 12px; }
.pinned-item-meta { display: inline-flex; align-items: center; gap: 4px; }
.dashboard .width-full { gap: 8px; align-items: center; padding: 4px 0; }
.dashboard .wb-break-word { min-width: 0; overflow-wrap: anywhere; }
.dashboard-list + .dashboard-list { margin-top: 28px; }

/* A repository */
.refs { display: flex; flex-wrap: wrap; gap: 6px 18px; align-items: center; margin-bottom: 16px; min-height: 34px; }
.refs .commit-ref { padding: 5px 12px; }
.sidebar-section { border-bottom: 1px solid var(--line-muted); padding-bottom: 16px; margin-bottom: 16px; }
.sidebar-section:last-child { border-bottom: 0; }
.sidebar-section h2 { margin-bottom: 8px; }
.sidebar-section p { margin-bottom: 10px; overflow-wrap: anywhere; }
.sidebar-section li { display: flex; align-items: center; gap: 8px; padding: 3px 0; min-width: 0; }
.sidebar-section li .octicon { color: var(--dim); }
.sidebar-section li .octicon.approved { color: var(--open); } .sidebar-section li .octicon.closed { color: var(--closed); }
.sidebar-section li .row-end { white-space: nowrap; font-size: 12px; }
.sidebar-section .IssueLabel { margin: 0 2px 4px 0; }
.facts li { color: var(--dim); } .facts strong { color: var(--text); margin-right: -4px; }
.files li { display: flex; align-items: center; gap: 10px; padding: 8px 16px; border-top: 1px solid var(--line-muted); }
.files li:first-child { border-top: 0; }
.files li > .octicon { color: var(--dim); }
.files li:hover { background: var(--panel); }
.files li a { color: var(--text); overflow-wrap: anywhere; } .files li a:hover { color: var(--accent); }
.files li .octicon-file-directory-fill { color: light-dark(#5b8fd0, #7fb0ea); }
.commit-message { min-width: 0; overflow-wrap: anywhere; }
.breadcrumbs { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 6px; font-size: 16px; font-weight: 400; margin-bottom: 16px;
  overflow-wrap: anywhere; }
.breadcrumbs .commit-ref { margin-right: 6px; }
.blob { font: 12px/20px var(--mono); padding: 12px 16px; overflow: auto; tab-size: 4; }
.blob.wrapped { white-space: pre-wrap; overflow-wrap: anywhere; }
.blob:focus-visible { outline-offset: -2px; }
.markdown-body { padding: 16px 24px 20px; overflow-wrap: anywhere; }
.comment-body { padding: 14px 16px; }
.markdown-body > * + * { margin-top: 14px; }
.markdown-body h1 { font-size: 26px; } .markdown-body h2 { font-size: 20px; } .markdown-body h3 { font-size: 17px; }
.markdown-body :is(h1, h2) { padding-bottom: 6px; border-bottom: 1px solid var(--line-muted); }
.markdown-body :is(ul, ol) { padding-left: 28px; } .markdown-body ul { list-style: disc; } .markdown-body ol { list-style: decimal; }
.markdown-body a { text-decoration: underline; }
.markdown-body pre { white-space: pre-wrap; background: var(--panel); border-radius: 6px; padding: 12px 16px; font: 12px/18px var(--mono); }
.markdown-body pre code { border: 0; padding: 0; background: none; }
.markdown-body table { border-collapse: collapse; }
.markdown-body :is(td, th) { border: 1px solid var(--line); padding: 5px 12px; text-align: left; }
.markdown-body blockquote { margin-left: 0; padding-left: 14px; border-left: 4px solid var(--line); color: var(--dim); }

.file-navigation { display: flex; align-items: flex-start; justify-content: space-between; gap: 16px; }
.sidebar-actions { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 12px; }

/* A pull request */
.PageHeader { position: sticky; top: 0; z-index: 20; padding: 12px 0; margin-bottom: 16px; background: var(--page); border-bottom: 1px solid var(--line); }
.PageHeader h1 { font-size: 20px; }
.gh-header-sticky { position: sticky; top: 0; z-index: 30; height: 0; visibility: hidden; }
.gh-header-sticky .sticky-content { display: flex; align-items: center; gap: 12px; padding: 8px 0; background: var(--page); border-bottom: 1px solid var(--line); }
.gh-header-sticky.is-stuck { visibility: visible; }
.tabnav { margin-bottom: 20px; }
.gh-header { padding-bottom: 16px; margin-bottom: 20px; border-bottom: 1px solid var(--line); }
.gh-header-title { font-size: 28px; font-weight: 400; margin-bottom: 10px; overflow-wrap: anywhere; }
.gh-header-meta { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; }
.gh-header-meta .person, .timeline-comment-header .person, .TimelineItem .person, .sidebar-section .person { color: var(--text); font-weight: 600; }
.TimelineItem { position: relative; margin-bottom: 16px; scroll-margin-top: 16px; }
.timeline-comment-header { color: var(--dim); }
.TimelineItem--condensed { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 6px; color: var(--dim); padding: 2px 16px; }
.TimelineItem:target { box-shadow: 0 0 0 2px var(--accent); }

/* Issues, commits, releases and notifications */
a.IssueLabel { color: var(--text); }
.comment-form { display: grid; gap: 8px; }
.comment-form textarea { width: 100%; height: auto; min-height: 96px; padding: 8px 12px; font: inherit; resize: vertical; }
.form-actions { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; }
.blob .hunk { color: var(--dim); }
.release .Box-header { flex-wrap: wrap; }
.release .row-facts { flex: 1 1 100%; }
.markdown-body + .Box-header { border-top: 1px solid var(--line-muted); }
#files { margin: 12px 0 24px; }
#comments h2 { margin-bottom: 12px; }
.notification-indicator { position: relative; }
.mail-status { position: absolute; top: -3px; right: -3px; width: 10px; height: 10px; border-radius: 50%; background: light-dark(#0a5fc4, #1f6feb); }
.notification-read .Link--primary { color: var(--dim); font-weight: 400; }

/* People and organizations */
main.profile > .UnderlineNav, .orghead .UnderlineNav { padding: 0 24px; }
main.profile > .UnderlineNav { border-bottom: 1px solid var(--line); padding-top: 8px; background: var(--panel); }
main.profile > .UnderlineNav .UnderlineNav-body, .orghead .UnderlineNav-body { max-width: 1232px; margin: 0 auto; }
.vcard-names { margin: 16px 0 12px; }
.vcard-fullname { display: block; font-size: 24px; overflow-wrap: anywhere; }
.vcard-username { display: block; font-size: 18px; font-weight: 300; color: var(--dim); overflow-wrap: anywhere; }
.user-profile-bio { margin-bottom: 12px; overflow-wrap: anywhere; }
.vcard-details { display: grid; gap: 5px; }
.vcard-details.row { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 4px; }
.vcard-details li { display: flex; align-items: center; gap: 8px; min-width: 0; overflow-wrap: anywhere; }
.vcard-details .octicon { color: var(--dim); }
.sidebar-heading { margin: 20px 0 8px; padding-top: 16px; border-top: 1px solid var(--line-muted); }
.orghead { background: var(--panel); border-bottom: 1px solid var(--line); }
.orghead-title { display: flex; gap: 20px; align-items: center; padding-bottom: 16px; }
.orghead-title .avatar { border-radius: 8px; }
.orghead-title p { color: var(--dim); overflow-wrap: anywhere; }
.follow-list { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 12px; }
.follow-list-item { display: flex; gap: 12px; padding: 12px; border: 1px solid var(--line-muted); border-radius: 8px; min-width: 0; overflow-wrap: anywhere; }
.follow-list-name { font-size: 15px; display: inline; margin-right: 6px; }
.follow-list p { font-size: 12px; }
.container.auth-form { max-width: 520px; padding-top: 40px; }
.auth-form > p { margin: 6px 0 16px; }
.user-list li + li { border-top: 1px solid var(--line-muted); }
.user-list button { display: flex; align-items: center; gap: 12px; width: 100%; padding: 10px 16px; font: inherit; color: inherit; text-align: left;
  background: none; border: 0; cursor: pointer; }
.user-list button:hover { background: var(--hover); }
.user-list button:focus-visible { outline-offset: -2px; }

@media (max-width: 1011px) {
  .Layout, .Layout--sidebar-first { grid-template-columns: minmax(0, 1fr); gap: 24px; }
}
@media (max-width: 800px) {
  .container, main { padding: 16px; }
  #repository-container-header { padding-left: 16px; padding-right: 16px; }
  .h-card > .avatar { width: 72px; height: 72px; float: left; margin: 0 16px 12px 0; }
  .h-card .vcard-names { margin-top: 4px; }
  .h-card .user-profile-bio, .h-card .vcard-details { clear: left; }
  .filters ul { display: flex; flex-wrap: wrap; }
  .gh-header-title { font-size: 22px; }
  .row-end { margin-left: 0; }
  .sidebar-section .row-end { margin-left: auto; }
  main.profile > .UnderlineNav, .orghead .UnderlineNav { padding-left: 16px; padding-right: 16px; }
}
@media (max-width: 700px) {
  .GlobalNav-row, .AppHeader-globalBar { gap: 8px; padding-inline: 12px; }
  .GlobalNav .site-search, .AppHeader-search { width: 32px; flex: none; }
  .GlobalNav .site-search:focus-within { position: absolute; inset-inline: 12px; z-index: 20; width: auto; background: var(--page); }
  .GlobalNav .site-search input, .AppHeader-search input { padding-inline-end: 0; }
  .GlobalNav-actions, .AppHeader-actions, #global-nav { display: none; }
  .Header-item--full { order: 9; flex: 1 1 100%; }
  .Header > .Header-item:first-child { margin-inline-end: auto; }
  .header-search { flex: 1; }
}
@media (prefers-reduced-motion: reduce) { .turbo-progress-bar { transition: none !important; } }
`;
