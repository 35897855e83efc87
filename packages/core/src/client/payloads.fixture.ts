// API objects with only the fields that the contract requires.

const emptyStrings = (...names: string[]) => Object.fromEntries(names.map((name) => [name, ""]));

export const user = (id: number) => ({
  ...emptyStrings(
    "node_id",
    "avatar_url",
    "gravatar_id",
    "url",
    "html_url",
    "followers_url",
    "following_url",
    "gists_url",
  ),
  ...emptyStrings(
    "starred_url",
    "subscriptions_url",
    "organizations_url",
    "repos_url",
    "events_url",
    "received_events_url",
  ),
  id,
  login: `u${id}`,
  type: "User",
  site_admin: false,
});

export const variable = (value: string) => ({ name: "LEVEL", value, created_at: "", updated_at: "" });

const links = Object.fromEntries(
  ["comments", "commits", "statuses", "html", "issue", "review_comments", "review_comment", "self"].map((name) => [
    name,
    { href: "" },
  ]),
);
const side = { ref: "main", sha: "", label: null, repo: null, user: null };

export const pullRequest = (...reviewers: number[]) => ({
  ...emptyStrings(
    "url",
    "node_id",
    "html_url",
    "diff_url",
    "patch_url",
    "issue_url",
    "commits_url",
    "review_comments_url",
  ),
  ...emptyStrings("review_comment_url", "comments_url", "statuses_url", "title", "created_at", "updated_at"),
  id: 7,
  number: 7,
  state: "open",
  locked: false,
  user: null,
  body: null,
  closed_at: null,
  merged_at: null,
  labels: [],
  milestone: null,
  requested_reviewers: reviewers.map(user),
  requested_teams: [],
  head: side,
  base: side,
  _links: links,
  author_association: "OWNER",
  auto_merge: null,
  merged: false,
  comments: 0,
  review_comments: 0,
  commits: 1,
  additions: 1,
  deletions: 0,
  changed_files: 1,
  maintainer_can_modify: true,
  mergeable: null,
  mergeable_state: "unknown",
  merged_by: null,
});

/** A team as a pull request contains it: without its parent. */
export const team = {
  ...emptyStrings("node_id", "name", "permission", "url", "html_url", "members_url", "repositories_url"),
  id: 1,
  slug: "reviewers",
  description: null,
};

export const delivery = (id: number, rest: { guid?: string; redelivery?: boolean; delivered_at?: string } = {}) => ({
  id,
  guid: "g",
  redelivery: false,
  delivered_at: "2026-01-01T00:00:00Z",
  duration: 1,
  status: "OK",
  status_code: 200,
  event: "star",
  action: null,
  installation_id: null,
  repository_id: 1,
  ...rest,
});
