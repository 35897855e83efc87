import { integer, nullable, oneOf, type RowOf, reference, rowId, text, typedName } from "./columns.ts";
import type { Database } from "./database.ts";
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

/** Adds a milestone with the repository's next number. */
export function createMilestone(db: Database, milestone: Omit<NewRow<Milestone>, "number">): Milestone {
  const number = milestones.count(db, { repository_id: milestone.repository_id }) + 1;
  return milestones.insert(db, { ...milestone, number });
}
