import type * as z from "zod/mini";
import type { Access, PermissionLevel } from "./access.ts";
import type { Definition } from "./definition.ts";
import type { Edition } from "./edition.ts";

// Builds the definitions of reads, and of writes that can be repeated. `paging.ts` builds those of lists.

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

/** Changes something, with the same effect if it is repeated, and responds with the result. */
export const update = <S extends z.ZodMiniType>(
  access: OperationAccess,
  result: S,
  otherStatuses: readonly number[] = [],
) => ({ ...access, success: { 200: result }, otherStatuses, retry: "idempotent" }) as const satisfies Definition;

/** Changes something, with the same effect if it is repeated, and responds without a body. */
export const change = (access: OperationAccess, otherStatuses: readonly number[] = []) =>
  ({ ...access, success: { 204: undefined }, otherStatuses, retry: "idempotent" }) as const satisfies Definition;
