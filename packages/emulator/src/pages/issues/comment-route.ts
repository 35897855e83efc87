import type { Hono } from "hono";
import { canSeeRepository } from "../../callers/permission.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { HttpError } from "../../http-error.ts";
import { issues } from "../../state/issues.ts";
import { pullRequests } from "../../state/pull-requests.ts";
import { findRepository, fullNameOf } from "../../state/repositories.ts";
import { notFound } from "../not-found.ts";
import { readPageRequest } from "../page-request.ts";
import { isCrossSite } from "../security-headers.ts";
import { submitComment } from "./submit-comment.ts";

/** Matches the paths that comments are posted to. */
export const COMMENT_PATH = /^\/[^/]+\/[^/]+\/issues\/\d{1,9}$/;

/** Adds the form below issues and pull requests, which comments, closes and reopens as the signed-in user. */
export function addCommentForm(app: Hono, context: EmulatorContext): void {
  const { db } = context;
  app.post("/:owner/:repo/issues/:number{[0-9]{1,9}}", async (c) => {
    const { owner, repo, number } = c.req.param();
    const { caller, user } = readPageRequest(context, c);
    const repository = findRepository(db, owner, repo);
    if (!repository || !canSeeRepository(context, caller, repository)) return notFound(context, c);
    const issue = issues.find(db, { repository_id: repository.id, number: Number(number), deleted_at: null });
    if (!issue || issue.moved_number !== null) return notFound(context, c);
    const isPull = pullRequests.has(db, { issue_id: issue.id });
    if (!isPull && !repository.settings.has_issues) return notFound(context, c);
    if (!user || isCrossSite(c)) return c.text("Sign in on this service's own page.", 403);
    try {
      submitComment({ context, caller, repository, user, issue }, await c.req.parseBody());
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return c.text(error.message, error.status === 422 ? 422 : 403);
    }
    return c.redirect(`/${fullNameOf(db, repository)}/${isPull ? "pull" : "issues"}/${issue.number}`, 303);
  });
}
