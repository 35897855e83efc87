import type { Operation, Output } from "@forgehand/core/contract";
import type { listActionsRepositories, listOrganizationActionsSecretRepositories } from "@forgehand/core/operations";
import { visibleTo } from "../../callers/visible.ts";
import { type Call, type Handler, listed, onOrganization } from "../../http/call.ts";
import { conflict, invalid, notFound } from "../../http/refusal.ts";
import { renderRepository } from "../../objects/repository.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { getRepository, type Repository } from "../../state/repositories.ts";
import * as state from "../../state/selections.ts";
import { readSetting, type Setting, settingSelection } from "../../state/settings.ts";

// What belongs to an organization and is for selected repositories only (document 2, Updater secrets; the rest of it is in
// the public description). Where its visibility is another, there is no selection to ask for or to change: 409.

/** What the repositories are selected for. */
export interface Selected<P> {
  /** What of it has to say `selected`, as a refusal names it. */
  readonly what: string;
  /** Its selection, and whether there is one now; undefined where the organization has no such thing. */
  readonly find: (
    db: Database,
    organization: Account,
    input: P,
  ) => { readonly selection: state.Selection; readonly isSelected: boolean } | undefined;
}

/** What has a visibility. @param find how it is found among an organization's */
export function byVisibility<P>(
  of: "secret" | "variable",
  find: (
    db: Database,
    organization: Account,
    input: P,
  ) => { readonly id: number; readonly visibility: state.Visibility } | undefined,
): Selected<P> {
  return {
    what: `visibility of the ${of}`,
    find: (db, organization, input) => {
      const found = find(db, organization, input);
      return found && { selection: state.selectionOf(of, found.id), isSelected: found.visibility === "selected" };
    },
  };
}

/** What is set for an organization. @param field which of it says whether the repositories are selected */
export function bySetting<F extends string>(
  setting: Setting<{ readonly [K in F]: string }>,
  field: F,
): Selected<{ readonly org: string }> {
  return {
    what: `setting ${field}`,
    find: (db, { id }) => ({
      selection: settingSelection(setting, id),
      isSelected: readSetting(db, setting, id)[field] === "selected",
    }),
  };
}

/** Some lists tell more of each repository than others. */
type Repositories = Output<typeof listOrganizationActionsSecretRepositories | typeof listActionsRepositories>;

/** Serves the selection as a whole. */
export function selection<P>(
  selected: Selected<P>,
  operations: {
    readonly list: Operation<P, Repositories>;
    readonly set: Operation<P & { readonly selected_repository_ids: number[] }, undefined>;
  },
): Handler[] {
  return [
    onOrganization(operations.list, (input, call) => {
      const { world, caller, organization, window } = call;
      const selection = selectionIn(selected, call, organization, input);
      const part = state.selectedRepositories(world.db, selection, visibleTo(caller), window);
      const repositories = listed(call, part, (repository) => renderRepository(world, repository, caller));
      return { total_count: part.total, repositories };
    }),

    onOrganization(operations.set, (input, call) => {
      const { world, organization } = call;
      const selection = selectionIn(selected, call, organization, input);
      const repositories = ownRepositories(world.db, organization, input.selected_repository_ids);
      state.selectRepositories(world.db, selection, repositories);
      return undefined;
    }),
  ];
}

/** Serves the selection's repositories one by one; each that is named must be the organization's. */
export function selectedOneByOne<P>(
  selected: Selected<P>,
  operations: {
    readonly add: Operation<P & { readonly repository_id: number }, undefined>;
    readonly remove: Operation<P & { readonly repository_id: number }, undefined>;
  },
): Handler[] {
  const serve = (operation: typeof operations.add, change: typeof state.selectRepository) =>
    onOrganization(operation, (input, call) => {
      const { world, organization } = call;
      const selection = selectionIn(selected, call, organization, input);
      const repository = ownRepository(world.db, organization, input.repository_id);
      if (!repository) throw notFound();
      change(world.db, selection, repository.id);
      return undefined;
    });
  return [serve(operations.add, state.selectRepository), serve(operations.remove, state.deselectRepository)];
}

/**
 * The repositories that a call selects, each once.
 * @throws Refusal 422 on one that the organization doesn't have
 */
export function ownRepositories(db: Database, organization: Account, ids: readonly number[]): Set<number> {
  for (const id of ids) {
    if (!ownRepository(db, organization, id)) {
      throw invalid("selected_repository_ids", `the organization has no repository ${id}`);
    }
  }
  return new Set(ids);
}

/** A repository by its number, if it is the organization's. */
export function ownRepository(db: Database, organization: Account, id: number): Repository | undefined {
  const repository = getRepository(db, id);
  return repository?.owner_id === organization.id ? repository : undefined;
}

/** The selection that is asked for. @throws Refusal 404 where there is nothing of the name, 409 where nothing is selected */
function selectionIn<P>(
  { what, find }: Selected<P>,
  { world }: Call,
  organization: Account,
  input: P,
): state.Selection {
  const found = find(world.db, organization, input);
  if (!found) throw notFound();
  if (!found.isSelected) throw conflict(`The ${what} is not set to selected`);
  return found.selection;
}
