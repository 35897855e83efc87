import { authorAssociation } from "../objects/author-association.ts";
import { renderSimpleRepository } from "../objects/repository.ts";
import { nodeId } from "../objects/user.ts";
import { accounts } from "../state/accounts.ts";
import { type PageRange, queryPage } from "../state/database.ts";
import { assigneesOf, type Issue, type IssueComment, issueComments, type Reaction } from "../state/issues.ts";
import { labelsOf } from "../state/labels.ts";
import { milestones } from "../state/milestones.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { connect, rowsIn } from "./connections.ts";
import type { FieldArguments, QueryScope, Resolvers } from "./resolver.ts";
import {
  accountSource,
  accountWithId,
  type IssueSource,
  type LabelSource,
  type MilestoneSource,
  repositorySource,
} from "./sources.ts";

/** The columns that issues and pull requests have in common, and the id of the issue. */
interface IssueContent
  extends Pick<
    Issue,
    | "number"
    | "user_id"
    | "title"
    | "body"
    | "state"
    | "locked"
    | "lock_reason"
    | "milestone_id"
    | "created_at"
    | "updated_at"
    | "closed_at"
  > {
  readonly issueId: number;
  readonly repository: Repository;
}

/** Returns the fields that issues and pull requests have in common. */
export function commonResolvers<S>(contentOf: (source: S) => IssueContent, folder: "issues" | "pull"): Resolvers<S> {
  const path = (source: S, scope: QueryScope) => {
    const { repository, number } = contentOf(source);
    return { root: renderSimpleRepository(scope.call.context, repository).html_url, path: `/${folder}/${number}` };
  };
  const field =
    (read: (content: IssueContent, scope: QueryScope, args: FieldArguments) => unknown) =>
    (source: S, scope: QueryScope, args: FieldArguments) =>
      read(contentOf(source), scope, args);
  return {
    activeLockReason: field(({ lock_reason }) => lock_reason?.toUpperCase().replaceAll(/[- ]/g, "_") ?? null),
    assignees: field(({ issueId }, { call }, args) =>
      connect("assignees", args, rowsIn(assigneesOf(call.context.db, issueId)), accountSource),
    ),
    author: field(({ user_id }, scope) => accountWithId(scope, user_id)),
    authorAssociation: field(({ repository, user_id }, { call }) =>
      authorAssociation(call.context, repository, user_id),
    ),
    body: field(({ body }) => body ?? ""),
    closed: field(({ state }) => state === "closed"),
    closedAt: field(({ closed_at }) => closed_at),
    comments: (source, scope, args) => {
      const { issueId, repository } = contentOf(source);
      const { root, path: at } = path(source, scope);
      const query = "* FROM issue_comments WHERE issue_id = ? ORDER BY id";
      return connect(
        "comments",
        args,
        (range) => queryPage(scope.call.context.db, issueComments, query, [issueId], range),
        (comment): CommentSource => ({ kind: "IssueComment", repository, comment, issueUrl: root + at }),
      );
    },
    createdAt: field(({ created_at }) => created_at),
    labels: field(({ issueId, repository }, { call }, args) =>
      connect(
        "labels",
        args,
        rowsIn(labelsOf(call.context.db, issueId)),
        (label): LabelSource => ({ kind: "Label", repository, label }),
      ),
    ),
    locked: field(({ locked }) => locked),
    milestone: field(({ milestone_id, repository }, { call }): MilestoneSource | null => {
      const milestone = milestone_id === null ? undefined : milestones.find(call.context.db, { id: milestone_id });
      return milestone ? { kind: "Milestone", repository, milestone } : null;
    }),
    number: field(({ number }) => number),
    // The emulator has no classic projects.
    projectCards: (_source, _scope, args) => connect("projectCards", args, rowsIn([]), (card) => card),
    reactionGroups: field(({ issueId }, scope) => reactionGroups(scope, { table: "issue_reactions", id: issueId })),
    repository: field(({ repository }) => repositorySource(repository)),
    resourcePath: (source, scope) => {
      const { root, path: at } = path(source, scope);
      return new URL(root + at).pathname;
    },
    title: field(({ title }) => title),
    updatedAt: field(({ updated_at }) => updated_at),
    url: (source, scope) => {
      const { root, path: at } = path(source, scope);
      return root + at;
    },
    viewerDidAuthor: field(({ user_id }, { call }) => user_id === call.caller.user?.id),
  };
}

/** Returns the content of an issue, or of a pull request. */
export function contentOf(repository: Repository, { id, ...common }: Issue | (PullRequest & { issue_id: number })) {
  return { ...common, repository, issueId: "issue_id" in common ? common.issue_id : id };
}

