import { PERMISSIONS, type Permission } from "../contract/access.ts";
import type { Dialect } from "./dialect.ts";

/** Key and name of a permission in the dialect. */
export function permissionNames(dialect: Dialect, permission: Permission): { key: string; name: string } {
  const key = dialect.permissions[permission] ?? permission;
  return { key, name: dialect.permissionNames[permission] ?? PERMISSIONS[permission].name };
}

/** The permission with a dialect's key; undefined if the contract does not know it. */
export function neutralPermission(dialect: Dialect, key: string): Permission | undefined {
  const permission = Object.entries(dialect.permissions).find(([, wireKey]) => wireKey === key)?.[0] ?? key;
  return isPermission(permission) ? permission : undefined;
}

function isPermission(key: string): key is Permission {
  return Object.hasOwn(PERMISSIONS, key);
}
