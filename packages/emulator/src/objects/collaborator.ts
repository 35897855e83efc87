import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import type { PermissionLevel } from "../state/repositories.ts";
import { permissionsOf } from "./repository.ts";
import { renderUser } from "./user.ts";

/** Role names that differ from the name of the permission level. */
const ROLE_NAMES: Readonly<Record<string, string>> = { pull: "read", push: "write" };

/** Returns the name of the role that corresponds to a permission. */
export const roleNameOf = (permission: PermissionLevel) => ROLE_NAMES[permission] ?? permission;

/** Names of permissions where the API knows no other roles. */
export const LEGACY_PERMISSIONS = {
  none: "none",
  pull: "read",
  triage: "read",
  push: "write",
  maintain: "write",
  admin: "admin",
} as const satisfies Record<PermissionLevel, string>;

/** Renders a user with their permission in a repository. */
export function renderCollaborator(context: EmulatorContext, account: Account, permission: PermissionLevel) {
  return {
    ...renderUser(context, account),
    permissions: permissionsOf(permission),
    role_name: roleNameOf(permission),
  };
}
