import * as z from "zod/mini";
import * as state from "../../state/issues.ts";
import { issueLabels, labels } from "../../state/labels.ts";
import { milestones } from "../../state/milestones.ts";
import type { Repository } from "../../state/repositories.ts";
import { defineSection } from "../define-section.ts";
import { names } from "../fields.ts";
import type { SeedContext } from "../seed-context.ts";
import { SeedError, type SeedPath } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

/** Fields that issues and pull requests have in common. */
export const commonIssueFields = {
  number: z.int().check(z.gte(1)),
  title: z.string(),
  body: z.optional(z.string()),
  author: z.string(),
  state: z._default(z.enum(["open", "closed"]), "open"),
  labels: names(),
  milestone: z.optional(z.string()),
  assignees: names(),
  /** Locked for everyone but collaborators, optionally with a reason. */
  locked: z._default(z.union([z.boolean(), z.enum(state.LOCK_REASONS)]), false),
  created: z.optional(SeedTime),
  updated: z.optional(SeedTime),
  closed: z.optional(SeedTime),
  comments: z._default(
    z.array(z.strictObject({ author: z.string(), body: z.string(), created: z.optional(SeedTime) })),
    [],
  ),
  /** Logins by reaction. */
  reactions: z._default(z.partialRecord(z.enum(state.REACTIONS), z.array(z.string())), {}),
};

const CommonIssue = z.strictObject(commonIssueFields);
export type IssueInput = z.output<typeof CommonIssue>;

/**
 * Converts a seed's issue to a stored one.
 * @throws SeedError on unknown names and on a number that is already used
 */
export function toIssue(
  { db, toTimestamp, actor }: SeedContext,
  repository: Repository,
  input: IssueInput,
  path: SeedPath,
): Omit<state.Issue, "id"> {
  if (state.issues.find(db, { repository_id: repository.id, number: input.number })) {
    throw new SeedError(
      [...path, "number"],
      `must be unique: another issue or pull request has the number ${input.number}`,
    );
  }
  const { updated = input.created, closed = updated } = input;
  const milestone =
    input.milestone === undefined
      ? undefined
      : milestones.find(db, { repository_id: repository.id, title: input.milestone });
  if (input.milestone !== undefined && !milestone) {
    throw new SeedError(
      [...path, "milestone"],
      `must name an existing milestone, got ${JSON.stringify(input.milestone)}`,
    );
  }
  return {
    repository_id: repository.id,
    number: input.number,
    title: input.title,
    body: input.body ?? null,
    user_id: actor(input.author, [...path, "author"]).id,
    state: input.state,
    state_reason: null,
    locked: input.locked !== false,
    lock_reason: typeof input.locked === "string" ? input.locked : null,
    milestone_id: milestone?.id ?? null,
    created_at: toTimestamp(input.created),
    updated_at: toTimestamp(updated),
    closed_at: input.state === "closed" ? toTimestamp(closed) : null,
    deleted_at: null,
    moved_to: null,
    moved_number: null,
  };
}

/** Inserts an issue's labels, assignees, comments and reactions. */
export function insertIssueDetails(
  { db, toTimestamp, actor, user }: SeedContext,
  repository: Repository,
  issueId: number,
  input: IssueInput,
  path: SeedPath,
): void {
  for (const [index, name] of input.labels.entries()) {
    const label = labels.find(db, { repository_id: repository.id, name });
    if (!label)
      throw new SeedError([...path, "labels", index], `must name an existing label, got ${JSON.stringify(name)}`);
    issueLabels.add(db, { issue_id: issueId, label_id: label.id });
  }
  for (const [index, login] of input.assignees.entries()) {
    state.assignIssue(db, issueId, user(login, [...path, "assignees", index]).id);
  }
  for (const [index, comment] of input.comments.entries()) {
    const author = actor(comment.author, [...path, "comments", index, "author"]);
    state.issueComments.insert(db, {
      issue_id: issueId,
      user_id: author.id,
      body: comment.body,
      created_at: toTimestamp(comment.created ?? input.updated ?? input.created),
    });
  }
  for (const content of state.REACTIONS) {
    for (const [index, login] of (input.reactions[content] ?? []).entries()) {
      state.issueReactions.add(db, {
        issue_id: issueId,
        user_id: user(login, [...path, "reactions", content, index]).id,
        content,
      });
    }
  }
}

const ISSUE_REFERENCE = /^([\w.-]+\/[\w.-]+)#([1-9]\d*)$/;

const IssueInput = z.strictObject({
  ...commonIssueFields,
  /** State reason; for an open issue, why it was closed before. */
  reason: z.optional(z.enum(state.STATE_REASONS)),
  deleted: z._default(z.boolean(), false),
  transferred_to: z.optional(z.string().check(z.regex(ISSUE_REFERENCE, "must reference an issue (owner/name#1)"))),
});

/** Inserts a repository's issues. */
export const issues = defineSection(z.array(IssueInput), (context, repository: Repository, list, path) => {
  for (const [index, input] of list.entries()) {
    const { reason, deleted, transferred_to, ...common } = input;
    const issuePath = [...path, index];
    const issue = toIssue(context, repository, common, issuePath);
    const [, name, number] = ISSUE_REFERENCE.exec(transferred_to ?? "") ?? [];
    const { id } = state.issues.insert(context.db, {
      ...issue,
      state_reason: reason ?? (issue.state === "closed" ? "completed" : null),
      deleted_at: deleted ? issue.updated_at : null,
      moved_to: name === undefined ? null : context.repository(name, [...issuePath, "transferred_to"]).id,
      moved_number: number === undefined ? null : Number(number),
    });
    insertIssueDetails(context, repository, id, common, issuePath);
  }
});
