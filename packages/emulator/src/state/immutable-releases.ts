import * as z from "zod/mini";
import type { Database } from "./database.ts";
import type { Repository } from "./repositories.ts";
import { isSelected } from "./selections.ts";
import { readSetting, type SettingDefinition, settingSelection } from "./settings.ts";

/** The repositories of an organization whose published releases are immutable. */
export interface ImmutableReleases extends z.output<typeof ImmutableReleases> {}
export const ImmutableReleases = z.object({
  enforced_repositories: z._default(z.enum(["all", "none", "selected"]), "none"),
});
export const IMMUTABLE_RELEASES: SettingDefinition<ImmutableReleases> = {
  name: "immutable_releases",
  shape: ImmutableReleases,
};

/** Returns whether the releases that a repository publishes are immutable. */
export function hasImmutableReleases(db: Database, { id, owner_id }: Repository): boolean {
  const { enforced_repositories: enforced } = readSetting(db, IMMUTABLE_RELEASES, owner_id);
  if (enforced !== "selected") return enforced === "all";
  return isSelected(db, settingSelection(IMMUTABLE_RELEASES, owner_id), id);
}
