import {
  addImmutableReleaseRepository,
  getImmutableReleases,
  listImmutableReleaseRepositories,
  removeImmutableReleaseRepository,
  setImmutableReleaseRepositories,
  setImmutableReleases,
} from "@forgehand/core/operations";
import { IMMUTABLE_RELEASES } from "../../state/immutable-releases.ts";
import { bySetting, selectedOneByOne, selection } from "../families/selected-repositories.ts";
import { settings } from "../families/settings.ts";

const ENFORCED = bySetting(IMMUTABLE_RELEASES, "enforced_repositories");

export const immutableReleases = [
  ...settings({
    setting: IMMUTABLE_RELEASES,
    get: getImmutableReleases,
    set: setImmutableReleases,
    shown: ({ enforced_repositories }, { world, organization }) => {
      const url = `${world.apiUrl}/orgs/${organization.login}/settings/immutable-releases/repositories`;
      return {
        enforced_repositories,
        ...(enforced_repositories === "selected" ? { selected_repositories_url: url } : {}),
      };
    },
    changed: (_before, { enforced_repositories }) => ({ enforced_repositories }),
    selects: ({ selected_repository_ids }) => selected_repository_ids,
  }),
  ...selection(ENFORCED, { list: listImmutableReleaseRepositories, set: setImmutableReleaseRepositories }),
  ...selectedOneByOne(ENFORCED, { add: addImmutableReleaseRepository, remove: removeImmutableReleaseRepository }),
];
