import { DIALECTS } from "@forgehand/core/dialects";
import { checkEach } from "../../problem.ts";
import type { RunContext } from "../../run/run-context.ts";
import { isWebhookEntry, type RotationEntry, type SecretEntry } from "./rotation-entry.ts";
import { hasCredential } from "./value/command-environment.ts";
import { knownValue } from "./value/known-value.ts";
import { isGenerated } from "./value/value-source.ts";

/**
 * Returns the values that need not be generated.
 * @throws Problem with everything that can be rejected before anything is read
 */
export function knownValues(
  run: RunContext,
  entries: readonly RotationEntry[],
): ReadonlyMap<RotationEntry, Uint8Array> {
  const values = new Map<RotationEntry, Uint8Array>();
  checkEach(entries, (entry) => {
    checkEntry(run, entry);
    const value = knownValue(run, entry);
    if (value) values.set(entry, value);
  });
  return values;
}

/** @throws Problem */
function checkEntry({ shard, credentials }: RunContext, entry: RotationEntry): void {
  const { source, valueFor, deliver = [], problem } = entry;
  const printing = source.from === "value-command" ? source.command : [];
  for (const [name, command] of [["value-command", printing] as const, ["deliver", deliver] as const]) {
    if (!hasCredential(command, { credentials })) continue;
    throw problem(
      name,
      "must not contain a credential that this step itself uses: other processes can read arguments.",
    );
  }
  if (!isWebhookEntry(entry)) checkName(entry);
  if (shard !== undefined && valueFor === "all" && isGenerated(source) && entry.mayHaveSeveralTargets) {
    throw problem(
      "value-for",
      "must be each in a sharded run, got all: each shard would generate a different value. Set each, or run without shards.",
    );
  }
}

/** @throws Problem */
function checkName({ secret, dialect, problem }: SecretEntry): void {
  const { reservedNamePrefix } = DIALECTS[dialect];
  if (!secret.toUpperCase().startsWith(reservedNamePrefix)) return;
  throw problem(
    "secret",
    `must not start with ${reservedNamePrefix}, which the service reserves, got ${JSON.stringify(secret)}.`,
  );
}
