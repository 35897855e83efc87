import type { Account } from "../state/accounts.ts";
import type { Enterprise } from "../state/enterprises.ts";
import type { RunnerGroup } from "../state/runner-groups.ts";
import type { World } from "../world.ts";

/** A group as an organization sees it that has or inherits it (document 2, Organization runner group). */
export function renderRunnerGroup({ apiUrl }: World, organization: Account, group: RunnerGroup) {
  const url = `${apiUrl}/orgs/${organization.login}/actions/runner-groups/${group.id}`;
  const isInherited = group.enterprise_id !== null;
  return {
    ...shared(group, url),
    // Which organizations an enterprise chose is its own affair; whoever inherits a group has it for all repositories.
    visibility: isInherited ? "all" : group.visibility,
    default: group.is_default && !isInherited,
    ...(group.visibility === "selected" && !isInherited ? { selected_repositories_url: `${url}/repositories` } : {}),
    inherited: isInherited,
    ...(isInherited ? { inherited_allows_public_repositories: group.allows_public_repositories } : {}),
    workflow_restrictions_read_only: isInherited,
  };
}

/** A group as its enterprise sees it (document 2). */
export function renderEnterpriseRunnerGroup({ apiUrl }: World, enterprise: Enterprise, group: RunnerGroup) {
  const url = `${apiUrl}/enterprises/${enterprise.slug}/actions/runner-groups/${group.id}`;
  return {
    ...shared(group, url),
    visibility: group.visibility,
    default: group.is_default,
    ...(group.visibility === "selected" ? { selected_organizations_url: `${url}/organizations` } : {}),
    workflow_restrictions_read_only: false,
  };
}

function shared(group: RunnerGroup, url: string) {
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
