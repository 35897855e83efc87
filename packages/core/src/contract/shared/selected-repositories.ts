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

const listOf = <R extends z.ZodMiniType>({ read, otherStatuses }: SelectionAccess, repository: R) =>
  ({
    ...wrappedList({ repositories: z.array(repository) }),
    otherStatuses: otherStatuses.list,
    ...read,
  }) as const satisfies Definition;

/** Lists the selected repositories. */
export const listSelectedRepositories = (selection: SelectionAccess) => listOf(selection, MinimalRepository.schema());

/** Lists the selected repositories with all fields of a repository list, instead of the minimal ones. */
export const listSelectedFullRepositories = (selection: SelectionAccess) => listOf(selection, Repository.schema());

/** Replaces the selection. */
export const setSelectedRepositories = ({ write, otherStatuses }: SelectionAccess) =>
  ({
    body: z.object({ selected_repository_ids: z.array(z.int()) }),
    ...change(write, otherStatuses.set),
  }) as const satisfies Definition;

/** Adds or removes one repository. */
export const changeSelectedRepository = ({ write, otherStatuses }: SelectionAccess) =>
  ({
    path: z.object({ repository_id: z.int() }),
    ...change(write, otherStatuses.one),
    // A permission on the repository may also be required or accepted.
    access: { ...write.access, hasOtherRequirements: true },
  }) as const satisfies Definition;
