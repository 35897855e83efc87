import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { IMMUTABLE_RELEASES } from "../../state/immutable-releases.ts";
import { selectRepositories } from "../../state/selections.ts";
import { settingSelection, writeSetting } from "../../state/settings.ts";
import { defineSection } from "../define-section.ts";
import { readSelectedRepositories } from "./repository-access.ts";

const ImmutableReleases = z.strictObject({
  /** `selected` by default if repositories are listed, otherwise `none`. */
  enforced_repositories: z.optional(z.enum(["all", "none", "selected"])),
  /** Full names. */
  repositories: z.optional(z.array(z.string())),
});

/** Inserts an organization's immutable releases setting. */
export const immutableReleases = defineSection(
  ImmutableReleases,
  (context, organization: Account, { repositories, ...input }) => {
    const { enforced_repositories = repositories ? "selected" : "none" } = input;
    const ids = readSelectedRepositories(context, organization, repositories, { enforced_repositories });
    writeSetting(context.db, IMMUTABLE_RELEASES, organization.id, { enforced_repositories });
    selectRepositories(context.db, settingSelection(IMMUTABLE_RELEASES, organization.id), ids);
  },
);
