import type * as z from "zod/mini";
import type { Access, Permission, PermissionLevel } from "./access.ts";
import type { Definition } from "./definition.ts";
import type { Edition } from "./edition.ts";
import { permissionAccess, type ScopeAlternative } from "./permission-access.ts";

// Builds the definitions of reads and of the most common writes. `paging.ts` builds those of lists.

/** Access to an operation, and the editions that have it if not all do. */
export type OperationAccess = Pick<Definition, "access" | "editions">;

/** Access to something that can be read and written, and its editions. */
export interface ReadWriteAccess {
  readonly read: OperationAccess;
  readonly write: OperationAccess;
}

/** Builds the access to something that can be read and written. */
export const readWriteAccess = (
  access: (level: PermissionLevel) => Access,
  editions?: readonly Edition[],
): ReadWriteAccess => {
  const accessAt = (level: PermissionLevel) => ({ access: access(level), ...(editions && { editions }) });
  return { read: accessAt("read"), write: accessAt("write") };
};

/** Builds the access of an organization's owners to something that one permission grants to read and to write. */
export const ownerAccess = (
  permission: Permission,
  scopes: readonly ScopeAlternative[],
  editions?: readonly Edition[],
): ReadWriteAccess =>
  readWriteAccess((level) => permissionAccess(permission, level, scopes, { roles: ["organization-owner"] }), editions);

/** Builds the access to secrets or variables of a repository, for users who can push to it. */
export const pushAccess = (permission: Permission, editions?: readonly Edition[]): ReadWriteAccess =>
  readWriteAccess((level) => permissionAccess(permission, level, ["repo"], { roles: ["push"] }), editions);

/** Gets an object. */
export const get = <S extends z.ZodMiniType>(
  access: OperationAccess,
  object: S,
  otherStatuses: readonly number[] = [],
) => ({ ...access, success: { 200: object }, otherStatuses, retry: "safe" }) as const satisfies Definition;

/** Gets an object; null if it doesn't exist. */
export const getIfPresent = <S extends z.ZodMiniType>(
  access: OperationAccess,
  object: S,
  otherStatuses: readonly number[] = [],
) => ({ ...get(access, object, otherStatuses), absent: { 404: null } }) as const satisfies Definition;

/** Creates an object. A repetition could create another one, so its effect is verified first. */
export const create = <S extends z.ZodMiniType>(
  access: OperationAccess,
  object: S,
  otherStatuses: readonly number[] = [],
) => ({ ...access, success: { 201: object }, otherStatuses, retry: "verify" }) as const satisfies Definition;

/** Changes something, with the same effect if it is repeated, and responds with the result. */
export const update = <S extends z.ZodMiniType>(
  access: OperationAccess,
  result: S,
  otherStatuses: readonly number[] = [],
) => ({ ...access, success: { 200: result }, otherStatuses, retry: "idempotent" }) as const satisfies Definition;

/** Changes something, with the same effect if it is repeated, and responds without a body. */
export const change = (access: OperationAccess, otherStatuses: readonly number[] = []) =>
  ({ ...access, success: { 204: undefined }, otherStatuses, retry: "idempotent" }) as const satisfies Definition;
