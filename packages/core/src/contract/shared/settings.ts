import type * as z from "zod/mini";
import type { Access } from "../access.ts";
import type { Definition } from "../definition.ts";
import type { Edition } from "../edition.ts";

// Organization settings are read and written as a whole; writes return no body.

/** Access to a group of settings, and the editions that have them. */
export interface SettingsAccess {
  readonly read: Access;
  readonly write: Access;
  readonly editions: readonly Edition[];
}

/**
 * Builds the definition of an operation that reads settings.
 * @param otherStatuses non-success statuses
 */
export const getSettings = <S extends z.ZodMiniType>(
  settingsAccess: SettingsAccess,
  settings: S,
  otherStatuses: readonly number[] = [],
) =>
  ({
    success: { 200: settings },
    otherStatuses,
    access: settingsAccess.read,
    retry: "safe",
    editions: settingsAccess.editions,
  }) as const satisfies Definition;

/**
 * Builds the definition of an operation that writes settings.
 * @param otherStatuses non-success statuses
 */
export const setSettings = <B extends z.ZodMiniObject>(
  settingsAccess: SettingsAccess,
  body: B,
  otherStatuses: readonly number[] = [],
) =>
  ({
    body,
    success: { 204: undefined },
    otherStatuses,
    access: settingsAccess.write,
    retry: "idempotent",
    editions: settingsAccess.editions,
  }) as const satisfies Definition;
