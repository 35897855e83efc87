import { flag, type RowOf, reference, rowId, text, typedName } from "./columns.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { table } from "./table.ts";

export const labels = table(
  "labels",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    name: typedName(),
    /** Six hexadecimal digits. */
    color: text(),
    description: text(),
    /** Whether it is one of a new repository's default labels. */
    is_default: flag(),
  },
  { unique: [["repository_id", "name"]] },
);
export type Label = RowOf<typeof labels>;

export const issueLabels = table(
  "issue_labels",
  { issue_id: reference("issues"), label_id: reference("labels") },
  { key: ["issue_id", "label_id"], indexes: { issue_labels_by_label: "label_id" } },
);

/** Returns an issue's labels by name. */
export function labelsOf(db: Database, issueId: number): Label[] {
  const sql = `SELECT l.* FROM issue_labels i JOIN labels l ON l.id = i.label_id WHERE i.issue_id = ? ORDER BY l.name`;
  return db.all(labels, sql, issueId);
}

/** Returns a page of an issue's labels, by name. */
export function listLabelsOf(db: Database, issueId: number, pageRange: PageRange): RowPage<Label> {
  const query = `l.* FROM labels l WHERE l.id IN (SELECT label_id FROM issue_labels WHERE issue_id = ?) ORDER BY l.name`;
  return queryPage(db, labels, query, [issueId], pageRange);
}

/** Returns the labels of all issues and pull requests of a milestone, by name. */
export function labelsOfMilestone(db: Database, milestoneId: number, pageRange: PageRange): RowPage<Label> {
  const query = `l.* FROM labels l WHERE l.id IN (
      SELECT n.label_id FROM issue_labels n JOIN issues i ON i.id = n.issue_id
      WHERE i.milestone_id = ? AND i.deleted_at IS NULL AND i.moved_number IS NULL)
    ORDER BY l.name`;
  return queryPage(db, labels, query, [milestoneId], pageRange);
}
