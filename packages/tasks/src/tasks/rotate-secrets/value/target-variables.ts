import { scopeName } from "../../../stores/store-scope.ts";
import type { RotationEntry } from "../rotation-entry.ts";
import { kindName } from "../secret-store/secret-kind.ts";
import type { SecretScope } from "../secret-store/secret-scope.ts";

/** Maximum length of an environment variable that works on every system. */
const MAX_LENGTH = 32_000;

/** Environment variables that describe the targets of a value to a command. */
export function targetVariables(
  { secret, location, dialect }: Pick<RotationEntry, "secret" | "location" | "dialect">,
  scopes: readonly SecretScope[],
): Readonly<Record<string, string>> {
  const [scope, ...others] = scopes;
  const names = scopes.map(scopeName).join("\n");
  return {
    FORGEHAND_SECRET: secret,
    FORGEHAND_KIND: kindName(location.kind, dialect),
    FORGEHAND_LEVEL: location.level,
    FORGEHAND_TARGETS: String(scopes.length),
    // One name per line; omitted if they don't fit.
    ...(names.length <= MAX_LENGTH ? { FORGEHAND_TARGET: names } : {}),
    ...(location.level === "environment" ? { FORGEHAND_ENVIRONMENT: location.environment } : {}),
    ...(scope && others.length === 0 ? singleTargetVariables(scope) : {}),
  };
}

function singleTargetVariables(scope: SecretScope): Readonly<Record<string, string>> {
  if (scope.level === "organization") return { FORGEHAND_ORGANIZATION: scope.org };
  return { FORGEHAND_ORGANIZATION: scope.owner, FORGEHAND_REPOSITORY: `${scope.owner}/${scope.repo}` };
}
