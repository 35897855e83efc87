import type { SQLInputValue } from "node:sqlite";
import * as z from "zod/mini";
import type { Account } from "./accounts.ts";
import { type Database, flag, json, type Part, readPart, type Window } from "./database.ts";
import type { Repository } from "./repositories.ts";
import { selectionTable, Visibility } from "./selections.ts";

// Groups of self-hosted runners (document 2). Whoever can have runners has the group `Default` from its first day on: all
// runners that were put nowhere else are in it.

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

/** Whose runners and groups: an organization's or an enterprise's. */
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

/** The condition that something is this owner's, for the values of {@link ownerValues}. */
export const OWNED = "organization_id IS ? AND enterprise_id IS ?";
export const ownerValues = ({ organization_id, enterprise_id }: RunnerOwner): [number | null, number | null] => [
  organization_id,
  enterprise_id,
];

export const RunnerGroup = z.object({
  id: z.int(),
  organization_id: z.nullable(z.int()),
  enterprise_id: z.nullable(z.int()),
  name: z.string(),
  /** Of an organization's group: which of its repositories; of an enterprise's: which of its organizations. */
  visibility: Visibility,
  is_default: flag(),
  allows_public_repositories: flag(),
  restricted_to_workflows: flag(),
  /** Workflow references; empty unless it is restricted to some. */
  selected_workflows: json(z.array(z.string())),
  network_configuration_id: z.nullable(z.string()),
});
export type RunnerGroup = z.output<typeof RunnerGroup>;

/** What may be said of a group when it is created or changed. */
export type RunnerGroupSettings = Omit<RunnerGroup, "id" | "organization_id" | "enterprise_id" | "is_default">;

const columns = (settings: RunnerGroupSettings): SQLInputValue[] => [
  ...[settings.name, settings.visibility, Number(settings.allows_public_repositories)],
  ...[Number(settings.restricted_to_workflows), JSON.stringify(settings.selected_workflows)],
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

/** Changes a group. A selection ends with the visibility that it was made for. */
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

/** Deletes a group; its runners go to the default one, hosted ones too. */
export function deleteRunnerGroup(db: Database, group: RunnerGroup): void {
  db.transaction(() => {
    const { id } = defaultRunnerGroup(db, group);
    db.run("UPDATE runners SET group_id = ? WHERE group_id = ?", id, group.id);
    db.run("UPDATE hosted_runners SET group_id = ? WHERE group_id = ?", id, group.id);
    db.run("DELETE FROM runner_groups WHERE id = ?", group.id);
  });
}

/** An owner's own group. */
export function findRunnerGroup(db: Database, owner: RunnerOwner, id: number): RunnerGroup | undefined {
  const sql = `SELECT * FROM runner_groups WHERE ${OWNED} AND id = ?`;
  return db.get(RunnerGroup, sql, ...ownerValues(owner), id);
}

export function findRunnerGroupByName(db: Database, owner: RunnerOwner, name: string): RunnerGroup | undefined {
  const sql = `SELECT * FROM runner_groups WHERE ${OWNED} AND name = ?`;
  return db.get(RunnerGroup, sql, ...ownerValues(owner), name);
}

/** The group that runners are in which were put nowhere else. */
export function defaultRunnerGroup(db: Database, owner: RunnerOwner): RunnerGroup {
  const sql = `SELECT * FROM runner_groups WHERE ${OWNED} AND is_default = 1`;
  const group = db.get(RunnerGroup, sql, ...ownerValues(owner));
  if (!group) throw new Error("The state has an owner of runners without a default group.");
  return group;
}

/** The condition that an organization, an account `a`, has the group `g` or inherits it from its enterprise. */
export const GROUP_OF_ORGANIZATION = `(g.organization_id = a.id OR (g.enterprise_id = a.enterprise_id
  AND (g.visibility = 'all' OR EXISTS (SELECT 1 FROM runner_group_organizations o
    WHERE o.runner_group_id = g.id AND o.organization_id = a.id))))`;

/** The condition that a repository `r` of such an organization may use the group `g`. */
export const GROUP_FOR_REPOSITORY = `(r.private = 1 OR g.allows_public_repositories = 1)
  AND (g.visibility = 'all' OR g.enterprise_id IS NOT NULL OR (g.visibility = 'private' AND r.private = 1)
    OR EXISTS (SELECT 1 FROM runner_group_repositories s WHERE s.runner_group_id = g.id AND s.repository_id = r.id))`;

/** The groups of an organization with those that it inherits. @param usableBy only what this repository may use */
export function runnerGroupsOf(
  db: Database,
  organization: Account,
  usableBy: Repository | undefined,
  window: Window,
): Part<RunnerGroup> {
  const query = `g.* FROM runner_groups g JOIN accounts a ON a.id = ? WHERE ${GROUP_OF_ORGANIZATION}`;
  if (!usableBy) return readPart(db, RunnerGroup, `${query} ORDER BY g.id`, [organization.id], window);
  const usable = `EXISTS (SELECT 1 FROM repositories r WHERE r.id = ? AND ${GROUP_FOR_REPOSITORY})`;
  const values = [organization.id, usableBy.id];
  return readPart(db, RunnerGroup, `${query} AND ${usable} ORDER BY g.id`, values, window);
}

/** A group that an organization has or inherits. */
export function findRunnerGroupOf(db: Database, organization: Account, id: number): RunnerGroup | undefined {
  const sql = `SELECT g.* FROM runner_groups g JOIN accounts a ON a.id = ? WHERE g.id = ? AND ${GROUP_OF_ORGANIZATION}`;
  return db.get(RunnerGroup, sql, organization.id, id);
}

/** The groups of an enterprise. @param inheritedBy only those that this organization inherits */
export function runnerGroupsOfEnterprise(
  db: Database,
  enterpriseId: number,
  inheritedBy: Account | undefined,
  window: Window,
): Part<RunnerGroup> {
  const query = "g.* FROM runner_groups g WHERE g.enterprise_id = ?";
  if (!inheritedBy) return readPart(db, RunnerGroup, `${query} ORDER BY g.id`, [enterpriseId], window);
  const inherited = `EXISTS (SELECT 1 FROM accounts a WHERE a.id = ? AND ${GROUP_OF_ORGANIZATION})`;
  const values = [enterpriseId, inheritedBy.id];
  return readPart(db, RunnerGroup, `${query} AND ${inherited} ORDER BY g.id`, values, window);
}

/** Replaces the organizations that an enterprise's group is for. */
export function selectOrganizations(db: Database, groupId: number, organizationIds: Iterable<number>): void {
  db.transaction(() => {
    db.run("DELETE FROM runner_group_organizations WHERE runner_group_id = ?", groupId);
    for (const id of new Set(organizationIds)) {
      db.run("INSERT INTO runner_group_organizations VALUES (?, ?)", groupId, id);
    }
  });
}
