import type { PlannedCalls } from "@forgehand/core";
import type { Rotation } from "./plan.ts";
import { ENVIRONMENT, ORGANIZATION, REPOSITORY } from "./vault/operations.ts";
import { keyOfVault, type Vault } from "./vault/vault.ts";

/** All calls that writing and reading back take. */
export function callsOf(changes: readonly Rotation[]): readonly PlannedCalls[] {
  return [...Map.groupBy(changes, ({ vault }) => keyOfVault(vault)).values()].flatMap((ofVault) => {
    const [first] = ofVault;
    return first ? callsOfVault(first.vault, ofVault) : [];
  });
}

function callsOfVault(vault: Vault, changes: readonly Rotation[]): readonly PlannedCalls[] {
  const count = changes.length;
  if (vault.level !== "organization") {
    const { publicKey, put, list } = vault.level === "environment" ? ENVIRONMENT : REPOSITORY[vault.kind];
    return [{ operation: publicKey }, { operation: put, count }, { operation: list }];
  }
  const { publicKey, put, list, get, readers } = ORGANIZATION[vault.kind];
  const selected = changes.filter((change) => change.readers?.visibility === "selected").length;
  return [
    { operation: publicKey },
    { operation: put, count },
    { operation: count === 1 ? get : list },
    { operation: readers, count: selected },
  ];
}
