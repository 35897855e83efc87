import { oneOf, type RowOf, reference, row, rowId, text } from "./columns.ts";
import { allOf, where } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { issueCommentReactions, issueReactions, REACTIONS, type Reaction } from "./issues.ts";

/** A reaction to anything. */
const ReactionRow = row({
  id: rowId(),
  user_id: reference("accounts"),
  content: oneOf(REACTIONS),
  created_at: text(),
});
export type ReactionRow = RowOf<typeof ReactionRow>;

/** The object of a reaction. */
export type ReactionSubject = { readonly issue: number } | { readonly comment: number };

/** Returns the reactions to an object, oldest first. */
export function reactionsTo(
  db: Database,
  subject: ReactionSubject,
  content: Reaction | undefined,
  pageRange: PageRange,
): RowPage<ReactionRow> {
  const [from, id] =
    "issue" in subject
      ? ["issue_reactions WHERE issue_id = ?", subject.issue]
      : ["issue_comment_reactions WHERE comment_id = ?", subject.comment];
  const { sql, values } = allOf([where("content = ?", content)]);
  return queryPage(db, ReactionRow, `* FROM ${from} AND ${sql} ORDER BY id`, [id, ...values], pageRange);
}

/**
 * Adds a reaction of a user, unless it exists.
 * @returns the reaction, and whether it is new
 */
export function addReaction(
  db: Database,
  subject: ReactionSubject,
  reaction: Omit<ReactionRow, "id">,
): { readonly reaction: ReactionRow; readonly isNew: boolean } {
  const { user_id, content } = reaction;
  if ("issue" in subject) {
    const key = { issue_id: subject.issue, user_id, content };
    const before = issueReactions.find(db, key);
    return before
      ? { reaction: before, isNew: false }
      : { reaction: issueReactions.insert(db, { ...reaction, ...key }), isNew: true };
  }
  const key = { comment_id: subject.comment, user_id, content };
  const before = issueCommentReactions.find(db, key);
  return before
    ? { reaction: before, isNew: false }
    : { reaction: issueCommentReactions.insert(db, { ...reaction, ...key }), isNew: true };
}
