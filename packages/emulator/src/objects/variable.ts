import type { Account } from "../state/accounts.ts";
import type { OrganizationVariable, Variable } from "../state/variables.ts";
import type { World } from "../world.ts";

/** A configuration variable (public description). */
export function renderVariable({ name, value, created_at, updated_at }: Variable) {
  return { name, value, created_at, updated_at };
}

/** The same of an organization, with who may read it. */
export function renderOrganizationVariable({ apiUrl }: World, { login }: Account, variable: OrganizationVariable) {
  const { visibility, name } = variable;
  const url = `${apiUrl}/orgs/${login}/actions/variables/${name}/repositories`;
  return {
    ...renderVariable(variable),
    visibility,
    ...(visibility === "selected" ? { selected_repositories_url: url } : {}),
  };
}
