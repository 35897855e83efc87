/** Additional styles of the start page. */
export const START_STYLE = `.start { color-scheme: light dark; --edge: light-dark(#d4d9df, #343b44);
  --quiet: light-dark(#59636e, #97a1ac); --ground: light-dark(#f5f7f9, #151a21); --good: light-dark(#1a7034, #5fcf83);
  --bad: light-dark(#b3261e, #ff9a8f); --link: light-dark(#0a5fc4, #6cb0ff);
  display: block; max-width: 1120px; margin: 0 auto; padding: 32px 24px 64px; }
.start h1 { font-size: 26px; font-weight: 600; margin: 0 0 4px; }
.start h2 { font-size: 18px; font-weight: 600; margin: 40px 0 12px; }
.start p { margin: 0 0 12px; max-width: 78ch; }
.start a { color: var(--link); }
.start .quiet, .start caption { color: var(--quiet); }
.start code { font: 12.5px/1.5 ui-monospace, "Liberation Mono", monospace; background: var(--ground);
  border: 1px solid var(--edge); border-radius: 6px; padding: 1px 6px; overflow-wrap: anywhere; }
.start pre { margin: 0; flex: 1; min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.start pre code { display: block; padding: 8px 12px; }
.start dl { display: grid; grid-template-columns: max-content 1fr; margin: 16px 0 0; border-top: 1px solid var(--edge); }
.start dt, .start dd { margin: 0; padding: 7px 0; border-bottom: 1px solid var(--edge); }
.start dt { padding-right: 32px; color: var(--quiet); }
@media (min-width: 900px) { .start dl { grid-template-columns: max-content 1fr max-content 1fr; } }
.start .scroll { overflow-x: auto; }
.start table { border-collapse: collapse; width: 100%; min-width: 720px; }
.start caption { text-align: left; padding: 0 0 8px; }
.start th, .start td { text-align: left; vertical-align: top; padding: 8px 16px 8px 0; border-bottom: 1px solid var(--edge); }
.start th { font-weight: 600; } .start th .quiet { font-weight: 400; } .start tbody th { white-space: nowrap; }
.start tbody th code { font-weight: 400; } .start thead th { font-size: 12px; color: var(--quiet); white-space: nowrap; }
.start td:last-child, .start th:last-child { padding-right: 0; }
.start ul { list-style: none; margin: 0; padding: 0; }
.start li + li { margin-top: 6px; }
.start .delivery { display: grid; grid-template-columns: 1fr 12em max-content max-content; gap: 0 12px; }
.start p a, .start li a { text-decoration: underline; }
.start .line { display: flex; gap: 8px; align-items: start; flex-wrap: wrap; }
.start .line pre + .copy { margin-top: 6px; }
.start .lines > * + * { margin-top: 8px; }
.start .once { white-space: nowrap; }
.start .good { color: var(--good); } .start .bad { color: var(--bad); }
.start .copy { font: inherit; font-size: 12px; line-height: 18px; min-width: 62px; padding: 1px 8px; cursor: pointer;
  color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: 6px; }
.start .copy:hover { border-color: var(--quiet); }
.start .copy:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
.start .face { border-radius: 50%; vertical-align: middle; margin-right: 6px; }
.start .note { border: 1px solid var(--edge); border-left: 4px solid var(--link); border-radius: 6px; padding: 10px 14px;
  margin-top: 24px; }
.start .routes { columns: 3 260px; }
.start .routes { line-height: 2; } .start .routes li { margin: 0; break-inside: avoid; }
.start .silent { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (scripting: none) { .start .copy { display: none; } }
@media (max-width: 640px) { .start dl { grid-template-columns: 1fr; } .start dt { padding-bottom: 0; border: 0; } }
`;
