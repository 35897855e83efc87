import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import type { Enterprise } from "../../state/enterprises.ts";
import * as state from "../../state/runner-groups.ts";
import { selectionOf, selectRepositories } from "../../state/selections.ts";
import { recordSection } from "../define-section.ts";
import { names } from "../fields.ts";
import type { SeedContext } from "../seed-context.ts";
import { each, SeedError } from "../seed-error.ts";
import { RepositoryAccess, readRepositoryAccess } from "./repository-access.ts";

const Settings = {
  allows_public_repositories: z._default(z.boolean(), false),
  restricted_to_workflows: z._default(z.boolean(), false),
  /** For example `acme/widgets/.github/workflows/ci.yml@main`. */
  selected_workflows: names(),
  network_configuration: z.optional(z.string()),
};

const OrganizationGroup = z.strictObject({ ...RepositoryAccess, ...Settings });

const EnterpriseGroup = z.strictObject({
  /** Organizations that inherit the group; all if omitted. */
  organizations: z.optional(z.array(z.string())),
  ...Settings,
});

type RunnerGroupInput = Omit<state.RunnerGroupSettings, "network_configuration_id"> & {
  readonly network_configuration?: string | undefined;
};

/** Inserts a group, or updates the default group, which always exists. */
function insertRunnerGroup(
  { db }: SeedContext,
  owner: state.RunnerOwner,
  { network_configuration, ...input }: RunnerGroupInput,
): state.RunnerGroup {
  const settings = { ...input, network_configuration_id: network_configuration ?? null };
  const before = state.runnerGroups.find(db, { ...owner, name: input.name });
  return before ? state.updateRunnerGroup(db, before, settings) : state.createRunnerGroup(db, owner, settings);
}

/** Inserts an organization's runner groups, by name. */
export const organizationRunnerGroups = recordSection(
  OrganizationGroup,
  (context, organization: Account, name, { visibility, repositories, ...input }) => {
    const fallback = visibility ?? (repositories ? "selected" : "all");
    const access = readRepositoryAccess(context, organization, { visibility: fallback, repositories });
    const owner = state.organizationOwner(organization);
    const group = insertRunnerGroup(context, owner, { ...input, name, visibility: access.visibility });
    selectRepositories(context.db, selectionOf("runner_group", group.id), access.repositories);
  },
);

/** Inserts an enterprise's runner groups, by name. */
export const enterpriseRunnerGroups = recordSection(
  EnterpriseGroup,
  (context, enterprise: Enterprise, name, { organizations, ...input }) => {
    const visibility = organizations ? "selected" : "all";
    const group = insertRunnerGroup(context, state.enterpriseOwner(enterprise), { ...input, name, visibility });
    const ids = each(["organizations"], organizations ?? [], (login) => {
      const { id, enterprise_id } = context.organization(login);
      if (enterprise_id === enterprise.id) return id;
      throw new SeedError([], `must be an organization of ${enterprise.slug}`);
    });
    state.selectOrganizations(context.db, group.id, ids);
  },
);
