import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { selectRepositories } from "../../state/selections.ts";
import { settingSelection, writeSetting } from "../../state/settings.ts";
import * as state from "../../state/updater-access.ts";
import { defineSection } from "../define-section.ts";
import { readSelectedRepositories } from "./repository-access.ts";

const UpdaterAccess = z.strictObject({
  ...state.UpdaterAccess.shape,
  /** Full names of additional repositories that Dependabot can read. */
  repositories: z.optional(z.array(z.string())),
});

/** Inserts which of an organization's repositories Dependabot can read. */
export const updaterAccess = defineSection(
  UpdaterAccess,
  (context, organization: Account, { repositories, default_level }) => {
    const ids = readSelectedRepositories(context, organization, repositories, {});
    writeSetting(context.db, state.UPDATER_ACCESS, organization.id, { default_level });
    selectRepositories(context.db, settingSelection(state.UPDATER_ACCESS, organization.id), ids);
  },
);
