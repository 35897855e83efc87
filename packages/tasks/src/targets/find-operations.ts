import type { AnyOperation } from "@forgehand/core/contract";
import { listOrganizationCustomPropertyValues, listOrganizationRepositories } from "@forgehand/core/operations";
import { hasWildcard } from "../repository.ts";
import type { RepositorySelection } from "./directory.ts";

/** Returns the operations that find the repositories of a selection. Repositories named exactly are not looked up. */
export function findOperations({
  selection,
}: {
  readonly selection: RepositorySelection | undefined;
}): readonly AnyOperation[] {
  if (selection === undefined || !selection.patterns.some(hasWildcard)) return [];
  const { properties } = selection.filters;
  return [listOrganizationRepositories, ...(properties === undefined ? [] : [listOrganizationCustomPropertyValues])];
}
