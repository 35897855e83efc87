import type { Caller } from "../callers/caller.ts";
import { canSeeRepository } from "../callers/permission.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { accounts } from "../state/accounts.ts";
import { botLogin } from "../state/apps.ts";
import { type Condition, escapeLike, type ValueRange, within } from "../state/condition.ts";
import type { Reaction } from "../state/issues.ts";
import { findByFullName } from "../state/repositories.ts";
import { teams } from "../state/teams.ts";
import type { Qualifier } from "./query.ts";
import { parseNumberRange, parseTimeRange } from "./ranges.ts";

// SQL conditions on an issue `i`, its repository `r` and, if it is a pull request, `p`.

/** The context and caller of a search. */
export interface SearchContext {
  readonly context: EmulatorContext;
  readonly caller: Caller;
}

export const condition = (sql: string, ...values: (string | number)[]): Condition => ({ sql, values });

export const ALWAYS = condition("1");
export const NEVER = condition("0");

/**
 * Compiles a qualifier to a condition. Returns undefined for an unsupported value; the qualifier is then searched for
 * as text.
 */
type QualifierCompiler = (qualifier: Qualifier, search: SearchContext) => Condition | undefined;

/** A qualifier names a user who doesn't exist. */
export class UnknownUserError extends Error {
  override name = "UnknownUserError" as const;
}

/**
 * Returns the id of a user, or of the bot of an app (`app/SLUG`); undefined if the app doesn't exist. GitHub doesn't
 * find bots by their logins.
 * @throws UnknownUserError
 */
function resolveUser({ value }: Qualifier, { context, caller }: SearchContext): number | undefined {
  const slug = /^app\/(.*)$/.exec(value)?.[1];
  if (slug !== undefined) return accounts.find(context.db, { login: botLogin(slug) })?.id;
  const user =
    value.toLowerCase() === "@me" ? caller.user : accounts.find(context.db, { login: value.replace(/^@/, "") });
  if (!user || user.type === "Bot") throw new UnknownUserError(value);
  return user.id;
}

/**
 * Creates a qualifier whose value is a user.
 * @param sql a condition with ?1 for the user's id
 */
const userQualifier =
  (sql: string): QualifierCompiler =>
  (qualifier, search) => {
    const user = resolveUser(qualifier, search);
    return user === undefined ? NEVER : aboutUser(sql, user);
  };

/**
 * Fills in a user's id.
 * @param sql a condition with ?1 for it
 */
function aboutUser(sql: string, userId: number): Condition {
  return condition(sql.replaceAll("?1", "?"), ...Array.from(sql.matchAll(/\?1/g), () => userId));
}

/** Creates a qualifier with fixed values. */
const choiceQualifier =
  (choices: Readonly<Record<string, Condition>>): QualifierCompiler =>
  ({ value }) => {
    const word = value.toLowerCase();
    return Object.hasOwn(choices, word) ? choices[word] : undefined;
  };

const inRange = (sql: string, range: ValueRange<string | number> | undefined) => range && within(sql, range);

const timeQualifier =
  (column: string): QualifierCompiler =>
  ({ value }) =>
    inRange(column, parseTimeRange(value));

const numberQualifier =
  (sql: string): QualifierCompiler =>
  ({ value }) =>
    inRange(sql, parseNumberRange(value));

const COMMENTS = "(SELECT count(*) FROM issue_comments c WHERE c.issue_id = i.id)";
const REACTIONS = "(SELECT count(*) FROM issue_reactions x WHERE x.issue_id = i.id)";

const OPEN = condition("i.state = 'open'");
const CLOSED = condition("i.state = 'closed'");
const PULL_REQUEST = condition("p.id IS NOT NULL");
const ISSUE = condition("p.id IS NULL");

const ASSIGNED = "EXISTS (SELECT 1 FROM issue_assignees a WHERE a.issue_id = i.id AND a.user_id = ?1)";
const COMMENTED = "EXISTS (SELECT 1 FROM issue_comments c WHERE c.issue_id = i.id AND c.user_id = ?1)";
/** Matches `@login` that isn't followed by another character of a login. */
const MENTIONED = `EXISTS (SELECT 1 FROM accounts m WHERE m.id = ?1 AND lower(i.title || ' ' || coalesce(i.body, '') || ' '
    || coalesce((SELECT group_concat(c.body, ' ') FROM issue_comments c WHERE c.issue_id = i.id), '') || ' ')
  GLOB '*@' || lower(m.login) || '[^a-z0-9-]*')`;

