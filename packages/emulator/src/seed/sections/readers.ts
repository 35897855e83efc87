import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { Visibility } from "../../state/selections.ts";
import type { Planting } from "../planting.ts";
import { type SeedPath, SeedProblem } from "../problem.ts";

/** Which repositories may read what belongs to an organization. */
export const Readers = {
  /** `selected` where repositories are named, else `private`. */
  visibility: z.optional(Visibility),
  /** Their full names. */
  repositories: z.optional(z.array(z.string())),
};

/** @throws SeedProblem as {@link readSelected} */
export function readReaders(
  planting: Planting,
  organization: Account,
  told: { readonly visibility?: Visibility | undefined; readonly repositories?: readonly string[] | undefined },
  path: SeedPath,
): { visibility: Visibility; repositories: number[] } {
  const { visibility = told.repositories ? "selected" : "private", repositories } = told;
  return { visibility, repositories: readSelected(planting, organization, repositories, { visibility }, path) };
}

/**
 * The repositories that something is for, by their full names.
 * @param fields what says whether they are selected, and what it says
 * @throws SeedProblem on repositories that aren't the organization's, or that are named where none are selected
 */
export function readSelected(
  planting: Planting,
  organization: Account,
  repositories: readonly string[] | undefined,
  fields: Readonly<Record<string, string>>,
  path: SeedPath,
): number[] {
  for (const [field, word] of Object.entries(fields)) {
    if (repositories && word !== "selected") {
      throw new SeedProblem([...path, "repositories"], `are named, so its ${field} can only be "selected"`);
    }
  }
  return (repositories ?? []).map((name, index) => {
    const at = [...path, "repositories", index];
    const repository = planting.repository(name, at);
    if (repository.owner_id === organization.id) return repository.id;
    throw new SeedProblem(at, `is no repository of ${organization.login}`);
  });
}
