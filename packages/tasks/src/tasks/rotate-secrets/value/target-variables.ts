import type { WebhookInfo } from "../../../hooks/webhook-info.ts";
import { scopeName } from "../../../stores/store-scope.ts";
import { isWebhookEntry, type RotationEntry } from "../rotation-entry.ts";
import type { RotationScope } from "../rotation-store.ts";
import { rotationTarget } from "../rotation-target.ts";
import { kindName } from "../secret-store/secret-kind.ts";

/** A target that gets a value. */
export interface ValueTarget {
  readonly scope: RotationScope;
  readonly name: string;
  /** The webhook, if the value is a webhook's secret. */
  readonly hook?: WebhookInfo | undefined;
}

/** Maximum length of an environment variable that works on every system. */
const MAX_LENGTH = 32_000;

/** Environment variables that describe the targets of a value to a command. */
export function targetVariables(
  entry: RotationEntry,
  targets: readonly ValueTarget[],
): Readonly<Record<string, string>> {
  const { location, dialect } = entry;
  const [target, ...others] = targets;
  const names = targets
    .map(({ scope, name, hook }) => (hook ? rotationTarget(scope, name) : scopeName(scope)))
    .join("\n");
  return {
    ...(isWebhookEntry(entry) ? {} : { FORGEHAND_SECRET: entry.secret }),
    FORGEHAND_KIND: kindName(location.kind, dialect),
    FORGEHAND_LEVEL: location.level,
    FORGEHAND_TARGETS: String(targets.length),
    // One name per line; omitted if they don't fit.
    ...(names.length <= MAX_LENGTH ? { FORGEHAND_TARGET: names } : {}),
    ...(location.level === "environment" ? { FORGEHAND_ENVIRONMENT: location.environment } : {}),
    ...(target && others.length === 0 ? singleTargetVariables(target) : {}),
  };
}

function singleTargetVariables({ scope, hook }: ValueTarget): Readonly<Record<string, string>> {
  const { id, address } = hook ?? {};
  return {
    ...ownerVariables(scope),
    ...(id === undefined ? {} : { FORGEHAND_HOOK: id }),
    ...(address === undefined ? {} : { FORGEHAND_HOOK_URL: address }),
  };
}

function ownerVariables(scope: RotationScope): Readonly<Record<string, string>> {
  if (scope.level === "app") return {};
  if (scope.level === "organization") return { FORGEHAND_ORGANIZATION: scope.org };
  return { FORGEHAND_ORGANIZATION: scope.owner, FORGEHAND_REPOSITORY: `${scope.owner}/${scope.repo}` };
}
