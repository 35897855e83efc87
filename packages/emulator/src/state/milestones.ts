import * as z from "zod/mini";
import { reference, rowId, typedName } from "./columns.ts";
import type { Database } from "./database.ts";
import { type NewRow, type RowOf, table } from "./table.ts";

export const milestones = table(
  "milestones",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    number: z.int(),
    title: typedName(),
    description: z.nullable(z.string()),
    state: z.enum(["open", "closed"]),
    creator_id: z.nullable(reference("accounts", "SET NULL")),
    created_at: z.string(),
    updated_at: z.string(),
    closed_at: z.nullable(z.string()),
    due_on: z.nullable(z.string()),
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
