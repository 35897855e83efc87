import * as z from "zod/mini";
import type { SettingDefinition } from "./settings.ts";

/** The repositories of an organization whose published releases are immutable. */
export interface ImmutableReleases extends z.output<typeof ImmutableReleases> {}
export const ImmutableReleases = z.object({
  enforced_repositories: z._default(z.enum(["all", "none", "selected"]), "none"),
});
export const IMMUTABLE_RELEASES: SettingDefinition<ImmutableReleases> = {
  name: "immutable_releases",
  shape: ImmutableReleases,
};
