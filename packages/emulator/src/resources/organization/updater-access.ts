import { getUpdaterAccess, setUpdaterDefaultLevel, updateUpdaterAccess } from "@forgehand/core/operations";
import { visibleTo } from "../../callers/visible.ts";
import { listed, onOrganization } from "../../http/call.ts";
import { notFound } from "../../http/refusal.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import { deselectRepository, selectedRepositories, selectRepository } from "../../state/selections.ts";
import { readSetting, settingSelection, writeSetting } from "../../state/settings.ts";
import { UPDATER_ACCESS } from "../../state/updater-access.ts";
import { ownRepository } from "../families/selected-repositories.ts";

export const updaterAccess = [
  onOrganization(getUpdaterAccess, (_input, call) => {
    const { world, caller, organization, window } = call;
    const selection = settingSelection(UPDATER_ACCESS, organization.id);
    const part = selectedRepositories(world.db, selection, visibleTo(caller), window);
    return {
      default_level: readSetting(world.db, UPDATER_ACCESS, organization.id).default_level,
      accessible_repositories: listed(call, part, (repository) => renderSimpleRepository(world, repository)),
    };
  }),

  // What is named both ways is out.
  onOrganization(updateUpdaterAccess, (input, { world: { db }, organization }) => {
    const { repository_ids_to_add: more = [], repository_ids_to_remove: fewer = [] } = input;
    if ([...more, ...fewer].some((id) => !ownRepository(db, organization, id))) throw notFound();
    const selection = settingSelection(UPDATER_ACCESS, organization.id);
    db.transaction(() => {
      for (const id of more) selectRepository(db, selection, id);
      for (const id of fewer) deselectRepository(db, selection, id);
    });
    return undefined;
  }),

  onOrganization(setUpdaterDefaultLevel, ({ default_level }, { world: { db }, organization }) => {
    writeSetting(db, UPDATER_ACCESS, organization.id, { default_level });
    return undefined;
  }),
];
