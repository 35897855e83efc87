import type { Entry } from "../entry.ts";
import { nameOfVault, type Vault } from "../vault/vault.ts";

/** Characters that a variable may have on every system. */
const LONGEST = 32_000;

/** What a command is told of the targets that a value is for: as variables, as its arguments are the workflow's own. */
export function targetVariables(
  { secret, place }: Pick<Entry, "secret" | "place">,
  vaults: readonly Vault[],
): Readonly<Record<string, string>> {
  const [vault, ...others] = vaults;
  const names = vaults.map(nameOfVault).join("\n");
  return {
    FORGEHAND_SECRET: secret,
    FORGEHAND_KIND: place.kind,
    FORGEHAND_LEVEL: place.level,
    FORGEHAND_TARGETS: String(vaults.length),
    // One a line; too many of them don't fit, and then there are none.
    ...(names.length <= LONGEST ? { FORGEHAND_TARGET: names } : {}),
    ...(place.level === "environment" ? { FORGEHAND_ENVIRONMENT: place.environment } : {}),
    ...(vault && others.length === 0 ? ownVariables(vault) : {}),
  };
}

function ownVariables(vault: Vault): Readonly<Record<string, string>> {
  if (vault.level === "organization") return { FORGEHAND_ORGANIZATION: vault.org };
  return { FORGEHAND_ORGANIZATION: vault.owner, FORGEHAND_REPOSITORY: `${vault.owner}/${vault.repo}` };
}
