import { getWorkflowRun } from "@forgehand/core/operations";
import type { UsedOperations } from "../../connection.ts";
import { STATE_OPERATIONS } from "./checkpoint/variable-store.ts";
import { HOOK_OPERATIONS, type HookScope } from "./hooks/hook-scope.ts";
import type { RedeliverOptions } from "./redeliver-options.ts";

/** Returns the operations that an entry uses: webhooks, and the variables that store its state unless another token does. */
export function redeliverOperations(
  { organizations, selection, includesApp, hasStateToken, window }: RedeliverOptions,
  canWrite: boolean,
): UsedOperations {
  const storesState = window === undefined && hasStateToken !== true;
  const hooksOf = (kind: HookScope["kind"]) => {
    const { redeliver, ...reads } = HOOK_OPERATIONS[kind];
    return [...Object.values(reads), ...(canWrite ? [redeliver] : [])];
  };
  const stateOf = (level: keyof typeof STATE_OPERATIONS) => {
    const { get, ...writes } = STATE_OPERATIONS[level];
    return storesState ? [get, ...(canWrite ? Object.values(writes) : [])] : [];
  };
  return {
    required: [
      ...(organizations.length > 0 ? [...hooksOf("organization"), ...stateOf("organization")] : []),
      ...(selection ? [...hooksOf("repository"), ...stateOf("repository")] : []),
      ...(includesApp ? hooksOf("app") : []),
    ],
    // An app's webhook stores its state in a repository, whose owner can be another one.
    optional: [getWorkflowRun, ...(includesApp ? stateOf("repository") : [])],
  };
}
