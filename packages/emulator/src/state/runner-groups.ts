import * as z from "zod/mini";
import { type Account, accounts } from "./accounts.ts";
import { flag, json, nullable, type RowOf, reference, rowId, text, typedName } from "./columns.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { hostedRunners } from "./hosted-runners.ts";
import type { Repository } from "./repositories.ts";
import { runners } from "./runners.ts";
import { selectionOf, selectionTable, selectRepositories, Visibility } from "./selections.ts";
import { table } from "./table.ts";

// Groups of self-hosted runners. Every organization and enterprise starts with the group `Default`, which contains all
// runners that aren't in another group.

const DEFAULT_GROUP = (owner: "organization_id" | "enterprise_id") =>
  `INSERT INTO runner_groups (${owner}, name, visibility, is_default, allows_public_repositories, restricted_to_workflows,
     selected_workflows) VALUES (NEW.id, 'Default', 'all', 1, 1, 0, '[]');`;

export const runnerGroupOrganizations = table(
  "runner_group_organizations",
  {
    runner_group_id: reference("runner_groups"),
    organization_id: reference("accounts"),
  },
  {
    key: ["runner_group_id", "organization_id"],
    indexes: { runner_group_organizations_by_organization: "organization_id" },
    more: `
CREATE TRIGGER runner_groups_of_organizations AFTER INSERT ON accounts WHEN NEW.type = 'Organization' BEGIN
  ${DEFAULT_GROUP("organization_id")}
END;
CREATE TRIGGER runner_groups_of_enterprises AFTER INSERT ON enterprises BEGIN
  ${DEFAULT_GROUP("enterprise_id")}
END;
${selectionTable("runner_group")}
`,
  },
);

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

/** Returns the owner of a group or a runner. */
export const ownerOf = ({ organization_id, enterprise_id }: RunnerOwner): RunnerOwner => ({
  organization_id,
  enterprise_id,
});

export const runnerGroups = table(
  "runner_groups",
  {
    id: rowId(),
    organization_id: nullable(reference("accounts")),
    enterprise_id: nullable(reference("enterprises")),
    name: typedName(),
    /**
     * Restricts an organization's group to some of its repositories, or an enterprise's group to some of its
     * organizations.
     */
    visibility: text(Visibility),
    is_default: flag(),
    allows_public_repositories: flag(),
    restricted_to_workflows: flag(),
    /** Workflow references; empty unless the group is restricted to workflows. */
    selected_workflows: json(z.array(z.string())),
    network_configuration_id: nullable(text()),
  },
  {
    unique: [
      ["organization_id", "name"],
      ["enterprise_id", "name"],
    ],
    constraints: ["CHECK ((organization_id IS NULL) <> (enterprise_id IS NULL))"],
  },
);
export type RunnerGroup = RowOf<typeof runnerGroups>;

/** The fields of a group that can be set. */
export type RunnerGroupSettings = Omit<RunnerGroup, "id" | "organization_id" | "enterprise_id" | "is_default">;

export function createRunnerGroup(db: Database, owner: RunnerOwner, settings: RunnerGroupSettings): RunnerGroup {
  return runnerGroups.insert(db, { ...settings, ...ownerOf(owner), is_default: false });
}

/** Updates a group. Any visibility other than `selected` clears the selection. */
export function updateRunnerGroup(db: Database, group: RunnerGroup, settings: RunnerGroupSettings): RunnerGroup {
  return db.transaction(() => {
    runnerGroups.update(db, { id: group.id }, settings);
    if (settings.visibility !== "selected") {
      selectRepositories(db, selectionOf("runner_group", group.id), []);
      runnerGroupOrganizations.delete(db, { runner_group_id: group.id });
    }
    return { ...group, ...settings };
  });
}

/** Deletes a group; its runners, including hosted ones, move to the default group. */
export function deleteRunnerGroup(db: Database, group: RunnerGroup): void {
  db.transaction(() => {
    const { id } = defaultRunnerGroup(db, group);
    runners.update(db, { group_id: group.id }, { group_id: id });
    hostedRunners.update(db, { group_id: group.id }, { group_id: id });
    runnerGroups.delete(db, { id: group.id });
  });
}

/** Returns an owner's default group. */
export function defaultRunnerGroup(db: Database, owner: RunnerOwner): RunnerGroup {
  const group = runnerGroups.find(db, { ...ownerOf(owner), is_default: true });
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
  if (!usableBy) return queryPage(db, runnerGroups, `${query} ORDER BY g.id`, [organization.id], pageRange);
  const usable = `EXISTS (SELECT 1 FROM repositories r WHERE r.id = ? AND ${GROUP_FOR_REPOSITORY})`;
  const values = [organization.id, usableBy.id];
  return queryPage(db, runnerGroups, `${query} AND ${usable} ORDER BY g.id`, values, pageRange);
}

/** Finds a group that an organization has or inherits. */
export function findAvailableRunnerGroup(db: Database, organization: Account, id: number): RunnerGroup | undefined {
  const sql = `SELECT g.* FROM runner_groups g JOIN accounts a ON a.id = ? WHERE g.id = ? AND ${GROUP_OF_ORGANIZATION}`;
  return db.get(runnerGroups, sql, organization.id, id);
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
  if (!inheritedBy) return queryPage(db, runnerGroups, `${query} ORDER BY g.id`, [enterpriseId], pageRange);
  const inherited = `EXISTS (SELECT 1 FROM accounts a WHERE a.id = ? AND ${GROUP_OF_ORGANIZATION})`;
  const values = [enterpriseId, inheritedBy.id];
  return queryPage(db, runnerGroups, `${query} AND ${inherited} ORDER BY g.id`, values, pageRange);
}

/** Returns the organizations that are selected for an enterprise's group, by id. */
export function selectedOrganizations(db: Database, groupId: number, pageRange: PageRange): RowPage<Account> {
  const query = `a.* FROM runner_group_organizations o JOIN accounts a ON a.id = o.organization_id
    WHERE o.runner_group_id = ? ORDER BY a.id`;
  return queryPage(db, accounts, query, [groupId], pageRange);
}

export function selectOrganization(db: Database, groupId: number, organizationId: number): void {
  runnerGroupOrganizations.add(db, { runner_group_id: groupId, organization_id: organizationId });
}

export function deselectOrganization(db: Database, groupId: number, organizationId: number): void {
  runnerGroupOrganizations.delete(db, { runner_group_id: groupId, organization_id: organizationId });
}

/** Replaces the organizations that can use an enterprise's group. */
export function selectOrganizations(db: Database, groupId: number, organizationIds: Iterable<number>): void {
  db.transaction(() => {
    runnerGroupOrganizations.delete(db, { runner_group_id: groupId });
    for (const id of organizationIds) selectOrganization(db, groupId, id);
  });
}
