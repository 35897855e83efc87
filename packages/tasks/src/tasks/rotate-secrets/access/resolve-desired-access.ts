import type { RunContext } from "../../../run/run-context.ts";
import type { RotationEntry } from "../rotation-entry.ts";
import type { DesiredAccess } from "./secret-access.ts";

/**
 * Resolves the desired access to an organization's secret, with the ids of the named repositories.
 * @throws ForgeError
 */
export async function resolveDesiredAccess(
  { directory }: RunContext,
  { visibility, selected }: RotationEntry,
  organization: string,
): Promise<DesiredAccess> {
  const ownRepositories = selected?.filter(({ owner }) => owner.toLowerCase() === organization.toLowerCase());
  const facts = ownRepositories && (await Promise.all(ownRepositories.map(directory.facts)));
  return {
    visibility,
    repositories: facts?.map((repository) => ({
      id: repository.id,
      name: `${repository.owner}/${repository.repo}`,
      isPublic: repository.visibility === "public",
    })),
  };
}
