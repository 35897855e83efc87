import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import type { Enterprise } from "../state/enterprises.ts";
import type { RunnerGroup } from "../state/runner-groups.ts";

/** Renders a runner group for an organization that owns or inherits it. */
export function renderRunnerGroup({ apiUrl }: EmulatorContext, organization: Account, group: RunnerGroup) {
  const url = `${apiUrl}/orgs/${organization.login}/actions/runner-groups/${group.id}`;
  const isInherited = group.enterprise_id !== null;
  return {
    ...commonFields(group, url),
    // The enterprise's selection is not shown. An inherited group is available to all repositories.
    visibility: isInherited ? "all" : group.visibility,
    default: group.is_default && !isInherited,
    ...(group.visibility === "selected" && !isInherited ? { selected_repositories_url: `${url}/repositories` } : {}),
    inherited: isInherited,
    ...(isInherited ? { inherited_allows_public_repositories: group.allows_public_repositories } : {}),
    workflow_restrictions_read_only: isInherited,
  };
}

export function renderEnterpriseRunnerGroup({ apiUrl }: EmulatorContext, enterprise: Enterprise, group: RunnerGroup) {
  const url = `${apiUrl}/enterprises/${enterprise.slug}/actions/runner-groups/${group.id}`;
  return {
    ...commonFields(group, url),
    visibility: group.visibility,
    default: group.is_default,
    ...(group.visibility === "selected" ? { selected_organizations_url: `${url}/organizations` } : {}),
    workflow_restrictions_read_only: false,
  };
}

function commonFields(group: RunnerGroup, url: string) {
  return {
    id: group.id,
    name: group.name,
    runners_url: `${url}/runners`,
    hosted_runners_url: `${url}/hosted-runners`,
    ...(group.network_configuration_id === null ? {} : { network_configuration_id: group.network_configuration_id }),
    allows_public_repositories: group.allows_public_repositories,
    restricted_to_workflows: group.restricted_to_workflows,
    selected_workflows: group.selected_workflows,
  };
}
