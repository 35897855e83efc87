import { integer, nullable, type RowOf, reference, rowId, text } from "./columns.ts";
import { table } from "./table.ts";

/** Comments on commits, or on a line that a commit changed. */
export const commitComments = table(
  "commit_comments",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    sha: text(),
    user_id: nullable(reference("accounts", "SET NULL")),
    body: text(),
    path: nullable(text()),
    /** The line in the changes of the file. */
    position: nullable(integer()),
    line: nullable(integer()),
    created_at: text(),
    updated_at: text(),
  },
  { indexes: { commit_comments_by_commit: "repository_id, sha, id" } },
);
export type CommitComment = RowOf<typeof commitComments>;
