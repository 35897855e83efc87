import { integer, key, nullable, oneOf, type RowOf, reference, row, rowId, text, typedName } from "./columns.ts";
import { allOf, where } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { type NewRow, table } from "./table.ts";

export const milestones = table(
  "milestones",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    number: integer(),
    title: typedName(),
    description: nullable(text()),
    state: oneOf(["open", "closed"]),
    creator_id: nullable(reference("accounts", "SET NULL")),
    created_at: text(),
    updated_at: text(),
    closed_at: nullable(text()),
    due_on: nullable(text()),
  },
  {
    unique: [
      ["repository_id", "number"],
      ["repository_id", "title"],
    ],
  },
);
export type Milestone = RowOf<typeof milestones>;

/** The last number of a repository's milestones. Numbers of deleted milestones are not used again. */
export const milestoneNumbers = table("milestone_numbers", {
  repository_id: key(reference("repositories")),
  last: integer(),
});

const Last = row({ last: integer() });

/** Adds a milestone with the repository's next number. */
export function createMilestone(db: Database, milestone: Omit<NewRow<Milestone>, "number">): Milestone {
  const sql = `INSERT INTO milestone_numbers (repository_id, last) VALUES (?, 1)
    ON CONFLICT (repository_id) DO UPDATE SET last = last + 1 RETURNING last`;
  const { last: number } = db.write(Last, sql, milestone.repository_id);
  return milestones.insert(db, { ...milestone, number });
}

/** Filter and order of a repository's list of milestones. */
export interface MilestoneFilter {
  readonly state: "open" | "closed" | "all";
  readonly sort: "due_on" | "completeness";
  readonly direction: "asc" | "desc";
}

const SORT_EXPRESSIONS = {
  // Milestones without a due date come last if ascending.
  due_on: "coalesce(m.due_on, '9')",
  completeness: `(SELECT coalesce(avg(i.state = 'closed'), 0) FROM issues i
    WHERE i.milestone_id = m.id AND i.deleted_at IS NULL AND i.moved_number IS NULL)`,
} as const satisfies Record<MilestoneFilter["sort"], string>;

export function listMilestones(
  db: Database,
  repositoryId: number,
  { state, sort, direction }: MilestoneFilter,
  pageRange: PageRange,
): RowPage<Milestone> {
  const { sql, values } = allOf([
    where("m.repository_id = ?", repositoryId),
    where("m.state = ?", state === "all" ? undefined : state),
  ]);
  const query = `m.* FROM milestones m WHERE ${sql}
    ORDER BY ${SORT_EXPRESSIONS[sort]} ${direction}, m.number ${direction}`;
  return queryPage(db, milestones, query, values, pageRange);
}
