import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import type { OrganizationVariable, Variable } from "../state/variables.ts";

/** Renders a configuration variable. */
export function renderVariable({ name, value, created_at, updated_at }: Variable) {
  return { name, value, created_at, updated_at };
}

/** Renders an organization's variable with its visibility. */
export function renderOrganizationVariable(
  { apiUrl }: EmulatorContext,
  { login }: Account,
  variable: OrganizationVariable,
) {
  const { visibility, name } = variable;
  const url = `${apiUrl}/orgs/${login}/actions/variables/${name}/repositories`;
  return {
    ...renderVariable(variable),
    visibility,
    ...(visibility === "selected" ? { selected_repositories_url: url } : {}),
  };
}
