import { getUpdaterAccess, setUpdaterDefaultLevel, updateUpdaterAccess } from "@forgehand/core/operations";
import { visibleRepositories } from "../../callers/visible.ts";
import { organizationHandler, renderPage } from "../../http/handler.ts";
import { notFound } from "../../http-error.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import { deselectRepository, selectedRepositories, selectRepository } from "../../state/selections.ts";
import { readSetting, settingSelection, writeSetting } from "../../state/settings.ts";
import { UPDATER_ACCESS } from "../../state/updater-access.ts";
import { findOwnedRepository } from "../shared/selected-repositories.ts";

export const updaterAccess = [
  organizationHandler(getUpdaterAccess, (_input, call) => {
    const { context, caller, organization, page } = call;
    const selection = settingSelection(UPDATER_ACCESS, organization.id);
    const rowPage = selectedRepositories(context.db, selection, visibleRepositories(caller), page);
    return {
      default_level: readSetting(context.db, UPDATER_ACCESS, organization.id).default_level,
      accessible_repositories: renderPage(call, rowPage, (repository) => renderSimpleRepository(context, repository)),
    };
  }),

  // A repository that is both added and removed is removed.
  organizationHandler(updateUpdaterAccess, (input, { context: { db }, organization }) => {
    const { repository_ids_to_add: addedIds = [], repository_ids_to_remove: removedIds = [] } = input;
    if ([...addedIds, ...removedIds].some((id) => !findOwnedRepository(db, organization, id))) throw notFound();
    const selection = settingSelection(UPDATER_ACCESS, organization.id);
    db.transaction(() => {
      for (const id of addedIds) selectRepository(db, selection, id);
      for (const id of removedIds) deselectRepository(db, selection, id);
    });
  }),

  organizationHandler(setUpdaterDefaultLevel, ({ default_level }, { context: { db }, organization }) => {
    writeSetting(db, UPDATER_ACCESS, organization.id, { default_level });
  }),
];
