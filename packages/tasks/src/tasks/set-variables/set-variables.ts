import { credentialDetector } from "../../credentials/credential-detector.ts";
import { checkEach } from "../../problem.ts";
import type { Task } from "../../run/task.ts";
import { targetsOf } from "../../stores/store-location.ts";
import { applyVariableChanges } from "./apply.ts";
import { variableOperations } from "./operations.ts";
import { planVariables, type VariableChange } from "./plan.ts";
import { plannedCalls } from "./planned-calls.ts";
import { readVariableState, type VariableState } from "./read.ts";
import { readVariableEntries, type VariableEntry } from "./variable-entry.ts";

/** Sets configuration variables where they differ. Access to them stays the same unless the settings change it. */
export const setVariables: Task<VariableEntry, VariableState, VariableChange> = {
  name: "set-variables",
  title: "Set variables",
  readEntries: readVariableEntries,
  targets: ({ location }) => targetsOf(location),
  operations: variableOperations,
  check({ credentials }, entries) {
    const containsCredential = credentialDetector(credentials);
    checkEach(entries, ({ name, value, problem }) => {
      if (containsCredential(value))
        throw problem("variables", `must not contain a credential of this step: the value of ${name} would be public.`);
    });
  },
  read: readVariableState,
  plan: planVariables,
  calls: plannedCalls,
  apply: applyVariableChanges,
};