/** Conditions on the issues that a user has to do with. */
export const assignedTo = (userId: number) => aboutUser(ASSIGNED, userId);
export const commentedBy = (userId: number) => aboutUser(COMMENTED, userId);
export const mentioning = (userId: number) => aboutUser(MENTIONED, userId);

const REQUESTED = "SELECT 1 FROM review_requests q WHERE q.pull_request_id = p.id";
const IN_REQUESTED_TEAM = "q.team_id IN (SELECT t.team_id FROM team_members t WHERE t.user_id = ?1)";

/** Matches the latest review of each author, not counting comments. */
const latestReviewIs = (
  state: string,
) => `EXISTS (SELECT 1 FROM reviews v WHERE v.pull_request_id = p.id AND v.state = '${state}'
  AND NOT EXISTS (SELECT 1 FROM reviews w WHERE w.pull_request_id = p.id AND w.user_id IS v.user_id
    AND w.id > v.id AND w.state IN ('APPROVED', 'CHANGES_REQUESTED', 'DISMISSED')))`;
const SUBMITTED = "EXISTS (SELECT 1 FROM reviews v WHERE v.pull_request_id = p.id AND v.state != 'PENDING')";

const LABELS = "SELECT 1 FROM issue_labels n JOIN labels l ON l.id = n.label_id WHERE n.issue_id = i.id";

/** LIKE pattern for texts that start with this text. */
const prefixPattern = (text: string) => `${escapeLike(text)}%`;

const MISSING_FIELDS: Readonly<Record<string, Condition>> = {
  label: condition(`NOT EXISTS (${LABELS})`),
  milestone: condition("i.milestone_id IS NULL"),
  assignee: condition("NOT EXISTS (SELECT 1 FROM issue_assignees a WHERE a.issue_id = i.id)"),
  // The emulator has no projects.
  project: ALWAYS,
};

const ownerQualifier: QualifierCompiler = ({ value }, { context, caller }) => {
  const owner = value.toLowerCase() === "@me" ? caller.user : accounts.find(context.db, { login: value });
  return owner ? condition("r.owner_id = ?", owner.id) : NEVER;
};

