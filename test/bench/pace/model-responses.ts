import type { WireRequest } from "./job.ts";

/** A response of the modeled service. */
export interface ModelResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const API = "https://api.github.com";

const RESPONSES: readonly {
  readonly method: string;
  readonly path: RegExp;
  readonly respond: (path: string, isFirst: boolean) => ModelResponse;
}[] = [
  {
    method: "PUT",
    path: /\/secrets\/\w+$/,
    respond: (_, isFirst) => (isFirst ? { status: 201, body: {} } : { status: 204 }),
  },
  {
    method: "POST",
    path: /\/requested_reviewers$/,
    respond: (path) => ({ status: 201, body: pullRequest(path) }),
  },
  { method: "POST", path: /\/attempts$/, respond: () => ({ status: 202, body: {} }) },
  { method: "DELETE", path: /\/subscription$/, respond: () => ({ status: 204 }) },
  { method: "GET", path: /\/subscription$/, respond: (path) => ({ status: 200, body: subscription(path) }) },
  { method: "GET", path: /\/deliveries$/, respond: () => ({ status: 200, body: [] }) },
];

/**
 * Returns the response to an executed request.
 * @param isFirst whether it is the first execution of this request
 */
export function responseTo({ method, path }: WireRequest, isFirst: boolean): ModelResponse {
  const match = RESPONSES.find((candidate) => candidate.method === method && candidate.path.test(path));
  return match?.respond(path, isFirst) ?? { status: 404, body: { message: "Not Found" } };
}

function subscription(path: string) {
  const url = API + path.slice(0, path.lastIndexOf("/"));
  return {
    subscribed: true,
    ignored: false,
    reason: null,
    created_at: "2026-01-01T00:00:00Z",
    url: `${url}/subscription`,
    repository_url: url,
  };
}

const PULL_REQUEST_URLS = [
  "url",
  "html_url",
  "diff_url",
  "patch_url",
  "issue_url",
  "commits_url",
  "review_comments_url",
  "review_comment_url",
  "comments_url",
  "statuses_url",
];
const PULL_REQUEST_LINKS = [
  "comments",
  "commits",
  "statuses",
  "html",
  "issue",
  "review_comments",
  "review_comment",
  "self",
];

function pullRequest(path: string) {
  const url = API + path.slice(0, path.lastIndexOf("/"));
  const number = Number(url.slice(url.lastIndexOf("/") + 1));
  const side = (ref: string) => ({ ref, sha: "0".repeat(40), label: `acme:${ref}`, repo: null, user: null });
  return {
    ...Object.fromEntries(PULL_REQUEST_URLS.map((name) => [name, url])),
    id: number,
    node_id: `PR_${number}`,
    number,
    title: "Change the widgets",
    state: "open",
    locked: false,
    user: null,
    body: null,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    closed_at: null,
    merged_at: null,
    labels: [],
    milestone: null,
    head: side("change"),
    base: side("main"),
    _links: Object.fromEntries(PULL_REQUEST_LINKS.map((name) => [name, { href: url }])),
    author_association: "MEMBER",
    auto_merge: null,
  };
}
