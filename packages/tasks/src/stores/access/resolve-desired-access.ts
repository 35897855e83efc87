import type { RunContext } from "../../run/run-context.ts";
import type { AccessSettings } from "./access-settings.ts";
import type { DesiredAccess } from "./store-access.ts";

/** The access that an entry configures, and whether it may give more repositories access. */
export interface ConfiguredAccess extends DesiredAccess {
  readonly mayWiden: boolean;
}

/**
 * Resolves the desired access to an organization's item, with the ids of the named repositories.
 * @throws ForgeError
 */
export async function resolveDesiredAccess(
  { directory }: RunContext,
  { visibility, selected, mayWiden }: AccessSettings,
  organization: string,
): Promise<ConfiguredAccess> {
  const ownRepositories = selected?.filter(({ owner }) => owner.toLowerCase() === organization.toLowerCase());
  const facts = ownRepositories && (await Promise.all(ownRepositories.map(directory.facts)));
  return {
    visibility,
    mayWiden,
    repositories: facts?.map((repository) => ({
      id: repository.id,
      name: `${repository.owner}/${repository.repo}`,
      isPublic: repository.visibility === "public",
    })),
  };
}
