import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { Visibility } from "../../state/selections.ts";
import type { SeedContext } from "../seed-context.ts";
import { each, SeedError } from "../seed-error.ts";

/** Fields that say which repositories can use an organization's secret, variable or runner group. */
export const RepositoryAccess = {
  /** `selected` by default if repositories are listed, otherwise `private`. */
  visibility: z.optional(Visibility),
  /** Full names. */
  repositories: z.optional(z.array(z.string())),
};

/** @throws SeedError under the same conditions as {@link readSelectedRepositories} */
export function readRepositoryAccess(
  context: SeedContext,
  organization: Account,
  input: { readonly visibility?: Visibility | undefined; readonly repositories?: readonly string[] | undefined },
): { visibility: Visibility; repositories: number[] } {
  const { visibility = input.repositories ? "selected" : "private", repositories } = input;
  return { visibility, repositories: readSelectedRepositories(context, organization, repositories, { visibility }) };
}

/**
 * Returns the ids of selected repositories, given by full name.
 * @param fields the fields that must be "selected", with their values
 * @throws SeedError if a repository does not belong to the organization, or if repositories are listed but not selected
 */
export function readSelectedRepositories(
  context: SeedContext,
  organization: Account,
  repositories: readonly string[] | undefined,
  fields: Readonly<Record<string, string>>,
): number[] {
  for (const [field, value] of Object.entries(fields)) {
    if (repositories && value !== "selected") {
      throw new SeedError(["repositories"], `must be omitted unless ${field} is "selected"`);
    }
  }
  return each(["repositories"], repositories ?? [], (name) => context.ownRepository(organization, name).id);
}
