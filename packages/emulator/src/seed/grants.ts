import {
  closestMatch,
  PERMISSIONS,
  type PermissionLevel,
  SCOPES,
  WORKFLOW_PERMISSIONS,
} from "@forgehand/core/contract";
import { neutralPermission, neutralScope } from "@forgehand/core/dialects";
import { EVENT_PERMISSIONS } from "../deliveries/subscriptions.ts";
import type { GrantedPermissions } from "../state/apps.ts";
import { allWorkflowPermissions } from "../state/tokens.ts";
import type { SeedContext } from "./seed-context.ts";
import { SeedError, type SeedPath } from "./seed-error.ts";

// Scopes and permissions in seeds, by their neutral names or by those of the emulator's dialect.

/** Documented scopes that no operation here requires. */
const OTHER_SCOPES = [
  "repo:invite",
  "security_events",
  "admin:public_key",
  "write:public_key",
  "read:public_key",
  "admin:ssh_signing_key",
  "write:ssh_signing_key",
  "read:ssh_signing_key",
  "gist",
  "project",
  "read:project",
  "write:packages",
  "read:packages",
  "delete:packages",
  "write:discussion",
  "read:discussion",
  "audit_log",
  "read:audit_log",
  "write:network_configurations",
  "read:network_configurations",
  "site_admin",
  "scim:enterprise",
];

/** Returns the scopes of a token by their neutral names; "all" are those that no other scope implies. */
export function readScopes({ dialect }: SeedContext, scopes: "all" | readonly string[]): string[] {
  if (scopes === "all") {
    const implied = new Set<string>(Object.values(SCOPES).flat());
    return Object.keys(SCOPES).filter((scope) => !implied.has(scope));
  }
  const known = new Set([...Object.keys(SCOPES), ...OTHER_SCOPES]);
  return scopes.map((scope, index) => {
    const neutral = neutralScope(dialect, scope);
    if (known.has(neutral)) return neutral;
    const problem = `must be a known scope, got ${JSON.stringify(scope)}`;
    throw unknownWord([index], problem, scope, wordsOf(known, dialect.scopes));
  });
}

/** Returns permissions by their neutral keys. */
export function readPermissions({ dialect }: SeedContext, permissions: GrantedPermissions): GrantedPermissions {
  const known = new Set([...Object.keys(PERMISSIONS), ...EVENT_PERMISSIONS, ...Object.keys(allWorkflowPermissions())]);
  return Object.fromEntries(
    Object.entries(permissions).map(([key, level]) => {
      const neutral = neutralPermission(dialect, key) ?? key;
      if (known.has(neutral)) return [neutral, level];
      throw unknownWord([key], "must be a known permission", key, wordsOf(known, dialect.permissions));
    }),
  );
}

/**
 * Returns the permissions of a job's built-in token by apps' keys. They can be spelled as in workflow files, too
 * (`pull-requests`); `id-token` gives no access to the API.
 */
export function readWorkflowPermissions(permissions: GrantedPermissions): GrantedPermissions {
  const granted: Record<string, PermissionLevel> = {};
  for (const [key, level] of Object.entries(permissions)) {
    const name = key.replaceAll("_", "-");
    const levels = JOB_PERMISSIONS.get(name);
    if (!levels) {
      const names = [...JOB_PERMISSIONS.keys()].join(", ");
      throw new SeedError([key], `must be a permission that a job's built-in token can have: ${names}`);
    }
    if (!levels.includes(level)) throw new SeedError([key], `must be ${JSON.stringify(levels[0])}`);
    if (name !== "id-token") granted[name.replaceAll("-", "_")] = level;
  }
  // Every job can read its repository's metadata.
  return { ...granted, metadata: "read" };
}

const JOB_PERMISSIONS = new Map<string, readonly PermissionLevel[]>([
  ["metadata", ["read"]],
  ...Object.entries(WORKFLOW_PERMISSIONS),
]);

function wordsOf(neutralWords: Iterable<string>, wireWords: Readonly<Partial<Record<string, string>>>): string[] {
  return [...neutralWords].map((word) => wireWords[word] ?? word);
}

function unknownWord(path: SeedPath, problem: string, word: string, known: readonly string[]): SeedError {
  const suggestion = closestMatch(word, known);
  const hint = suggestion === undefined ? "" : ` (did you mean ${JSON.stringify(suggestion)}?)`;
  return new SeedError(path, `${problem}${hint}`);
}
