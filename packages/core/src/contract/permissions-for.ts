import type { Permission, PermissionLevel, Requirement } from "./access.ts";
import { callDefinitionOf } from "./call-definition.ts";
import { type AccessTarget, alternativesFor, missingRequirements } from "./missing-requirements.ts";
import type { AnyOperation } from "./operation-types.ts";

/** Permissions with their levels. */
export type PermissionSet = Readonly<Partial<Record<Permission, PermissionLevel>>>;

/** Permissions that calls need. */
export interface NeededPermissions {
  /** Each permission that is needed, at the highest level; if what is granted is known, only what is granted. */
  readonly permissions: PermissionSet;
  /** Permissions that are not granted. */
  readonly missing: PermissionSet;
}

/**
 * Returns the permissions that an app's installation needs for calls, from the contract's access requirements. Where
 * alternative permissions suffice, it is one that is granted, or else the first.
 * @param granted permissions of the installation, as `listInstallations` returns them; omitted: unknown, so that none is
 * missing
 */
export function permissionsFor(
  operations: Iterable<AnyOperation>,
  granted?: Readonly<Record<string, string>>,
): NeededPermissions {
  const permissions: Partial<Record<Permission, PermissionLevel>> = {};
  const missing: Partial<Record<Permission, PermissionLevel>> = {};
  for (const operation of operations) {
    const alternatives = alternativesFor(callDefinitionOf(operation).access, "installation");
    const lacking = (requirements: readonly Requirement[]) =>
      granted === undefined
        ? []
        : missingRequirements({ tokens: [], requirements: [requirements] }, grantsOf(granted), ANY_TARGET);
    const [chosen] = alternatives.toSorted((a, b) => lacking(a).length - lacking(b).length);
    const lacked = new Set(lacking(chosen ?? []));
    for (const requirement of chosen ?? []) {
      if (!("permission" in requirement)) continue;
      if (!lacked.has(requirement)) raise(permissions, requirement);
      // The service may not require what is conditional or only assumed.
      else if (requirement.when === undefined && requirement.source !== "assumed") raise(missing, requirement);
    }
  }
  return { permissions, missing };
}

/** A target to which every conditional requirement applies. */
const ANY_TARGET: AccessTarget = { private: true, path: ".github/workflows/any.yml" };

function raise(
  set: Partial<Record<Permission, PermissionLevel>>,
  { permission, level }: { readonly permission: Permission; readonly level: PermissionLevel },
): void {
  if (set[permission] !== "write") set[permission] = level;
}

function grantsOf(granted: Readonly<Record<string, string>>) {
  const levels = Object.entries(granted).map(([name, level]) => [name, level === "read" ? level : "write"] as const);
  return { kind: "installation", permissions: Object.fromEntries(levels) } as const;
}
