import * as z from "zod/mini";
import {
  assignIssue,
  commentOnIssue,
  createIssue,
  findIssue,
  type Issue,
  LOCK_REASONS,
  REACTIONS,
  react,
  STATE_REASONS,
} from "../../state/issues.ts";
import { findLabel, labelIssue } from "../../state/labels.ts";
import { findMilestone } from "../../state/milestones.ts";
import type { Repository } from "../../state/repositories.ts";
import { names } from "../fields.ts";
import type { Planting } from "../planting.ts";
import { type SeedPath, SeedProblem } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

/** What a seed says of issues and pull requests alike. */
export const issueShape = {
  number: z.int().check(z.gte(1)),
  title: z.string(),
  body: z.optional(z.string()),
  author: z.string(),
  state: z._default(z.enum(["open", "closed"]), "open"),
  labels: names(),
  milestone: z.optional(z.string()),
  assignees: names(),
  /** Nobody but collaborators may comment any more; with a reason, or without. */
  locked: z._default(z.union([z.boolean(), z.enum(LOCK_REASONS)]), false),
  created: z.optional(SeedTime),
  updated: z.optional(SeedTime),
  closed: z.optional(SeedTime),
  comments: z._default(
    z.array(z.strictObject({ author: z.string(), body: z.string(), created: z.optional(SeedTime) })),
    [],
  ),
  /** Who reacted, by what with. */
  reactions: z._default(z.partialRecord(z.enum(REACTIONS), z.array(z.string())), {}),
};

const IssueShape = z.strictObject(issueShape);
export type IssueTold = z.output<typeof IssueShape>;

/** What an issue is by what a seed says of it. @throws SeedProblem on names of nothing, and on a number that is taken */
export function issueOf(
  { db, at, user }: Planting,
  repository: Repository,
  told: IssueTold,
  path: SeedPath,
): Omit<Issue, "id"> {
  if (findIssue(db, repository.id, told.number)) {
    throw new SeedProblem([...path, "number"], `${told.number} is the number of another issue or pull request`);
  }
  const { updated = told.created, closed = updated } = told;
  const milestone = told.milestone === undefined ? undefined : findMilestone(db, repository.id, told.milestone);
  if (told.milestone !== undefined && !milestone) {
    throw new SeedProblem([...path, "milestone"], `there is no milestone ${JSON.stringify(told.milestone)}`);
  }
  return {
    ...{ repository_id: repository.id, number: told.number, title: told.title, body: told.body ?? null },
    ...{ user_id: user(told.author, [...path, "author"]).id, state: told.state, state_reason: null },
    ...{ locked: told.locked !== false, lock_reason: typeof told.locked === "string" ? told.locked : null },
    ...{ milestone_id: milestone?.id ?? null, created_at: at(told.created), updated_at: at(updated) },
    ...{ closed_at: told.state === "closed" ? at(closed) : null },
    ...{ deleted_at: null, moved_to: null, moved_number: null },
  };
}

/** Puts on an issue what is said of it beside. */
export function plantAround(
  { db, at, user }: Planting,
  repository: Repository,
  issueId: number,
  told: IssueTold,
  path: SeedPath,
): void {
  for (const [index, name] of told.labels.entries()) {
    const label = findLabel(db, repository.id, name);
    if (!label) throw new SeedProblem([...path, "labels", index], `there is no label ${JSON.stringify(name)}`);
    labelIssue(db, issueId, label.id);
  }
  for (const [index, login] of told.assignees.entries()) {
    assignIssue(db, issueId, user(login, [...path, "assignees", index]).id);
  }
  for (const [index, comment] of told.comments.entries()) {
    const author = user(comment.author, [...path, "comments", index, "author"]);
    commentOnIssue(db, issueId, author.id, comment.body, at(comment.created ?? told.updated ?? told.created));
  }
  for (const content of REACTIONS) {
    for (const [index, login] of (told.reactions[content] ?? []).entries()) {
      react(db, issueId, user(login, [...path, "reactions", content, index]).id, content);
    }
  }
}

const PLACE = /^([\w.-]+\/[\w.-]+)#([1-9]\d*)$/;

const IssueTold = z.strictObject({
  ...issueShape,
  /** Why it is closed; or that it was before. */
  reason: z.optional(z.enum(STATE_REASONS)),
  deleted: z._default(z.boolean(), false),
  transferred_to: z.optional(z.string().check(z.regex(PLACE, "is no place of an issue: owner/name#1 is expected"))),
});

/** A repository's issues. */
export const issues = section(z.array(IssueTold), (planting, repository: Repository, list, path) => {
  for (const [index, told] of list.entries()) {
    const { reason, deleted, transferred_to, ...common } = told;
    const at = [...path, index];
    const issue = issueOf(planting, repository, common, at);
    const [, name, number] = PLACE.exec(transferred_to ?? "") ?? [];
    const { id } = createIssue(planting.db, {
      ...issue,
      state_reason: reason ?? (issue.state === "closed" ? "completed" : null),
      deleted_at: deleted ? issue.updated_at : null,
      moved_to: name === undefined ? null : planting.repository(name, [...at, "transferred_to"]).id,
      moved_number: number === undefined ? null : Number(number),
    });
    plantAround(planting, repository, id, common, at);
  }
});
