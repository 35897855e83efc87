import type { SQLInputValue } from "node:sqlite";
import * as z from "zod/mini";
import { Account } from "./accounts.ts";
import { type Database, flag, json, type PageRange, queryPage, type RowPage } from "./database.ts";
import type { Repository } from "./repositories.ts";
import { selectionTable, Visibility } from "./selections.ts";

// Groups of self-hosted runners. Every organization and enterprise starts with the group `Default`, which contains all
// runners that aren't in another group.

const DEFAULT_GROUP = (owner: "organization_id" | "enterprise_id") =>
  `INSERT INTO runner_groups (${owner}, name, visibility, is_default, allows_public_repositories, restricted_to_workflows,
     selected_workflows) VALUES (NEW.id, 'Default', 'all', 1, 1, 0, '[]');`;

export const RUNNER_GROUP_TABLES = `
CREATE TABLE runner_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT, organization_id INTEGER REFERENCES accounts ON DELETE CASCADE,
  enterprise_id INTEGER REFERENCES enterprises ON DELETE CASCADE, name TEXT NOT NULL COLLATE NOCASE,
  visibility TEXT NOT NULL, is_default INTEGER NOT NULL, allows_public_repositories INTEGER NOT NULL,
  restricted_to_workflows INTEGER NOT NULL, selected_workflows TEXT NOT NULL, network_configuration_id TEXT,
  UNIQUE (organization_id, name), UNIQUE (enterprise_id, name),
  CHECK ((organization_id IS NULL) <> (enterprise_id IS NULL))
) STRICT;
CREATE TABLE runner_group_organizations (
  runner_group_id INTEGER NOT NULL REFERENCES runner_groups ON DELETE CASCADE,
  organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, PRIMARY KEY (runner_group_id, organization_id)
) STRICT;
CREATE INDEX runner_group_organizations_by_organization ON runner_group_organizations (organization_id);
CREATE TRIGGER runner_groups_of_organizations AFTER INSERT ON accounts WHEN NEW.type = 'Organization' BEGIN
  ${DEFAULT_GROUP("organization_id")}
END;
CREATE TRIGGER runner_groups_of_enterprises AFTER INSERT ON enterprises BEGIN
  ${DEFAULT_GROUP("enterprise_id")}
END;
${selectionTable("runner_group")}
`;

/** The owner of runners and groups: an organization or an enterprise. */
export interface RunnerOwner {
  readonly organization_id: number | null;
  readonly enterprise_id: number | null;
}

export const organizationOwner = ({ id }: { readonly id: number }): RunnerOwner => ({
  organization_id: id,
  enterprise_id: null,
});
export const enterpriseOwner = ({ id }: { readonly id: number }): RunnerOwner => ({
  organization_id: null,
  enterprise_id: id,
});

/** SQL condition that a row belongs to an owner, with the values of {@link ownerValues}. */
export const OWNED_BY = "organization_id IS ? AND enterprise_id IS ?";
export const ownerValues = ({ organization_id, enterprise_id }: RunnerOwner): [number | null, number | null] => [
  organization_id,
  enterprise_id,
];

export const RunnerGroup = z.object({
  id: z.int(),
  organization_id: z.nullable(z.int()),
  enterprise_id: z.nullable(z.int()),
  name: z.string(),
  /**
   * Restricts an organization's group to some of its repositories, or an enterprise's group to some of its
   * organizations.
   */
  visibility: Visibility,
  is_default: flag(),
  allows_public_repositories: flag(),
  restricted_to_workflows: flag(),
  /** Workflow references; empty unless the group is restricted to workflows. */
  selected_workflows: json(z.array(z.string())),
  network_configuration_id: z.nullable(z.string()),
});
export type RunnerGroup = z.output<typeof RunnerGroup>;

/** The fields of a group that can be set. */
export type RunnerGroupSettings = Omit<RunnerGroup, "id" | "organization_id" | "enterprise_id" | "is_default">;

const columns = (settings: RunnerGroupSettings): SQLInputValue[] => [
  settings.name,
  settings.visibility,
  Number(settings.allows_public_repositories),
  Number(settings.restricted_to_workflows),
  JSON.stringify(settings.selected_workflows),
  settings.network_configuration_id,
];

