import * as z from "zod/mini";
import * as state from "../../state/issues.ts";
import { issueLabels, labels } from "../../state/labels.ts";
import { milestones } from "../../state/milestones.ts";
import type { Repository } from "../../state/repositories.ts";
import { listSection } from "../define-section.ts";
import { names } from "../fields.ts";
import type { SeedContext } from "../seed-context.ts";
import { each, SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";
import { insertEvent, SeededEvent } from "./issue-events.ts";

/** Logins by reaction. */
const reactions = () => z._default(z.partialRecord(z.enum(state.REACTIONS), z.array(z.string())), {});

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
    z.array(
      z.strictObject({
        author: z.string(),
        body: z.string(),
        created: z.optional(SeedTime),
        updated: z.optional(SeedTime),
        reactions: reactions(),
      }),
    ),
    [],
  ),
  reactions: reactions(),
  events: z._default(z.array(SeededEvent), []),
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
): Omit<state.Issue, "id"> {
  const { number, title, body = null, locked, updated = input.created, closed = updated } = input;
  const repository_id = repository.id;
  if (state.issues.has(db, { repository_id, number })) {
    throw new SeedError(["number"], `must be unique: another issue or pull request has the number ${number}`);
  }
  const milestone =
    input.milestone === undefined ? undefined : milestones.find(db, { repository_id, title: input.milestone });
  if (input.milestone !== undefined && !milestone) {
    throw new SeedError(["milestone"], `must name an existing milestone, got ${JSON.stringify(input.milestone)}`);
  }
  return {
    repository_id,
    number,
    title,
    body,
    user_id: actor(input.author, "author").id,
    state: input.state,
    state_reason: null,
    locked: locked !== false,
    lock_reason: typeof locked === "string" ? locked : null,
    milestone_id: milestone?.id ?? null,
    created_at: toTimestamp(input.created),
    updated_at: toTimestamp(updated),
    closed_at: input.state === "closed" ? toTimestamp(closed) : null,
    deleted_at: null,
    moved_to: null,
    moved_number: null,
  };
}

/** Inserts an issue's labels, assignees, comments, reactions and events. */
export function insertIssueDetails(
  context: SeedContext,
  repository: Repository,
  issue_id: number,
  input: IssueInput,
): void {
  const { db, toTimestamp, actor, user } = context;
  each(["labels"], input.labels, (name) => {
    const label = labels.find(db, { repository_id: repository.id, name });
    if (!label) throw new SeedError([], `must name an existing label, got ${JSON.stringify(name)}`);
    issueLabels.add(db, { issue_id, label_id: label.id });
  });
  each(["assignees"], input.assignees, (login) => state.assignIssue(db, issue_id, user(login).id));
  each(["comments"], input.comments, ({ author, body, created = input.updated ?? input.created, ...comment }) => {
    const { updated = created } = comment;
    const times = { created_at: toTimestamp(created), updated_at: toTimestamp(updated) };
    const { id } = state.issueComments.insert(db, { issue_id, user_id: actor(author, "author").id, body, ...times });
    eachReaction(comment.reactions, (content, login) =>
      state.issueCommentReactions.add(db, {
        ...{ comment_id: id, user_id: user(login).id },
        ...{ content, created_at: times.created_at },
      }),
    );
  });
  const created_at = toTimestamp(input.updated ?? input.created);
  eachReaction(input.reactions, (content, login) =>
    state.issueReactions.add(db, { issue_id, user_id: user(login).id, content, created_at }),
  );
  each(["events"], input.events, (event) =>
    insertEvent(context, { id: issue_id, repositoryId: repository.id }, event, input.updated ?? input.created),
  );
}

function eachReaction(given: IssueInput["reactions"], insert: (content: state.Reaction, login: string) => void): void {
  for (const content of state.REACTIONS) {
    each(["reactions", content], given[content] ?? [], (login) => insert(content, login));
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
export const issues = listSection(IssueInput, (context, repository: Repository, input) => {
  const { reason, deleted, transferred_to, ...common } = input;
  const issue = toIssue(context, repository, common);
  const [, name, number] = ISSUE_REFERENCE.exec(transferred_to ?? "") ?? [];
  const { id } = state.issues.insert(context.db, {
    ...issue,
    state_reason: reason ?? (issue.state === "closed" ? "completed" : null),
    deleted_at: deleted ? issue.updated_at : null,
    moved_to: name === undefined ? null : context.repository(name, "transferred_to").id,
    moved_number: number === undefined ? null : Number(number),
  });
  insertIssueDetails(context, repository, id, common);
});
