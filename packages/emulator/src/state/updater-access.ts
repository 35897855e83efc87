import * as z from "zod/mini";
import type { SettingDefinition } from "./settings.ts";

/** Repositories of an organization that the updater can read, in addition to selected ones. */
export interface UpdaterAccess extends z.output<typeof UpdaterAccess> {}
export const UpdaterAccess = z.object({
  /** Null until it is set. */
  default_level: z._default(z.nullable(z.enum(["public", "internal"])), null),
});
export const UPDATER_ACCESS: SettingDefinition<UpdaterAccess> = { name: "updater_access", shape: UpdaterAccess };
