import type { Task } from "../../task.ts";
import { applyRotation } from "./apply.ts";
import { callsOf } from "./calls.ts";
import { knownValues } from "./check.ts";
import { type Entry, readEntry } from "./entry.ts";
import { planRotation, type Rotation } from "./plan.ts";
import { readState, type State } from "./read.ts";

/** Gives secrets new values; who may read them stays as it is, unless somebody says otherwise. */
export const rotateSecrets: Task<Entry, State, Rotation> = {
  name: "rotate-secrets",
  title: "Rotate secrets",
  declare: readEntry,
  scope: ({ place }) =>
    place.level === "organization"
      ? { organizations: place.organizations, selection: undefined }
      : { organizations: [], selection: place.selection },
  check: (run, entries) => {
    knownValues(run, entries);
  },
  read: readState,
  plan: planRotation,
  calls: callsOf,
  apply: applyRotation,
};
