import * as z from "zod/mini";
import type { Definition } from "../definition.ts";
import { MinimalRepository, Repository } from "../objects/repository.ts";
import { wrappedList } from "../paging.ts";
import { change, type ReadWriteAccess } from "../reads-and-writes.ts";

// Selections of repositories, for resources with visibility `selected`. With any other visibility, changing the
// selection responds with 409 (source: openapi).

/** Access to a selection of repositories. */
export interface SelectionAccess extends ReadWriteAccess {
  /** Non-success statuses of the selection and of one repository in it. */
  readonly otherStatuses: {
    readonly list: readonly number[];
    readonly set: readonly number[];
    readonly one: readonly number[];
  };
}

type SelectionPathFields = Readonly<Record<string, z.ZodMiniType>>;

const listOf = <P extends SelectionPathFields, R extends z.ZodMiniType>(
  selection: SelectionAccess,
  path: () => P,
  repository: R,
) =>
  ({
    path: z.object(path()),
    ...wrappedList({ repositories: z.array(repository) }),
    otherStatuses: selection.otherStatuses.list,
    ...selection.read,
  }) as const satisfies Definition;

/** Lists the selected repositories. */
export const listSelectedRepositories = <P extends SelectionPathFields>(selection: SelectionAccess, path: () => P) =>
  listOf(selection, path, MinimalRepository.schema());

/** Lists the selected repositories with all fields of a repository list, instead of the minimal ones. */
export const listSelectedFullRepositories = <P extends SelectionPathFields>(
  selection: SelectionAccess,
  path: () => P,
) => listOf(selection, path, Repository.schema());

/** Replaces the selection. */
export const setSelectedRepositories = <P extends SelectionPathFields>(selection: SelectionAccess, path: () => P) =>
  ({
    path: z.object(path()),
    body: z.object({ selected_repository_ids: z.array(z.int()) }),
    ...change(selection.write, selection.otherStatuses.set),
  }) as const satisfies Definition;

/** Adds or removes one repository. */
export const changeSelectedRepository = <P extends SelectionPathFields>(selection: SelectionAccess, path: () => P) =>
  ({
    path: z.object({ ...path(), repository_id: z.int() }),
    ...change(selection.write, selection.otherStatuses.one),
    // A permission on the repository may also be required or accepted.
    access: { ...selection.write.access, hasOtherRequirements: true },
  }) as const satisfies Definition;