/** All qualifiers by name. */
const QUALIFIERS: Readonly<Record<string, QualifierCompiler>> = {
  is: choiceQualifier({
    issue: ISSUE,
    pr: PULL_REQUEST,
    "pull-request": PULL_REQUEST,
    open: OPEN,
    closed: CLOSED,
    merged: condition("p.merged_at IS NOT NULL"),
    unmerged: condition("p.id IS NOT NULL AND p.merged_at IS NULL"),
    draft: condition("p.draft IS 1"),
    public: condition("r.private = 0"),
    private: condition("r.private = 1 AND r.internal = 0"),
    internal: condition("r.internal = 1"),
    locked: condition("i.locked = 1"),
    unlocked: condition("i.locked = 0"),
    // The emulator has no merge queues.
    queued: NEVER,
  }),
  type: choiceQualifier({ issue: ISSUE, pr: PULL_REQUEST }),
  state: choiceQualifier({ open: OPEN, closed: CLOSED }),
  draft: choiceQualifier({ true: condition("p.draft IS 1"), false: condition("p.draft IS 0") }),
  archived: choiceQualifier({ true: condition("r.archived = 1"), false: condition("r.archived = 0") }),
  no: choiceQualifier(MISSING_FIELDS),
  repo: ({ value }, { context, caller }) => {
    const repository = findByFullName(context.db, value);
    return repository && canSeeRepository(context, caller, repository) ? condition("r.id = ?", repository.id) : NEVER;
  },
  org: ownerQualifier,
  user: ownerQualifier,
  author: userQualifier("i.user_id = ?1"),
  assignee: (qualifier, search) =>
    qualifier.value === "*"
      ? condition("EXISTS (SELECT 1 FROM issue_assignees a WHERE a.issue_id = i.id)")
      : userQualifier(ASSIGNED)(qualifier, search),
  commenter: userQualifier(COMMENTED),
  mentions: userQualifier(MENTIONED),
  involves: userQualifier(`(i.user_id = ?1 OR ${ASSIGNED} OR ${COMMENTED} OR ${MENTIONED})`),
  "review-requested": userQualifier(`EXISTS (${REQUESTED} AND (q.user_id = ?1 OR ${IN_REQUESTED_TEAM}))`),
  "user-review-requested": userQualifier(`EXISTS (${REQUESTED} AND q.user_id = ?1)`),
  "team-review-requested": ({ value }, { context }) => {
    const [login = "", slug = ""] = value.split("/");
    const organization = accounts.find(context.db, { login });
    const team = organization && teams.find(context.db, { organization_id: organization.id, slug });
    return team ? condition(`EXISTS (${REQUESTED} AND q.team_id = ?)`, team.id) : NEVER;
  },
  "reviewed-by": userQualifier(
    "EXISTS (SELECT 1 FROM reviews v WHERE v.pull_request_id = p.id AND v.user_id = ?1 AND v.state != 'PENDING')",
  ),
  review: choiceQualifier({
    none: condition(`p.id IS NOT NULL AND NOT ${SUBMITTED}`),
    approved: condition(`${latestReviewIs("APPROVED")} AND NOT ${latestReviewIs("CHANGES_REQUESTED")}`),
    changes_requested: condition(latestReviewIs("CHANGES_REQUESTED")),
    // Reviews that branch protections require aren't searched.
    required: NEVER,
  }),
  label: ({ values }) => anyOf(values.map((name) => condition(`EXISTS (${LABELS} AND l.name = ?)`, name))),
  milestone: ({ value }) =>
    value === "*"
      ? condition("i.milestone_id IS NOT NULL")
      : condition("EXISTS (SELECT 1 FROM milestones m WHERE m.id = i.milestone_id AND m.title = ?)", value),
  reason: ({ value }) => condition("i.state_reason IS ?", value.toLowerCase().replace(" ", "_")),
  head: ({ value }) => condition("p.head LIKE ? ESCAPE '\\'", prefixPattern(value)),
  base: ({ value }) => condition("p.base IS ?", value),
  language: ({ value }) => condition("lower(r.language) IS lower(?)", value),
  created: timeQualifier("i.created_at"),
  updated: timeQualifier("i.updated_at"),
  closed: timeQualifier("i.closed_at"),
  merged: timeQualifier("p.merged_at"),
  comments: numberQualifier(COMMENTS),
  reactions: numberQualifier(REACTIONS),
  interactions: numberQualifier(`(${COMMENTS} + ${REACTIONS})`),
  // The emulator has no commit statuses, projects or linked issues.
  status: () => NEVER,
  project: () => NEVER,
  linked: () => NEVER,
  // These qualifiers apply to the whole query: the searched fields and the sort order.
  in: () => ALWAYS,
  sort: () => ALWAYS,
};

export const isQualifier = (name: string) => Object.hasOwn(QUALIFIERS, name);

/**
 * Returns a qualifier's condition; undefined if it is searched for as text.
 * @throws UnknownUserError
 */
export function conditionOf(qualifier: Qualifier, search: SearchContext): Condition | undefined {
  return QUALIFIERS[qualifier.name]?.(qualifier, search);
}

/** Combines conditions with OR; matches nothing if there are none. */
export function anyOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? "0" : conditions.map(({ sql }) => `(${sql})`).join(" OR "),
    values: conditions.flatMap(({ values }) => values),
  };
}

/** Negates a condition; NULL counts as false. */
export function not({ sql, values }: Condition): Condition {
  return { sql: `(${sql}) IS NOT TRUE`, values };
}

/** SQL expressions that results can be sorted by, apart from the score. */
export const SORT_EXPRESSIONS: Readonly<Record<string, string>> = {
  created: "i.created_at",
  updated: "i.updated_at",
  comments: COMMENTS,
  reactions: REACTIONS,
  interactions: `(${COMMENTS} + ${REACTIONS})`,
  "reactions-+1": reactionsWith("+1"),
  "reactions--1": reactionsWith("-1"),
  "reactions-smile": reactionsWith("laugh"),
  "reactions-thinking_face": reactionsWith("confused"),
  "reactions-heart": reactionsWith("heart"),
  "reactions-tada": reactionsWith("hooray"),
};

function reactionsWith(content: Reaction): string {
  return `(SELECT count(*) FROM issue_reactions x WHERE x.issue_id = i.id AND x.content = '${content}')`;
}
