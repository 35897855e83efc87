import * as z from "zod/mini";
import type { Setting } from "./settings.ts";

/** Which repositories of an organization the updater may read; beside these, those that are selected. */
export interface UpdaterAccess extends z.output<typeof UpdaterAccess> {}
export const UpdaterAccess = z.object({
  /** Null until somebody says. */
  default_level: z._default(z.nullable(z.enum(["public", "internal"])), null),
});
export const UPDATER_ACCESS: Setting<UpdaterAccess> = { name: "updater_access", shape: UpdaterAccess };
