import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { IMMUTABLE_RELEASES } from "../../state/immutable-releases.ts";
import { selectRepositories } from "../../state/selections.ts";
import { settingSelection, writeSetting } from "../../state/settings.ts";
import { section } from "../section.ts";
import { readSelected } from "./readers.ts";

const ImmutableReleases = z.strictObject({
  /** `selected` where repositories are named, else `none`. */
  enforced_repositories: z.optional(z.enum(["all", "none", "selected"])),
  /** Their full names. */
  repositories: z.optional(z.array(z.string())),
});

/** In which repositories of an organization releases can't be changed once they are out. */
export const immutableReleases = section(
  ImmutableReleases,
  (planting, organization: Account, { repositories, ...told }, path) => {
    const { enforced_repositories = repositories ? "selected" : "none" } = told;
    const ids = readSelected(planting, organization, repositories, { enforced_repositories }, path);
    writeSetting(planting.db, IMMUTABLE_RELEASES, organization.id, { enforced_repositories });
    selectRepositories(planting.db, settingSelection(IMMUTABLE_RELEASES, organization.id), ids);
  },
);
