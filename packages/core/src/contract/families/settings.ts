import type * as z from "zod/mini";
import type { Access } from "../access.ts";
import type { Definition } from "../definition.ts";
import type { Edition } from "../edition.ts";

// Settings of an organization are read and written whole: what they are is answered, what they shall be is sent, and
// writing answers nothing.

/** Settings that go together: who may, and where. */
export interface Settings {
  readonly read: Access;
  readonly write: Access;
  readonly editions: readonly Edition[];
}

/** Reads settings. @param otherStatuses beside success, as the operation lists them */
export const getSettings = <S extends z.ZodMiniType>(
  of: Settings,
  settings: S,
  otherStatuses: readonly number[] = [],
) =>
  ({
    success: { 200: settings },
    otherStatuses,
    access: of.read,
    retry: "safe",
    editions: of.editions,
  }) as const satisfies Definition;

/** Writes settings. @param otherStatuses beside success, as the operation lists them */
export const setSettings = <B extends z.ZodMiniObject>(of: Settings, body: B, otherStatuses: readonly number[] = []) =>
  ({
    body,
    success: { 204: undefined },
    otherStatuses,
    access: of.write,
    retry: "idempotent",
    editions: of.editions,
  }) as const satisfies Definition;
