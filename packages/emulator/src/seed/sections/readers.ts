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

/** @throws SeedProblem on repositories that aren't the organization's, or beside another visibility than `selected` */
export function readReaders(
  planting: Planting,
  organization: Account,
  told: { readonly visibility?: Visibility | undefined; readonly repositories?: readonly string[] | undefined },
  path: SeedPath,
): { visibility: Visibility; repositories: number[] } {
  const { visibility = told.repositories ? "selected" : "private", repositories = [] } = told;
  if (told.repositories && visibility !== "selected") {
    throw new SeedProblem([...path, "repositories"], 'are named, so its visibility can only be "selected"');
  }
  const ids = repositories.map((name, index) => {
    const at = [...path, "repositories", index];
    const repository = planting.repository(name, at);
    if (repository.owner_id === organization.id) return repository.id;
    throw new SeedProblem(at, `is no repository of ${organization.login}`);
  });
  return { visibility, repositories: ids };
}
