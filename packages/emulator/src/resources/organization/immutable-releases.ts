import {
  addImmutableReleaseRepository,
  getImmutableReleases,
  listImmutableReleaseRepositories,
  removeImmutableReleaseRepository,
  setImmutableReleaseRepositories,
  setImmutableReleases,
} from "@forgehand/core/operations";
import { IMMUTABLE_RELEASES } from "../../state/immutable-releases.ts";
import { selectedBySetting, selectionChanges, selectionList } from "../shared/selected-repositories.ts";
import { settingHandlers } from "../shared/settings.ts";

const ENFORCED_REPOSITORIES = selectedBySetting(IMMUTABLE_RELEASES, "enforced_repositories");

export const immutableReleases = [
  ...settingHandlers({
    setting: IMMUTABLE_RELEASES,
    get: getImmutableReleases,
    set: setImmutableReleases,
    render: ({ enforced_repositories }, { context, organization }) => {
      const url = `${context.apiUrl}/orgs/${organization.login}/settings/immutable-releases/repositories`;
      return {
        enforced_repositories,
        ...(enforced_repositories === "selected" ? { selected_repositories_url: url } : {}),
      };
    },
    selectedIds: ({ selected_repository_ids }) => selected_repository_ids,
  }),
  selectionList(ENFORCED_REPOSITORIES, listImmutableReleaseRepositories),
  ...selectionChanges(ENFORCED_REPOSITORIES, {
    set: setImmutableReleaseRepositories,
    add: addImmutableReleaseRepository,
    remove: removeImmutableReleaseRepository,
  }),
];
