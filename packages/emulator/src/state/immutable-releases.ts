import * as z from "zod/mini";
import type { Setting } from "./settings.ts";

/** In which repositories of an organization releases can't be changed once they are out. */
export interface ImmutableReleases extends z.output<typeof ImmutableReleases> {}
export const ImmutableReleases = z.object({
  enforced_repositories: z._default(z.enum(["all", "none", "selected"]), "none"),
});
export const IMMUTABLE_RELEASES: Setting<ImmutableReleases> = { name: "immutable_releases", shape: ImmutableReleases };
