import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { selectRepositories } from "../../state/selections.ts";
import { settingSelection, writeSetting } from "../../state/settings.ts";
import * as state from "../../state/updater-access.ts";
import { section } from "../section.ts";
import { readSelected } from "./readers.ts";

const UpdaterAccess = z.strictObject({
  ...state.UpdaterAccess.shape,
  /** Those that it may read beside, by their full names. */
  repositories: z.optional(z.array(z.string())),
});

/** Which repositories of an organization the updater may read. */
export const updaterAccess = section(
  UpdaterAccess,
  (planting, organization: Account, { repositories, default_level }, path) => {
    const ids = readSelected(planting, organization, repositories, {}, path);
    writeSetting(planting.db, state.UPDATER_ACCESS, organization.id, { default_level });
    selectRepositories(planting.db, settingSelection(state.UPDATER_ACCESS, organization.id), ids);
  },
);
