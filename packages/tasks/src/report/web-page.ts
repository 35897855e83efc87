import { withoutTrailingDot } from "@forgehand/core/internal";
import type { TaskName } from "../settings/values.ts";

/** A scheme and a host, so that only these two can differ in a link. */
const WEB_URL = /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?$/;

/**
 * Derives the address of the service's web pages from that of its API.
 * @returns undefined if it is neither GitHub's nor one of GitHub Enterprise Server
 */
export function webUrlOf(apiUrl: string | undefined): string | undefined {
  if (apiUrl === undefined || !URL.canParse(apiUrl)) return undefined;
  const { protocol, host, pathname } = withoutTrailingDot(new URL(apiUrl));
  const path = pathname.replace(/\/+$/, "");
  const [, hosted] = /^api\.(github\.com|[a-z0-9-]+\.ghe\.com)$/.exec(host) ?? [];
  if (hosted !== undefined && path === "") return `https://${hosted}`;
  const webUrl = `${protocol}//${host}`;
  return path === "/api/v3" && WEB_URL.test(webUrl) ? webUrl : undefined;
}

const OWNER = "[A-Za-z0-9][A-Za-z0-9_-]{0,99}";
const REPOSITORY = `(?<owner>${OWNER})/(?<repo>(?!\\.{1,2}(?![\\w.-]))[\\w.-]{1,100})`;

/** Names of targets, and the pages of what they name. Longer names come first. */
const PAGES: readonly (readonly [name: RegExp, path: string])[] = [
  [new RegExp(`^${REPOSITORY}, webhook (?<hook>\\d+)(?=:|$)`), "/<owner>/<repo>/settings/hooks/<hook>"],
  [
    new RegExp(`^organization (?<owner>${OWNER}), webhook (?<hook>\\d+)(?=:|$)`),
    "/organizations/<owner>/settings/hooks/<hook>",
  ],
  [new RegExp(`^${REPOSITORY} \\([^/]+\\)(?=:|$)`), "/<owner>/<repo>/settings/environments"],
  [new RegExp(`^${REPOSITORY}(?=:|$)`), "/<owner>/<repo>"],
  // A secret of an organization.
  [new RegExp(`^(?:organization )?(?<owner>${OWNER})(?=: [A-Z_][A-Z0-9_]*$)`, "i"), "/<owner>"],
  [new RegExp(`^organization (?<owner>${OWNER})$`), "/<owner>"],
];

/** A target of an organization's template has only the organization's name. */
const ORGANIZATION: (typeof PAGES)[number] = [new RegExp(`^(?<owner>${OWNER})$`), "/<owner>"];

/**
 * Returns the page of what a target names.
 * @returns undefined if the target is anything but a name in the form that tasks write
 */
export function pageOf(target: string, task: TaskName, webUrl: string | undefined): string | undefined {
  if (webUrl === undefined || !WEB_URL.test(webUrl)) return undefined;
  for (const [name, path] of task === "oidc-template" ? [...PAGES, ORGANIZATION] : PAGES) {
    const groups = name.exec(target)?.groups;
    if (groups) return `${webUrl}${path.replace(/<(\w+)>/g, (_, group: string) => groups[group] ?? "")}`;
  }
  return undefined;
}
