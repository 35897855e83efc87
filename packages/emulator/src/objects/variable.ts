import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import type { Variable, VariableKind } from "../state/variables.ts";

/** Renders a configuration variable. */
export function renderVariable({ name, value, created_at, updated_at }: Variable) {
  return { name, value, created_at, updated_at };
}

/** Renders an organization's variable with its visibility. */
export function renderOrganizationVariable(
  { apiUrl }: EmulatorContext,
  { login }: Account,
  kind: VariableKind,
  variable: Variable,
) {
  const { visibility, name } = variable;
  // Variables of organizations always have one.
  if (visibility === null) throw new Error(`The variable ${name} has no visibility.`);
  const url = `${apiUrl}/orgs/${login}/${kind}/variables/${name}/repositories`;
  return {
    ...renderVariable(variable),
    visibility,
    ...(visibility === "selected" ? { selected_repositories_url: url } : {}),
  };
}
