import type { Caller } from "../callers/caller.ts";
import { isVisible } from "../callers/reach.ts";
import { findAccount } from "../state/accounts.ts";
import { type Condition, literally, type Range, within } from "../state/condition.ts";
import type { Reaction } from "../state/issues.ts";
import { findByFullName } from "../state/repositories.ts";
import { findTeam } from "../state/teams.ts";
import type { World } from "../world.ts";
import type { Qualifier } from "./query.ts";
import { readNumberRange, readTimeRange } from "./ranges.ts";

// Conditions over an issue `i`, its repository `r`, and the pull request `p` that it may be.

/** Who searches, and where. */
export interface Searcher {
  readonly world: World;
  readonly caller: Caller;
}

export const condition = (sql: string, ...values: (string | number)[]): Condition => ({ sql, values });

export const ALWAYS = condition("1");
const NEVER = condition("0");

/** What a qualifier comes to; undefined where it has no such value, which makes it words like any. */
type Meaning = (qualifier: Qualifier, searcher: Searcher) => Condition | undefined;

/** A login that nobody has, where people are named. */
export class UnknownUser extends Error {
  override name = "UnknownUser" as const;
}

/** @throws UnknownUser */
function userIn({ value }: Qualifier, { world, caller }: Searcher): number {
  const user = value.toLowerCase() === "@me" ? caller.user : findAccount(world.db, value.replace(/^@/, ""));
  if (!user) throw new UnknownUser(value);
  return user.id;
}

/** A qualifier that names a person. @param sql a condition, with ?1 for the person */
const person =
  (sql: string): Meaning =>
  (qualifier, searcher) => {
    // Apps write nothing here.
    if (qualifier.value.startsWith("app/")) return NEVER;
    const user = userIn(qualifier, searcher);
    return condition(sql.replaceAll("?1", "?"), ...Array.from(sql.matchAll(/\?1/g), () => user));
  };

/** A qualifier with a fixed choice of words. */
const words =
  (meanings: Readonly<Record<string, Condition>>): Meaning =>
  ({ value }) => {
    const word = value.toLowerCase();
    return Object.hasOwn(meanings, word) ? meanings[word] : undefined;
  };

const inRange = (sql: string, range: Range<string | number> | undefined) => range && within(sql, range);

const times =
  (column: string): Meaning =>
  ({ value }) =>
    inRange(column, readTimeRange(value));

const numbers =
  (sql: string): Meaning =>
  ({ value }) =>
    inRange(sql, readNumberRange(value));

const COMMENTS = "(SELECT count(*) FROM issue_comments c WHERE c.issue_id = i.id)";
const REACTED = "(SELECT count(*) FROM issue_reactions x WHERE x.issue_id = i.id)";

const OPEN = condition("i.state = 'open'");
const CLOSED = condition("i.state = 'closed'");
const PULL = condition("p.id IS NOT NULL");
const ISSUE = condition("p.id IS NULL");

const ASSIGNED = "EXISTS (SELECT 1 FROM issue_assignees a WHERE a.issue_id = i.id AND a.user_id = ?1)";
const COMMENTED = "EXISTS (SELECT 1 FROM issue_comments c WHERE c.issue_id = i.id AND c.user_id = ?1)";
/** `@login` with nothing behind it that a login could go on with. */
const MENTIONED = `EXISTS (SELECT 1 FROM accounts m WHERE m.id = ?1 AND lower(i.title || ' ' || coalesce(i.body, '') || ' '
    || coalesce((SELECT group_concat(c.body, ' ') FROM issue_comments c WHERE c.issue_id = i.id), '') || ' ')
  GLOB '*@' || lower(m.login) || '[^a-z0-9-]*')`;
const REQUESTED = "SELECT 1 FROM review_requests q WHERE q.pull_request_id = p.id";
const IN_REQUESTED_TEAM = "q.team_id IN (SELECT t.team_id FROM team_members t WHERE t.user_id = ?1)";

/** Somebody's last word on a pull request, which a mere comment is not. */
const lastWord = (
  state: string,
) => `EXISTS (SELECT 1 FROM reviews v WHERE v.pull_request_id = p.id AND v.state = '${state}'
  AND NOT EXISTS (SELECT 1 FROM reviews w WHERE w.pull_request_id = p.id AND w.user_id IS v.user_id AND w.app_id IS v.app_id
    AND w.id > v.id AND w.state IN ('APPROVED', 'CHANGES_REQUESTED', 'DISMISSED')))`;
const SUBMITTED = "EXISTS (SELECT 1 FROM reviews v WHERE v.pull_request_id = p.id AND v.state != 'PENDING')";

const LABELS = "SELECT 1 FROM issue_labels n JOIN labels l ON l.id = n.label_id WHERE n.issue_id = i.id";

/** What begins with a text, as a pattern. */
const beginning = (text: string) => `${literally(text)}%`;

const MISSING: Readonly<Record<string, Condition>> = {
  label: condition(`NOT EXISTS (${LABELS})`),
  milestone: condition("i.milestone_id IS NULL"),
  assignee: condition("NOT EXISTS (SELECT 1 FROM issue_assignees a WHERE a.issue_id = i.id)"),
  // There are no projects here.
  project: ALWAYS,
};

const account: Meaning = ({ value }, { world, caller }) => {
  const owner = value.toLowerCase() === "@me" ? caller.user : findAccount(world.db, value);
  return owner ? condition("r.owner_id = ?", owner.id) : NEVER;
};

