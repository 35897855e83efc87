import type { Task } from "../../run/task.ts";
import { targetsOf } from "../../stores/store-location.ts";
import { applySecretChanges } from "./apply.ts";
import { knownValues } from "./known-values.ts";
import { planRotation, type SecretChange } from "./plan.ts";
import { plannedCalls } from "./planned-calls.ts";
import { type RotationState, readRotationState } from "./read.ts";
import { type RotationEntry, readRotationEntries } from "./rotation-entry.ts";
import { rotationOperations } from "./rotation-operations.ts";
import { APP_SECRET_NOT_SHARDED } from "./webhooks/read-webhooks.ts";

/** Rotates secrets. Access to them stays the same unless the settings change it. */
export const rotateSecrets: Task<RotationEntry, RotationState, SecretChange> = {
  name: "rotate-secrets",
  title: "Rotate secrets",
  readEntries: readRotationEntries,
  targets: ({ location }) =>
    location.level === "app"
      ? { organizations: [], selection: undefined, unsharded: APP_SECRET_NOT_SHARDED }
      : targetsOf(location),
  operations: rotationOperations,
  check: (run, entries) => {
    knownValues(run, entries);
  },
  read: readRotationState,
  plan: planRotation,
  calls: plannedCalls,
  apply: applySecretChanges,
};