export function createRunnerGroup(db: Database, owner: RunnerOwner, settings: RunnerGroupSettings): RunnerGroup {
  const { id } = db.run(
    `INSERT INTO runner_groups (name, visibility, allows_public_repositories, restricted_to_workflows, selected_workflows,
       network_configuration_id, organization_id, enterprise_id, is_default) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    ...columns(settings),
    ...ownerValues(owner),
  );
  return { ...settings, ...owner, id, is_default: false };
}

/** Updates a group. Any visibility other than `selected` clears the selection. */
export function updateRunnerGroup(db: Database, group: RunnerGroup, settings: RunnerGroupSettings): RunnerGroup {
  return db.transaction(() => {
    db.run(
      `UPDATE runner_groups SET name = ?, visibility = ?, allows_public_repositories = ?, restricted_to_workflows = ?,
         selected_workflows = ?, network_configuration_id = ? WHERE id = ?`,
      ...columns(settings),
      group.id,
    );
    if (settings.visibility !== "selected") {
      db.run("DELETE FROM runner_group_repositories WHERE runner_group_id = ?", group.id);
      db.run("DELETE FROM runner_group_organizations WHERE runner_group_id = ?", group.id);
    }
    return { ...group, ...settings };
  });
}

/** Deletes a group; its runners, including hosted ones, move to the default group. */
export function deleteRunnerGroup(db: Database, group: RunnerGroup): void {
  db.transaction(() => {
    const { id } = defaultRunnerGroup(db, group);
    db.run("UPDATE runners SET group_id = ? WHERE group_id = ?", id, group.id);
    db.run("UPDATE hosted_runners SET group_id = ? WHERE group_id = ?", id, group.id);
    db.run("DELETE FROM runner_groups WHERE id = ?", group.id);
  });
}

/** Finds a group that the owner itself has, not an inherited one. */
export function findRunnerGroup(db: Database, owner: RunnerOwner, id: number): RunnerGroup | undefined {
  const sql = `SELECT * FROM runner_groups WHERE ${OWNED_BY} AND id = ?`;
  return db.get(RunnerGroup, sql, ...ownerValues(owner), id);
}

export function findRunnerGroupByName(db: Database, owner: RunnerOwner, name: string): RunnerGroup | undefined {
  const sql = `SELECT * FROM runner_groups WHERE ${OWNED_BY} AND name = ?`;
  return db.get(RunnerGroup, sql, ...ownerValues(owner), name);
}

/** Returns an owner's default group. */
export function defaultRunnerGroup(db: Database, owner: RunnerOwner): RunnerGroup {
  const sql = `SELECT * FROM runner_groups WHERE ${OWNED_BY} AND is_default = 1`;
  const group = db.get(RunnerGroup, sql, ...ownerValues(owner));
  if (!group) throw new Error("The state has a runner owner without a default group.");
  return group;
}

/** SQL condition that organization `a` has the group `g` or inherits it from its enterprise. */
export const GROUP_OF_ORGANIZATION = `(g.organization_id = a.id OR (g.enterprise_id = a.enterprise_id
  AND (g.visibility = 'all' OR EXISTS (SELECT 1 FROM runner_group_organizations o
    WHERE o.runner_group_id = g.id AND o.organization_id = a.id))))`;

/** SQL condition that a repository `r` of such an organization can use the group `g`. */
export const GROUP_FOR_REPOSITORY = `(r.private = 1 OR g.allows_public_repositories = 1)
  AND (g.visibility = 'all' OR g.enterprise_id IS NOT NULL OR (g.visibility = 'private' AND r.private = 1)
    OR EXISTS (SELECT 1 FROM runner_group_repositories s WHERE s.runner_group_id = g.id AND s.repository_id = r.id))`;

/**
 * Returns an organization's own and inherited groups.
 * @param usableBy returns only groups that this repository can use
 */
export function runnerGroupsOf(
  db: Database,
  organization: Account,
  usableBy: Repository | undefined,
  pageRange: PageRange,
): RowPage<RunnerGroup> {
  const query = `g.* FROM runner_groups g JOIN accounts a ON a.id = ? WHERE ${GROUP_OF_ORGANIZATION}`;
  if (!usableBy) return queryPage(db, RunnerGroup, `${query} ORDER BY g.id`, [organization.id], pageRange);
  const usable = `EXISTS (SELECT 1 FROM repositories r WHERE r.id = ? AND ${GROUP_FOR_REPOSITORY})`;
  const values = [organization.id, usableBy.id];
  return queryPage(db, RunnerGroup, `${query} AND ${usable} ORDER BY g.id`, values, pageRange);
}

/** Finds a group that an organization has or inherits. */
export function findAvailableRunnerGroup(db: Database, organization: Account, id: number): RunnerGroup | undefined {
  const sql = `SELECT g.* FROM runner_groups g JOIN accounts a ON a.id = ? WHERE g.id = ? AND ${GROUP_OF_ORGANIZATION}`;
  return db.get(RunnerGroup, sql, organization.id, id);
}

/**
 * Returns an enterprise's groups.
 * @param inheritedBy returns only groups that this organization inherits
 */
export function runnerGroupsOfEnterprise(
  db: Database,
  enterpriseId: number,
  inheritedBy: Account | undefined,
  pageRange: PageRange,
): RowPage<RunnerGroup> {
  const query = "g.* FROM runner_groups g WHERE g.enterprise_id = ?";
  if (!inheritedBy) return queryPage(db, RunnerGroup, `${query} ORDER BY g.id`, [enterpriseId], pageRange);
  const inherited = `EXISTS (SELECT 1 FROM accounts a WHERE a.id = ? AND ${GROUP_OF_ORGANIZATION})`;
  const values = [enterpriseId, inheritedBy.id];
  return queryPage(db, RunnerGroup, `${query} AND ${inherited} ORDER BY g.id`, values, pageRange);
}

/** Returns the organizations that are selected for an enterprise's group, by id. */
export function selectedOrganizations(db: Database, groupId: number, pageRange: PageRange): RowPage<Account> {
  const query = `a.* FROM runner_group_organizations o JOIN accounts a ON a.id = o.organization_id
    WHERE o.runner_group_id = ? ORDER BY a.id`;
  return queryPage(db, Account, query, [groupId], pageRange);
}

export function selectOrganization(db: Database, groupId: number, organizationId: number): void {
  db.run("INSERT OR IGNORE INTO runner_group_organizations VALUES (?, ?)", groupId, organizationId);
}

export function deselectOrganization(db: Database, groupId: number, organizationId: number): void {
  const sql = "DELETE FROM runner_group_organizations WHERE runner_group_id = ? AND organization_id = ?";
  db.run(sql, groupId, organizationId);
}

/** Replaces the organizations that can use an enterprise's group. */
export function selectOrganizations(db: Database, groupId: number, organizationIds: Iterable<number>): void {
  db.transaction(() => {
    db.run("DELETE FROM runner_group_organizations WHERE runner_group_id = ?", groupId);
    for (const id of organizationIds) selectOrganization(db, groupId, id);
  });
}
