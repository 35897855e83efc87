import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import type { Enterprise } from "../../state/enterprises.ts";
import * as state from "../../state/runner-groups.ts";
import { selectionOf, selectRepositories } from "../../state/selections.ts";
import { names } from "../fields.ts";
import type { Planting } from "../planting.ts";
import { SeedProblem } from "../problem.ts";
import { section } from "../section.ts";
import { Readers, readReaders } from "./readers.ts";

const Settings = {
  allows_public_repositories: z._default(z.boolean(), false),
  restricted_to_workflows: z._default(z.boolean(), false),
  /** Such as `acme/widgets/.github/workflows/ci.yml@main`. */
  selected_workflows: names(),
  network_configuration: z.optional(z.string()),
};

const OrganizationGroup = z.strictObject({ ...Readers, ...Settings });

const EnterpriseGroup = z.strictObject({
  /** The organizations that inherit it; all of them where none is named. */
  organizations: z.optional(z.array(z.string())),
  ...Settings,
});

type Told = Omit<state.RunnerGroupSettings, "network_configuration_id"> & {
  readonly network_configuration?: string | undefined;
};

/** Adds a group; the default one, which is there already, is changed. */
function plantGroup(
  { db }: Planting,
  owner: state.RunnerOwner,
  { network_configuration, ...told }: Told,
): state.RunnerGroup {
  const settings = { ...told, network_configuration_id: network_configuration ?? null };
  const before = state.findRunnerGroupByName(db, owner, told.name);
  return before ? state.updateRunnerGroup(db, before, settings) : state.createRunnerGroup(db, owner, settings);
}

/** An organization's runner groups, by their names. */
export const organizationRunnerGroups = section(
  z.record(z.string(), OrganizationGroup),
  (planting, organization: Account, groups, path) => {
    for (const [name, { visibility, repositories, ...told }] of Object.entries(groups)) {
      const fallback = visibility ?? (repositories ? "selected" : "all");
      const readers = readReaders(planting, organization, { visibility: fallback, repositories }, [...path, name]);
      const owner = state.organizationOwner(organization);
      const group = plantGroup(planting, owner, { ...told, name, visibility: readers.visibility });
      selectRepositories(planting.db, selectionOf("runner_group", group.id), readers.repositories);
    }
  },
);

/** An enterprise's runner groups, by their names. */
export const enterpriseRunnerGroups = section(
  z.record(z.string(), EnterpriseGroup),
  (planting, enterprise: Enterprise, groups, path) => {
    for (const [name, { organizations, ...told }] of Object.entries(groups)) {
      const visibility = organizations ? "selected" : "all";
      const group = plantGroup(planting, state.enterpriseOwner(enterprise), { ...told, name, visibility });
      const ids = (organizations ?? []).map((login, index) => {
        const at = [...path, name, "organizations", index];
        const { id, enterprise_id } = planting.organization(login, at);
        if (enterprise_id !== enterprise.id) throw new SeedProblem(at, `is no organization of ${enterprise.slug}`);
        return id;
      });
      state.selectOrganizations(planting.db, group.id, ids);
    }
  },
);
