import { commentOnIssue } from "../../effects/issue-comments.ts";
import { closeIssue, reopenIssue } from "../../effects/issues.ts";
import { forbidden, HttpError } from "../../http-error.ts";
import { checkInteraction } from "../../resources/shared/interaction.ts";
import { getIssue } from "../../state/issues.ts";
import { canChangeState, canComment, type IssueAccess } from "./issue-access.ts";

/** Maximum length of a comment. */
const MAX_BODY_LENGTH = 65_536;

/**
 * Applies the form below an issue or pull request: adds a comment, unless it is empty, then closes or reopens.
 * @param fields `body` is the comment; `do` is `comment`, `close` or `reopen`
 * @throws HttpError 403 without permission, 422 if the comment is too long
 */
export function submitComment(access: IssueAccess, fields: Readonly<Record<string, unknown>>): void {
  const { context, repository, user, issue } = access;
  const text = fields["body"];
  const body = typeof text === "string" ? text.trim() : "";
  const action = fields["do"];
  if (repository.archived) throw forbidden("Repository was archived so is read-only.");
  if (body.length > MAX_BODY_LENGTH) throw new HttpError(422, `A comment has at most ${MAX_BODY_LENGTH} characters.`);
  const change = { repository, issue, sender: user };
  context.db.transaction(() => {
    if (body !== "") {
      if (!canComment(access)) throw forbidden("Unable to create comment because issue is locked.");
      checkInteraction(context, repository, user);
      commentOnIssue(context, change, body);
    }
    const current = { ...change, issue: getIssue(context.db, issue.id) };
    if (action !== "close" && action !== "reopen") return;
    if (!canChangeState(access)) throw forbidden("Must have admin rights to Repository.");
    if (action === "close" && issue.state === "open") closeIssue(context, current, { reason: "completed" });
    if (action === "reopen" && issue.state === "closed") reopenIssue(context, current);
  });
}