/** Every qualifier by its name. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  is: words({
    ...{ issue: ISSUE, pr: PULL, "pull-request": PULL, open: OPEN, closed: CLOSED },
    merged: condition("p.merged_at IS NOT NULL"),
    unmerged: condition("p.id IS NOT NULL AND p.merged_at IS NULL"),
    draft: condition("p.draft IS 1"),
    ...{ public: condition("r.private = 0"), private: condition("r.private = 1") },
    ...{ locked: condition("i.locked = 1"), unlocked: condition("i.locked = 0") },
    // Nothing waits in a queue here, and no repository is internal.
    ...{ queued: NEVER, internal: NEVER },
  }),
  type: words({ issue: ISSUE, pr: PULL }),
  state: words({ open: OPEN, closed: CLOSED }),
  draft: words({ true: condition("p.draft IS 1"), false: condition("p.draft IS 0") }),
  archived: words({ true: condition("r.archived = 1"), false: condition("r.archived = 0") }),
  no: words(MISSING),
  repo: ({ value }, { world, caller }) => {
    const repository = findByFullName(world.db, value);
    return repository && isVisible(world, caller, repository) ? condition("r.id = ?", repository.id) : NEVER;
  },
  org: account,
  user: account,
  author: person("i.user_id = ?1"),
  assignee: (qualifier, searcher) =>
    qualifier.value === "*"
      ? condition("EXISTS (SELECT 1 FROM issue_assignees a WHERE a.issue_id = i.id)")
      : person(ASSIGNED)(qualifier, searcher),
  commenter: person(COMMENTED),
  mentions: person(MENTIONED),
  involves: person(`(i.user_id = ?1 OR ${ASSIGNED} OR ${COMMENTED} OR ${MENTIONED})`),
  "review-requested": person(`EXISTS (${REQUESTED} AND (q.user_id = ?1 OR ${IN_REQUESTED_TEAM}))`),
  "user-review-requested": person(`EXISTS (${REQUESTED} AND q.user_id = ?1)`),
  "team-review-requested": ({ value }, { world }) => {
    const [login = "", slug = ""] = value.split("/");
    const organization = findAccount(world.db, login);
    const team = organization && findTeam(world.db, organization.id, slug);
    return team ? condition(`EXISTS (${REQUESTED} AND q.team_id = ?)`, team.id) : NEVER;
  },
  "reviewed-by": person(
    "EXISTS (SELECT 1 FROM reviews v WHERE v.pull_request_id = p.id AND v.user_id = ?1 AND v.state != 'PENDING')",
  ),
  review: words({
    none: condition(`p.id IS NOT NULL AND NOT ${SUBMITTED}`),
    approved: condition(`${lastWord("APPROVED")} AND NOT ${lastWord("CHANGES_REQUESTED")}`),
    changes_requested: condition(lastWord("CHANGES_REQUESTED")),
    // No branch is protected here.
    required: NEVER,
  }),
  label: ({ values }) => any(values.map((name) => condition(`EXISTS (${LABELS} AND l.name = ?)`, name))),
  milestone: ({ value }) =>
    value === "*"
      ? condition("i.milestone_id IS NOT NULL")
      : condition("EXISTS (SELECT 1 FROM milestones m WHERE m.id = i.milestone_id AND m.title = ?)", value),
  reason: ({ value }) => condition("i.state_reason IS ?", value.toLowerCase().replace(" ", "_")),
  head: ({ value }) => condition("p.head LIKE ? ESCAPE '\\'", beginning(value)),
  base: ({ value }) => condition("p.base IS ?", value),
  language: ({ value }) => condition("lower(r.language) IS lower(?)", value),
  created: times("i.created_at"),
  updated: times("i.updated_at"),
  closed: times("i.closed_at"),
  merged: times("p.merged_at"),
  comments: numbers(COMMENTS),
  reactions: numbers(REACTED),
  interactions: numbers(`(${COMMENTS} + ${REACTED})`),
  // Commits have no statuses here; nothing has a project, and nothing closes anything.
  ...{ status: () => NEVER, project: () => NEVER, linked: () => NEVER },
  // Said of the whole query: where words are looked for, and what comes first.
  ...{ in: () => ALWAYS, sort: () => ALWAYS },
};

export const isQualifier = (name: string) => Object.hasOwn(MEANINGS, name);

/** What a qualifier comes to; undefined for words. @throws UnknownUser */
export function meaningOf(qualifier: Qualifier, searcher: Searcher): Condition | undefined {
  return MEANINGS[qualifier.name]?.(qualifier, searcher);
}

/** One of these at least. */
export function any(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? "0" : conditions.map(({ sql }) => `(${sql})`).join(" OR "),
    values: conditions.flatMap(({ values }) => values),
  };
}

/** What is unknown is not so either. */
export function not({ sql, values }: Condition): Condition {
  return { sql: `(${sql}) IS NOT TRUE`, values };
}

/** What results can be sorted by, beside how well they match. */
export const ORDERS: Readonly<Record<string, string>> = {
  created: "i.created_at",
  updated: "i.updated_at",
  comments: COMMENTS,
  reactions: REACTED,
  interactions: `(${COMMENTS} + ${REACTED})`,
  "reactions-+1": reactedWith("+1"),
  "reactions--1": reactedWith("-1"),
  "reactions-smile": reactedWith("laugh"),
  "reactions-thinking_face": reactedWith("confused"),
  "reactions-heart": reactedWith("heart"),
  "reactions-tada": reactedWith("hooray"),
};

function reactedWith(content: Reaction): string {
  return `(SELECT count(*) FROM issue_reactions x WHERE x.issue_id = i.id AND x.content = '${content}')`;
}
