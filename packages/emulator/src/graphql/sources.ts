import { canSeeRepository } from "../callers/permission.ts";
import { type Account, findAccountById, getAccount } from "../state/accounts.ts";
import { type Issue, issues } from "../state/issues.ts";
import { type Label, labels } from "../state/labels.ts";
import { type Milestone, milestones } from "../state/milestones.ts";
import { PullRequest, pullRequestOf } from "../state/pull-requests.ts";
import { getRepository, type Repository, repositoryOf } from "../state/repositories.ts";
import { type Team, teams } from "../state/teams.ts";
import type { QueryScope } from "./resolver.ts";

// What the resolvers of a type read its fields from. `kind` is the name of the type.

export interface AccountSource {
  readonly kind: Account["type"];
  readonly account: Account;
}

export interface TeamSource {
  readonly kind: "Team";
  readonly team: Team;
}

export interface RepositorySource {
  readonly kind: "Repository";
  readonly repository: Repository;
}

export interface IssueSource {
  readonly kind: "Issue";
  readonly repository: Repository;
  readonly issue: Issue;
}

export interface PullRequestSource {
  readonly kind: "PullRequest";
  readonly repository: Repository;
  readonly pull: PullRequest;
}

export interface LabelSource {
  readonly kind: "Label";
  readonly repository: Repository;
  readonly label: Label;
}

export interface MilestoneSource {
  readonly kind: "Milestone";
  readonly repository: Repository;
  readonly milestone: Milestone;
}

export const accountSource = (account: Account): AccountSource => ({ kind: account.type, account });

export const repositorySource = (repository: Repository): RepositorySource => ({ kind: "Repository", repository });

/** Returns the source of the account with an id; null if there is none. */
export function accountWithId({ call }: QueryScope, id: number | null): AccountSource | null {
  const account = id === null ? undefined : findAccountById(call.context.db, id);
  return account ? accountSource(account) : null;
}

/** Returns the source of an issue or a pull request. */
export function issueSource({ call }: QueryScope, issue: Issue): IssueSource | PullRequestSource {
  const { db } = call.context;
  const repository = repositoryOf(db, issue.repository_id);
  const pull = pullRequestOf(db, issue.id);
  return pull ? { kind: "PullRequest", repository, pull } : { kind: "Issue", repository, issue };
}

/** A source that has a global id. */
export type NodeSource =
  | AccountSource
  | TeamSource
  | RepositorySource
  | IssueSource
  | PullRequestSource
  | LabelSource
  | MilestoneSource;

/** Finds what a global id names, if the caller can see it. */
export function findNode(scope: QueryScope, id: string): NodeSource | undefined {
  const [, type, digits] = /^(\w+):(\d{1,15})$/.exec(Buffer.from(id, "base64url").toString()) ?? [];
  const source = type === undefined ? undefined : findByType(scope, type, Number(digits));
  if (!source || !("repository" in source)) return source;
  const { context, caller } = scope.call;
  return canSeeRepository(context, caller, source.repository) ? source : undefined;
}

function findByType(scope: QueryScope, type: string, id: number): NodeSource | undefined {
  const { db } = scope.call.context;
  switch (type) {
    case "User":
    case "Organization":
    case "Bot": {
      const account = findAccountById(db, id);
      return account?.type === type ? accountSource(account) : undefined;
    }
    case "Team": {
      const team = teams.find(db, { id });
      return team && { kind: "Team", team };
    }
    case "Repository": {
      const repository = getRepository(db, id);
      return repository && repositorySource(repository);
    }
    case "Issue": {
      const issue = issues.find(db, { id, deleted_at: null, moved_number: null });
      return issue && issueSource(scope, issue);
    }
    case "PullRequest": {
      const pull = db.get(PullRequest, "SELECT * FROM pulls WHERE id = ?", id);
      return pull && { kind: "PullRequest", repository: repositoryOf(db, pull.repository_id), pull };
    }
    case "Label": {
      const label = labels.find(db, { id });
      return label && { kind: "Label", repository: repositoryOf(db, label.repository_id), label };
    }
    case "Milestone": {
      const milestone = milestones.find(db, { id });
      return milestone && { kind: "Milestone", repository: repositoryOf(db, milestone.repository_id), milestone };
    }
    default:
      return undefined;
  }
}

/** Returns the source of an account that the state refers to. */
export const ownerSource = ({ call }: QueryScope, id: number) => accountSource(getAccount(call.context.db, id));
