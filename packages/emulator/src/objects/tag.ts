import type { EmulatorContext } from "../emulator-context.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { encodePath } from "./content.ts";
import { nodeId } from "./user.ts";

/**
 * Renders a tag in the list of tags.
 * @param name without `refs/tags/`
 */
export function renderTag(
  { db, apiUrl }: EmulatorContext,
  repository: Repository,
  { name, commit }: { readonly name: string; readonly commit: string },
) {
  const url = `${apiUrl}/repos/${fullNameOf(db, repository)}`;
  const ref = `refs/tags/${encodePath(name)}`;
  return {
    name,
    zipball_url: `${url}/zipball/${ref}`,
    tarball_url: `${url}/tarball/${ref}`,
    commit: { sha: commit, url: `${url}/commits/${commit}` },
    node_id: nodeId("Ref", `${repository.id}:refs/tags/${name}`),
  };
}
