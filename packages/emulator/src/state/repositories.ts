import * as z from "zod/mini";
import { getAccount, memberRole } from "./accounts.ts";
import { flag, integer, json, nullable, oneOf, type RowOf, reference, row, rowId, text, typedName } from "./columns.ts";
import type { Database } from "./database.ts";
import { securedOrganizationsQuery } from "./security-managers.ts";
import { table } from "./table.ts";
import { teamIdsQuery, type UserOrTeamId } from "./teams.ts";

export const formerNames = table(
  "former_names",
  {
    owner_id: reference("accounts"),
    name: typedName(),
    repository_id: reference("repositories"),
  },
  { key: ["owner_id", "name"] },
);

export const BypassReviewer = z.object({
  reviewer_id: z.int(),
  reviewer_type: z.enum(["TEAM", "ROLE"]),
  mode: z._default(z.enum(["ALWAYS", "EXEMPT"]), "ALWAYS"),
});

/** Settings of a repository with GitHub's defaults. */
export const RepositorySettings = z.object({
  has_issues: z._default(z.boolean(), true),
  has_projects: z._default(z.boolean(), true),
  has_wiki: z._default(z.boolean(), true),
  has_pages: z._default(z.boolean(), false),
  has_downloads: z._default(z.boolean(), true),
  has_discussions: z._default(z.boolean(), false),
  has_pull_requests: z._default(z.boolean(), true),
  is_template: z._default(z.boolean(), false),
  disabled: z._default(z.boolean(), false),
  allow_squash_merge: z._default(z.boolean(), true),
  allow_merge_commit: z._default(z.boolean(), true),
  allow_rebase_merge: z._default(z.boolean(), true),
  allow_auto_merge: z._default(z.boolean(), false),
  allow_update_branch: z._default(z.boolean(), false),
  allow_forking: z._default(z.boolean(), false),
  delete_branch_on_merge: z._default(z.boolean(), false),
  use_squash_pr_title_as_default: z._default(z.boolean(), false),
  web_commit_signoff_required: z._default(z.boolean(), false),
  pull_request_creation_policy: z._default(z.enum(["all", "collaborators_only"]), "all"),
  squash_merge_commit_title: z._default(z.enum(["PR_TITLE", "COMMIT_OR_PR_TITLE"]), "COMMIT_OR_PR_TITLE"),
  squash_merge_commit_message: z._default(z.enum(["PR_BODY", "COMMIT_MESSAGES", "BLANK"]), "COMMIT_MESSAGES"),
  merge_commit_title: z._default(z.enum(["PR_TITLE", "MERGE_MESSAGE"]), "MERGE_MESSAGE"),
  merge_commit_message: z._default(z.enum(["PR_BODY", "PR_TITLE", "BLANK"]), "PR_TITLE"),
  /** Security features by name: `enabled` or `disabled`. */
  security: z._default(z.record(z.string(), z.string()), {}),
  /** The reviewers who can approve bypassing push protection. */
  bypass_reviewers: z._default(z.array(BypassReviewer), []),
});
export type RepositorySettings = z.output<typeof RepositorySettings>;

/** Returns the settings of a new repository. */
export const defaultSettings = (): RepositorySettings => z.parse(RepositorySettings, {});

export const repositories = table(
  "repositories",
  {
    id: rowId(),
    owner_id: reference("accounts"),
    name: typedName(),
    private: flag(),
    /** Whether the members of the enterprise can see it. An internal repository is also private. */
    internal: flag(),
    description: nullable(text()),
    homepage: nullable(text()),
    language: nullable(text()),
    /** The license's key, such as `mit`. */
    license: nullable(text()),
    topics: json(z.array(z.string())),
    settings: json(RepositorySettings),
    default_branch: text(),
    /** In kilobytes. */
    size: integer(),
    archived: flag(),
    parent_id: nullable(reference("repositories", "SET NULL")),
    template_id: nullable(reference("repositories", "SET NULL")),
    created_at: text(),
    updated_at: text(),
    pushed_at: text(),
  },
  {
    unique: [["owner_id", "name"]],
    indexes: {
      repositories_by_parent: "parent_id",
      repositories_by_creation: "owner_id, created_at",
      repositories_by_update: "owner_id, updated_at",
      repositories_by_push: "owner_id, pushed_at",
    },
  },
);
export type Repository = RowOf<typeof repositories>;

/** The required fields of a new repository; all others have defaults. */
export type NewRepository = Pick<Repository, "owner_id" | "name" | "private"> & Partial<Omit<Repository, "id">>;

/** Permissions for a repository, from lowest to highest. */
export const PERMISSION_LEVELS = ["none", "pull", "triage", "push", "maintain", "admin"] as const;
export type PermissionLevel = (typeof PERMISSION_LEVELS)[number];
export const Permission = z.enum(["pull", "triage", "push", "maintain", "admin"]);
export type Permission = z.output<typeof Permission>;

export const collaborators = table(
  "collaborators",
  {
    repository_id: reference("repositories"),
    user_id: nullable(reference("accounts")),
    team_id: nullable(reference("teams")),
    permission: text(Permission),
  },
  {
    unique: [
      ["repository_id", "user_id"],
      ["repository_id", "team_id"],
    ],
    indexes: { collaborators_by_user: "user_id", collaborators_by_team: "team_id" },
  },
);

/** Returns whether a permission is at least the required one. */
export function includesPermission(level: PermissionLevel, required: PermissionLevel): boolean {
  return PERMISSION_LEVELS.indexOf(level) >= PERMISSION_LEVELS.indexOf(required);
}