export const issueResolvers: Resolvers<IssueSource> = {
  ...commonResolvers<IssueSource>(({ repository, issue }) => contentOf(repository, issue), "issues"),
  databaseId: ({ issue }) => issue.id,
  id: ({ issue }) => nodeId("Issue", issue.id),
  isPinned: () => false,
  state: ({ issue }) => issue.state.toUpperCase(),
  stateReason: ({ issue }) => issue.state_reason?.toUpperCase() ?? null,
};

const REACTION_CONTENTS = {
  "+1": "THUMBS_UP",
  "-1": "THUMBS_DOWN",
  laugh: "LAUGH",
  hooray: "HOORAY",
  confused: "CONFUSED",
  heart: "HEART",
  rocket: "ROCKET",
  eyes: "EYES",
} as const satisfies Readonly<Record<Reaction, string>>;

/** The place of the reactions to something; undefined: it can't have any. */
type ReactionTarget =
  | { readonly table: "issue_reactions" | "issue_comment_reactions"; readonly id: number }
  | undefined;

/** Returns one group for each reaction, also for those without users. */
export function reactionGroups({ call }: QueryScope, target: ReactionTarget) {
  return Object.entries(REACTION_CONTENTS).map(([reaction, content]) => ({
    content,
    users: (args: FieldArguments) => {
      if (!target) return connect("users", args, rowsIn([]), (user) => user);
      const column = target.table === "issue_reactions" ? "issue_id" : "comment_id";
      const query = `a.* FROM ${target.table} x JOIN accounts a ON a.id = x.user_id
        WHERE x.${column} = ? AND x.content = ? ORDER BY x.id`;
      const load = (range: PageRange) => queryPage(call.context.db, accounts, query, [target.id, reaction], range);
      return connect("users", args, load, accountSource);
    },
  }));
}

/** A comment of an issue or a pull request. */
export interface CommentSource {
  readonly kind: "IssueComment";
  readonly repository: Repository;
  readonly comment: IssueComment;
  readonly issueUrl: string;
}

export const commentResolvers: Resolvers<CommentSource> = {
  author: ({ comment }, scope) => accountWithId(scope, comment.user_id),
  authorAssociation: ({ repository, comment }, { call }) =>
    authorAssociation(call.context, repository, comment.user_id),
  body: ({ comment }) => comment.body,
  createdAt: ({ comment }) => comment.created_at,
  databaseId: ({ comment }) => comment.id,
  id: ({ comment }) => nodeId("IssueComment", comment.id),
  includesCreatedEdit: ({ comment }) => comment.updated_at !== comment.created_at,
  isMinimized: () => false,
  minimizedReason: () => null,
  reactionGroups: ({ comment }, scope) => reactionGroups(scope, { table: "issue_comment_reactions", id: comment.id }),
  updatedAt: ({ comment }) => comment.updated_at,
  url: ({ comment, issueUrl }) => `${issueUrl}#issuecomment-${comment.id}`,
  viewerDidAuthor: ({ comment }, { call }) => comment.user_id === call.caller.user?.id,
};

export const labelResolvers: Resolvers<LabelSource> = {
  color: ({ label }) => label.color,
  createdAt: () => null,
  description: ({ label }) => label.description,
  id: ({ label }) => nodeId("Label", label.id),
  isDefault: ({ label }) => label.is_default,
  name: ({ label }) => label.name,
  url: ({ repository, label }, { call }) =>
    `${renderSimpleRepository(call.context, repository).html_url}/labels/${encodeURIComponent(label.name)}`,
};

export const milestoneResolvers: Resolvers<MilestoneSource> = {
  closed: ({ milestone }) => milestone.state === "closed",
  closedAt: ({ milestone }) => milestone.closed_at,
  createdAt: ({ milestone }) => milestone.created_at,
  creator: ({ milestone }, scope) => accountWithId(scope, milestone.creator_id),
  description: ({ milestone }) => milestone.description,
  dueOn: ({ milestone }) => milestone.due_on,
  id: ({ milestone }) => nodeId("Milestone", milestone.id),
  number: ({ milestone }) => milestone.number,
  state: ({ milestone }) => milestone.state.toUpperCase(),
  title: ({ milestone }) => milestone.title,
  updatedAt: ({ milestone }) => milestone.updated_at,
  url: ({ repository, milestone }, { call }) =>
    `${renderSimpleRepository(call.context, repository).html_url}/milestone/${milestone.number}`,
};
