import { flag, type RowOf, reference, rowId, text, typedName } from "./columns.ts";
import type { Database } from "./database.ts";
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
