import { html } from "hono/html";
import type { Issue } from "../../state/issues.ts";
import { pullRequestOf } from "../../state/pull-requests.ts";
import type { Html } from "../layout/html.ts";
import { signInButton } from "../repository/repository-actions.ts";
import type { RepositoryPageRequest } from "../repository/repository-layout.ts";
import { canChangeState, canComment } from "./issue-access.ts";

/** Renders the form to comment on an issue or pull request, and to close or reopen it, as far as the user can. */
export function commentForm(request: RepositoryPageRequest, issue: Issue): Html {
  const { repository, root, user } = request;
  if (!user) return html`<p>${signInButton(request, "sign-in-to-comment", html`Sign in to comment`)}</p>`;
  if (repository.archived) return html``;
  const subject = { ...request, user, issue };
  if (!canComment(subject))
    return html`<p class="dim">This conversation is locked. Only collaborators can comment.</p>`;
  const [action, text] = issue.state === "open" ? (["close", "Close"] as const) : (["reopen", "Reopen"] as const);
  const kind = pullRequestOf(request.context.db, issue.id) ? "pull request" : "issue";
  return html`<form class="js-new-comment-form comment-form" action="${root}/issues/${issue.number}" method="post">
    <h2><label for="new_comment_field">Add a comment</label></h2>
    <textarea id="new_comment_field" class="form-control" name="body" rows="4" maxlength="65536"></textarea>
    <div class="form-actions">
      ${
        canChangeState(subject)
          ? html`<button class="btn" type="submit" name="do" value="${action}">${text} ${kind}</button>`
          : ""
      }
      <button class="btn btn-primary" type="submit" name="do" value="comment">Comment</button>
    </div>
  </form>`;
}