export function createRepository(db: Database, fields: NewRepository, now: string): Repository {
  return repositories.insert(db, {
    internal: false,
    topics: [],
    default_branch: "main",
    size: 0,
    archived: false,
    created_at: now,
    updated_at: now,
    pushed_at: now,
    settings: defaultSettings(),
    ...fields,
  });
}

/** Finds a repository by owner and name, case-insensitively and with or without `.git`. */
export function findRepository(db: Database, owner: string, name: string): Repository | undefined {
  return db.memoize(`repository ${owner}/${name}`, () =>
    db.get(
      repositories,
      "SELECT r.* FROM repositories r JOIN accounts a ON a.id = r.owner_id WHERE a.login = ? AND r.name = ?",
      ...[owner, name.replace(/\.git$/i, "")],
    ),
  );
}

/** Finds a repository by its full name: `acme/widgets`. */
export function findByFullName(db: Database, fullName: string): Repository | undefined {
  const [owner = "", name = "", ...rest] = fullName.split("/");
  return rest.length === 0 ? findRepository(db, owner, name) : undefined;
}

/** Finds a repository by a former owner and name. */
export function findRenamedRepository(db: Database, owner: string, name: string): Repository | undefined {
  return db.get(
    repositories,
    `SELECT r.* FROM former_names f JOIN repositories r ON r.id = f.repository_id JOIN accounts a ON a.id = f.owner_id
     WHERE a.login = ? AND f.name = ?`,
    ...[owner, name.replace(/\.git$/i, "")],
  );
}

export function getRepository(db: Database, id: number): Repository | undefined {
  return db.memoize(`repository ${id}`, () => repositories.find(db, { id }));
}

/**
 * Returns the repository with an id that the state refers to.
 * @throws Error if it doesn't exist
 */
export function repositoryOf(db: Database, id: number): Repository {
  const repository = getRepository(db, id);
  if (!repository) throw new Error(`The state refers to repository ${id}, which doesn't exist.`);
  return repository;
}

/** Finds an owner's repository in the network of another one: its parent, a fork, or a fork of the same parent. */
export function findInNetwork(db: Database, { id, parent_id }: Repository, owner: string): Repository | undefined {
  const sql = `SELECT r.* FROM repositories r JOIN accounts a ON a.id = r.owner_id
    WHERE a.login = ?1 AND (r.parent_id = ?2 OR r.id = ?3 OR r.parent_id = ?3) ORDER BY r.id LIMIT 1`;
  return db.get(repositories, sql, owner, id, parent_id);
}

/** Returns `owner/name`. */
export function fullNameOf(db: Database, { owner_id, name }: Pick<Repository, "owner_id" | "name">): string {
  return `${getAccount(db, owner_id).login}/${name}`;
}

export function addCollaborator(
  db: Database,
  repositoryId: number,
  collaborator: UserOrTeamId,
  permission: Permission,
): void {
  const grantee = "userId" in collaborator ? { user_id: collaborator.userId } : { team_id: collaborator.teamId };
  collaborators.insert(db, { ...grantee, repository_id: repositoryId, permission });
}

/** Returns the higher of two permissions. */
export function higherPermission(a: PermissionLevel, b: PermissionLevel): PermissionLevel {
  return includesPermission(a, b) ? a : b;
}

/** Returns who can see a repository without a grant: everyone, no one, or the members of its enterprise. */
export function visibilityOf({
  private: isPrivate,
  internal,
}: Pick<Repository, "private" | "internal">): "public" | "private" | "internal" {
  return internal ? "internal" : isPrivate ? "private" : "public";
}

/** Query for the accounts in the enterprises of a user's organizations. */
export const enterpriseAccountsQuery = (user: string) => `SELECT a.id FROM accounts a
  JOIN accounts o ON o.enterprise_id = a.enterprise_id JOIN members m ON m.organization_id = o.id
  WHERE m.user_id = ${user}`;

/** Returns the permission that everyone has for a repository. */
export function publicPermission({ private: isPrivate }: Repository): PermissionLevel {
  return isPrivate ? "none" : "pull";
}

/**
 * Returns the permission that a user was granted: as the owner, an organization owner, a collaborator, a team member,
 * through the organization's base permission or the security manager role, or as a member of the enterprise.
 */
export function grantedPermission(db: Database, repository: Repository, userId: number): PermissionLevel {
  return db.memoize(`grant ${repository.id} ${userId}`, () => {
    const role = memberRole(db, repository.owner_id, userId);
    if (repository.owner_id === userId || role === "admin") return "admin";
    const Row = row({ permission: oneOf(PERMISSION_LEVELS) });
    const grants = db.all(
      Row,
      `SELECT permission FROM collaborators WHERE repository_id = ?1
         AND (user_id = ?2 OR team_id IN (${teamIdsQuery("?2")}))
       UNION ALL SELECT base_permission FROM accounts WHERE id = ?3 AND ?4
       UNION ALL SELECT 'pull' WHERE ?3 IN (${securedOrganizationsQuery("?2")})
       UNION ALL SELECT 'pull' FROM repositories WHERE id = ?1 AND internal = 1
         AND owner_id IN (${enterpriseAccountsQuery("?2")})`,
      ...[repository.id, userId, repository.owner_id, role === undefined ? 0 : 1],
    );
    return grants.map((row) => row.permission).reduce<PermissionLevel>(higherPermission, "none");
  });
}
