import * as z from "zod/mini";
import type { Access } from "../access.ts";
import type { Definition } from "../definition.ts";
import type { Edition } from "../edition.ts";
import { MinimalRepository, Repository } from "../objects/repository.ts";
import { wrappedList } from "../paging.ts";

// Some things of an organization are for selected repositories only. Where the visibility is another, changing the
// selection answers 409 (public description).

/** What a selection belongs to. */
export interface Selection {
  readonly read: Access;
  readonly write: Access;
  readonly editions: readonly Edition[];
  /** Statuses beside success, for the selection and for one repository of it. */
  readonly otherStatuses: {
    readonly list: readonly number[];
    readonly set: readonly number[];
    readonly one: readonly number[];
  };
}

type Fields = Readonly<Record<string, z.ZodMiniType>>;

const listOf = <P extends Fields, R extends z.ZodMiniType>(of: Selection, path: () => P, repository: R) =>
  ({
    path: z.object(path()),
    ...wrappedList({ repositories: z.array(repository) }),
    otherStatuses: of.otherStatuses.list,
    access: of.read,
    editions: of.editions,
  }) as const satisfies Definition;

/** The selected repositories. */
export const listSelectedRepositories = <P extends Fields>(of: Selection, path: () => P) =>
  listOf(of, path, MinimalRepository());

/** The selected repositories, each as lists of repositories carry it. */
export const listSelectedWholeRepositories = <P extends Fields>(of: Selection, path: () => P) =>
  listOf(of, path, Repository());

/** Replaces the selection. */
export const setSelectedRepositories = <P extends Fields>(of: Selection, path: () => P) =>
  ({
    path: z.object(path()),
    body: z.object({ selected_repository_ids: z.array(z.int()) }),
    success: { 204: undefined },
    otherStatuses: of.otherStatuses.set,
    access: of.write,
    editions: of.editions,
    retry: "idempotent",
  }) as const satisfies Definition;

/** Adds one repository to the selection, or takes it out. */
export const changeSelectedRepository = <P extends Fields>(of: Selection, path: () => P) =>
  ({
    path: z.object({ ...path(), repository_id: z.int() }),
    success: { 204: undefined },
    otherStatuses: of.otherStatuses.one,
    // The permission on the repository may count as well.
    access: { ...of.write, others: true },
    editions: of.editions,
    retry: "idempotent",
  }) as const satisfies Definition;
