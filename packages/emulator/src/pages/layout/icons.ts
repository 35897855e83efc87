import { html, raw } from "hono/html";
import type { Html } from "./html.ts";

const circle = (x: number, y: number, r = 1.75) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** SVG paths by icon name, stroked in a 16×16 view box. */
const PATHS = {
  star: "M8 1.9l1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.7l-3.8 2 .7-4.3-3.1-3 4.3-.6z",
  eye: `M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z${circle(8, 8, 2)}`,
  "repo-forked": `${circle(4, 3.75)}${circle(12, 3.75)}${circle(8, 12.25)}M4 5.5v.75C4 7.3 4.7 8 5.75 8h4.5C11.3 8 12 7.3 12 6.25V5.5M8 8v2.5`,
  repo: "M13 11.5H4.5C3.7 11.5 3 12.2 3 13s.7 1.5 1.5 1.5H13V1.5H4.5C3.7 1.5 3 2.2 3 3v10M6 4.5h4",
  lock: "M3.5 7.5h9v6h-9zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2",
  code: "M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5",
  "git-pull-request": `${circle(4, 3.75)}${circle(4, 12.25)}${circle(12, 12.25)}M4 5.5v5M12 10.5V6.25C12 5 11.2 4.25 10 4.25H7.75M9.5 2.25l-2 2 2 2`,
  "git-pull-request-draft": `${circle(4, 3.75)}${circle(4, 12.25)}${circle(12, 12.25)}M4 5.5v5M12 3.5v.5M12 7.5v.5`,
  "git-pull-request-closed": `${circle(4, 3.75)}${circle(4, 12.25)}${circle(12, 12.25)}M4 5.5v5M12 10.5V7.5M10.25 2l3.5 3.5M13.75 2l-3.5 3.5`,
  "git-merge": `${circle(4, 3.75)}${circle(4, 12.25)}${circle(12, 8)}M4 5.5v5M4 5.5C4.5 7 6 8 8 8h2.25`,
  "git-branch": `${circle(4, 3.75)}${circle(4, 12.25)}${circle(12, 3.75)}M4 5.5v5M12 5.5C12 7.5 10.5 8 8 8S4 8.5 4 10.5`,
  comment: "M2 3h12v8.5H8L5 14v-2.5H2z",
  search: `${circle(7, 7, 4.5)}M10.5 10.5L14 14`,
  tag: `M2 2.5h5L14 9.5 9 14.5 2 7.5z${circle(5, 5.5, 0.5)}`,
  organization: "M2 14V2.5h7V14M9 6.5h5V14M1 14h14M4.5 5.5h2M4.5 8h2M4.5 10.5h2M11.5 9.5v0M11.5 11.5v0",
  person: `${circle(8, 5, 2.75)}M2.5 14c.5-3 2.7-4.5 5.5-4.5s5 1.5 5.5 4.5`,
  people: `${circle(6, 5.5, 2.25)}M1.5 13.5c.3-2.6 2-4 4.5-4s4.2 1.4 4.5 4M10.5 3.5a2.2 2.2 0 0 1 0 4.2M12.2 9.9c1.3.6 2.1 1.8 2.3 3.6`,
  location: `M8 14.5S3 10 3 6.5a5 5 0 0 1 10 0C13 10 8 14.5 8 14.5z${circle(8, 6.5)}`,
  link: "M6.5 9.5a2.5 2.5 0 0 0 3.5 0l3-3a2.5 2.5 0 0 0-3.5-3.5L8.5 4M9.5 6.5a2.5 2.5 0 0 0-3.5 0l-3 3A2.5 2.5 0 0 0 6.5 13l1-1",
  mail: "M1.5 3.5h13v9h-13zM1.5 4.5L8 9l6.5-4.5",
  law: "M8 1.5v12M4.5 13.5h7M2.5 4.5l5.5-1 5.5 1M3.5 4.5L1.5 9.5h4zM12.5 4.5l-2 5h4z",
  file: "M3.5 1.5h6L12.5 5v9.5h-9zM9.5 1.5V5h3",
  "file-directory-fill": "M1.5 3h4.5l1.5 2h7v8.5h-13z",
  "file-symlink-file": "M3.5 8V1.5h6L12.5 5v9.5H7M9.5 1.5V5h3M1.5 14v-2h5M5 10l2 2-2 2",
  "file-submodule": "M1.5 3h4.5l1.5 2h7v8.5h-13zM8 9h4M10.5 7.5L12 9l-1.5 1.5",
  check: "M3 8.5l3.5 3.5L13 4.5",
  x: "M4 4l8 8M12 4l-8 8",
  dot: circle(8, 8, 2.5),
  inbox: "M2 9.5l2-6.5h8l2 6.5v4H2zM2 9.5h3.5c.3 1.2 1.2 2 2.5 2s2.2-.8 2.5-2H14",
  archive: "M1.5 2.5h13V6h-13zM2.5 6v7.5h11V6M6 9h4",
  "issue-opened": `${circle(8, 8, 6.25)}${circle(8, 8, 0.75)}`,
  "issue-closed": `${circle(8, 8, 6.25)}M5 8.25l2.25 2.25L11 6`,
  "issue-reopened": "M2 8a6 6 0 0 1 10.5-4M14 8a6 6 0 0 1-10.5 4M12.5 1v3h-3M3.5 15v-3h3",
  bell: "M8 1.5a4 4 0 0 0-4 4V9l-1.5 2.5h11L12 9V5.5a4 4 0 0 0-4-4zM6.5 13.5a1.5 1.5 0 0 0 3 0",
  clock: `${circle(8, 8, 6.25)}M8 4.5V8l2.5 1.5`,
  skip: `${circle(8, 8, 6.25)}M4 12l8-8`,
  download: "M8 2v8M4.5 7L8 10.5 11.5 7M2.5 13.5h11",
  "git-commit": `${circle(8, 8, 3)}M0.5 8H5M11 8h4.5`,
  milestone: "M3 3h8l3 2.5L11 8H3zM7.5 8v6.5M7.5 1v2",
} as const satisfies Record<string, string>;

export type IconName = keyof typeof PATHS;

const svgIcon = (name: IconName, label: Html | "", attributes = ""): Html =>
  html`<svg class="${`octicon octicon-${name}${attributes}`}" viewBox="0 0 16 16" width="16" height="16" ${label}>
    <path d="${PATHS[name]}" />
  </svg>`;

/**
 * Renders a decorative icon.
 * @param attributes further classes
 */
export function icon(name: IconName, attributes = ""): Html {
  return svgIcon(name, html`${raw('aria-hidden="true"')}`, attributes && ` ${attributes}`);
}

/** Renders an icon with an accessible name. */
export function labeledIcon(name: IconName, label: string, attributes = ""): Html {
  return svgIcon(name, html`role="img" aria-label="${label}"`, attributes && ` ${attributes}`);
}
