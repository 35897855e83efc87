import type { WireRequest } from "./job.ts";

/** What the service says. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const API = "https://api.github.com";

const ANSWERS: readonly {
  readonly method: string;
  readonly path: RegExp;
  readonly answer: (path: string, isFirst: boolean) => Answer;
}[] = [
  {
    method: "PUT",
    path: /\/secrets\/\w+$/,
    answer: (_, isFirst) => (isFirst ? { status: 201, body: {} } : { status: 204 }),
  },
  {
    method: "POST",
    path: /\/requested_reviewers$/,
    answer: (path) => ({ status: 201, body: pullRequest(path) }),
  },
  { method: "POST", path: /\/attempts$/, answer: () => ({ status: 202, body: {} }) },
  { method: "DELETE", path: /\/subscription$/, answer: () => ({ status: 204 }) },
  { method: "GET", path: /\/subscription$/, answer: (path) => ({ status: 200, body: subscription(path) }) },
  { method: "GET", path: /\/deliveries$/, answer: () => ({ status: 200, body: [] }) },
];

/** The answer to a request that was executed. `isFirst`: for the first time. */
export function answerTo({ method, path }: WireRequest, isFirst: boolean): Answer {
  const found = ANSWERS.find((one) => one.method === method && one.path.test(path));
  return found?.answer(path, isFirst) ?? { status: 404, body: { message: "Not Found" } };
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
