import { DIALECTS } from "@forgehand/core/dialects";
import { checkEach } from "../../problem.ts";
import type { Run } from "../../run/run.ts";
import type { Entry } from "./entry.ts";
import { maybeSeveral } from "./place.ts";
import { knownValue } from "./value/known-value.ts";
import { isMade } from "./value/value-source.ts";

/** The values that need nothing made. @throws Problem on those, and on whatever else is wrong before anything is read */
export function knownValues(run: Run, entries: readonly Entry[]): ReadonlyMap<Entry, Uint8Array> {
  const values = new Map<Entry, Uint8Array>();
  checkEach(entries, (entry) => {
    checkEntry(run, entry);
    const value = knownValue(run, entry);
    if (value) values.set(entry, value);
  });
  return values;
}

/** @throws Problem */
function checkEntry({ shard }: Run, { secret, place, source, valueFor, dialect, problem }: Entry): void {
  const { reservedNamePrefix } = DIALECTS[dialect];
  if (secret.toUpperCase().startsWith(reservedNamePrefix)) {
    throw problem("secret", `is ${secret}, and the service keeps names with ${reservedNamePrefix} for itself.`);
  }
  if (shard !== undefined && valueFor === "all" && isMade(source) && maybeSeveral(place)) {
    throw problem("value-for", "is all, and each shard would make another value: say each, or run it without shards.");
  }
}
