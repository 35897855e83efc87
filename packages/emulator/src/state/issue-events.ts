import * as z from "zod/mini";
import { integer, json, nullable, oneOf, type RowOf, reference, row, rowId, text } from "./columns.ts";
import type { Condition } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import type { Issue } from "./issues.ts";
import { table } from "./table.ts";

/** Events of issues and pull requests, by GitHub's names. */
export const ISSUE_EVENTS = [
  "assigned",
  "automatic_base_change_succeeded",
  "base_ref_changed",
  "closed",
  "convert_to_draft",
  "demilestoned",
  "head_ref_deleted",
  "head_ref_force_pushed",
  "head_ref_restored",
  "labeled",
  "locked",
  "marked_as_duplicate",
  "merged",
  "milestoned",
  "ready_for_review",
  "referenced",
  "renamed",
  "reopened",
  "review_dismissed",
  "review_request_removed",
  "review_requested",
  "transferred",
  "unassigned",
  "unlabeled",
  "unlocked",
] as const;
export type IssueEventName = (typeof ISSUE_EVENTS)[number];

/** Values that an event still has when what it names was changed or deleted. */
const EventDetails = z.strictObject({
  label: z.optional(z.strictObject({ name: z.string(), color: z.string() })),
  milestone: z.optional(z.strictObject({ title: z.string() })),
  rename: z.optional(z.strictObject({ from: z.string(), to: z.string() })),
  lock_reason: z.optional(z.nullable(z.string())),
  state_reason: z.optional(z.nullable(z.string())),
  dismissed_review: z.optional(
    z.strictObject({
      state: z.string(),
      review_id: z.int(),
      dismissal_message: z.nullable(z.string()),
      dismissal_commit_id: z.optional(z.string()),
    }),
  ),
});
export type IssueEventDetails = z.output<typeof EventDetails>;

export const issueEvents = table(
  "issue_events",
  {
    id: rowId(),
    issue_id: reference("issues"),
    actor_id: nullable(reference("accounts", "SET NULL")),
    event: oneOf(ISSUE_EVENTS),
    commit_sha: nullable(text()),
    /** The assignee or requested reviewer. */
    subject_id: nullable(reference("accounts", "SET NULL")),
    /** The requested team. */
    team_id: nullable(reference("teams", "SET NULL")),
    details: json(EventDetails),
    created_at: text(),
  },
  { indexes: { issue_events_by_issue: "issue_id, event" } },
);
export type IssueEvent = RowOf<typeof issueEvents>;

/** Returns the events of a repository's issues and pull requests, newest first. */
export function repositoryEvents(db: Database, repositoryId: number, pageRange: PageRange): RowPage<IssueEvent> {
  const query = `e.* FROM issue_events e JOIN issues i ON i.id = e.issue_id
    WHERE i.repository_id = ? AND i.deleted_at IS NULL AND i.moved_number IS NULL ORDER BY e.id DESC`;
  return queryPage(db, issueEvents, query, [repositoryId], pageRange);
}

const ClosedBy = row({ actor_id: nullable(integer()) });

/** Returns the id of the account that last closed an issue, if it is known. */
export function closedBy(db: Database, { id }: Pick<Issue, "id">): number | null {
  const sql = "SELECT actor_id FROM issue_events WHERE issue_id = ? AND event = 'closed' ORDER BY id DESC LIMIT 1";
  return db.get(ClosedBy, sql, id)?.actor_id ?? null;
}

const TimelineRow = row({
  kind: oneOf(["event", "comment", "review", "commit"]),
  id: integer(),
  at: text(),
  sha: text(),
});
export type TimelineRow = RowOf<typeof TimelineRow>;

/** A commit in a timeline, by the time that it was committed at. */
export interface TimelineCommit {
  readonly sha: string;
  readonly at: string;
}

/** Selects the entries of a timeline. */
export interface TimelineFilter {
  readonly issueId: number;
  /** The commits of a pull request, in the order of its history. */
  readonly commits: readonly TimelineCommit[];
  /** Names of entries that are left out. */
  readonly exclude: readonly string[];
}

/** Returns the events, comments, commits and submitted reviews of an issue, oldest first. */
export function timelineOf(db: Database, filter: TimelineFilter, pageRange: PageRange): RowPage<TimelineRow> {
  const { issueId, commits, exclude } = filter;
  const parts: Condition[] = [
    {
      sql: "SELECT 'event' AS kind, event AS name, id, created_at AS at, '' AS sha FROM issue_events WHERE issue_id = ?",
      values: [issueId],
    },
    {
      sql: "SELECT 'comment', 'commented', id, created_at, '' FROM issue_comments WHERE issue_id = ?",
      values: [issueId],
    },
    {
      sql: `SELECT 'review', 'reviewed', v.id, v.submitted_at, '' FROM reviews v
        JOIN pull_requests p ON p.id = v.pull_request_id WHERE p.issue_id = ? AND v.submitted_at IS NOT NULL`,
      values: [issueId],
    },
    {
      sql: "SELECT 'commit', 'committed', key, value ->> 'at', value ->> 'sha' FROM json_each(?)",
      values: [JSON.stringify(commits)],
    },
  ];
  const query = `kind, id, at, sha FROM (${parts.map(({ sql }) => sql).join(" UNION ALL ")})
    WHERE name NOT IN (SELECT value FROM json_each(?)) ORDER BY at, kind, id`;
  const values = [...parts.flatMap((part) => part.values), JSON.stringify(exclude)];
  return queryPage(db, TimelineRow, query, values, pageRange);
}
