import { APP_HOOK_NAME } from "../../hooks/webhook-info.ts";
import { itemName, scopeName } from "../../stores/store-scope.ts";
import type { RotationScope } from "./rotation-store.ts";

/** Returns a readable name of a secret in its scope: `acme/widgets: DEPLOY_KEY`, `acme/widgets, webhook 12345678`. */
export function rotationTarget(scope: RotationScope, name: string): string {
  if (scope.kind !== "webhook") return itemName(scope, name);
  return scope.level === "app" ? APP_HOOK_NAME : `${scopeName(scope)}, webhook ${name}`;
}
