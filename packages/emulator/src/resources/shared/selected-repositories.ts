import type { Operation, Output } from "@forgehand/core/contract";
import type { listActionsRepositories, listOrganizationActionsSecretRepositories } from "@forgehand/core/operations";
import { visibleRepositories } from "../../callers/visible.ts";
import { type ApiCall, type Handler, organizationHandler, renderPage } from "../../http/handler.ts";
import { conflict, invalid, notFound } from "../../http-error.ts";
import { type renderRepository, renderSimpleRepository } from "../../objects/repository.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { getRepository, type Repository } from "../../state/repositories.ts";
import * as state from "../../state/selections.ts";
import { readSetting, type SettingDefinition, settingSelection } from "../../state/settings.ts";

// Repository selections of an organization's secrets, variables and settings. Unless the visibility is `selected`,
// reading or changing the selection returns 409.

/** An object or setting that repositories are selected for. */
export interface SelectionSource<P> {
  /** Name of the field that must be `selected`, for error messages. */
  readonly description: string;
  /** Finds the selection and whether it is active. Returns undefined if the object does not exist. */
  readonly find: (
    db: Database,
    organization: Account,
    input: P,
  ) => { readonly selection: state.Selection; readonly isSelected: boolean } | undefined;
}

/**
 * Creates the source of an object with a visibility.
 * @param find finds the object in an organization
 */
export function selectedByVisibility<P>(
  kind: "secret" | "variable",
  find: (
    db: Database,
    organization: Account,
    input: P,
  ) => { readonly id: number; readonly visibility: state.Visibility | null } | undefined,
): SelectionSource<P> {
  return {
    description: `visibility of the ${kind}`,
    find: (db, organization, input) => {
      const found = find(db, organization, input);
      return found && { selection: state.selectionOf(kind, found.id), isSelected: found.visibility === "selected" };
    },
  };
}

/**
 * Creates the source of an organization's setting.
 * @param field the setting's field that must be `selected`
 */
export function selectedBySetting<F extends string>(
  setting: SettingDefinition<{ readonly [K in F]: string }>,
  field: F,
): SelectionSource<{ readonly org: string }> {
  return {
    description: `setting ${field}`,
    find: (db, { id }) => ({
      selection: settingSelection(setting, id),
      isSelected: readSetting(db, setting, id)[field] === "selected",
    }),
  };
}

/** Some lists return more fields per repository than others. */
type Repositories = Output<typeof listOrganizationActionsSecretRepositories | typeof listActionsRepositories>;

/**
 * Handles listing and replacing the selection.
 * @param render renders a listed repository: by default little more than its links
 */
export function selectionHandlers<P>(
  source: SelectionSource<P>,
  operations: {
    readonly list: Operation<P, Repositories>;
    readonly set: Operation<P & { readonly selected_repository_ids: number[] }, undefined>;
  },
  render: typeof renderSimpleRepository | typeof renderRepository = renderSimpleRepository,
): Handler[] {
  return [
    organizationHandler(operations.list, (input, call) => {
      const { context, caller, organization, page } = call;
      const selectionHandlers = findSelection(source, call, organization, input);
      const rowPage = state.selectedRepositories(context.db, selectionHandlers, visibleRepositories(caller), page);
      const repositories = renderPage(call, rowPage, (repository) => render(context, repository, caller));
      return { total_count: rowPage.total, repositories };
    }),

    organizationHandler(operations.set, (input, call) => {
      const { context, organization } = call;
      const selectionHandlers = findSelection(source, call, organization, input);
      const repositories = checkRepositories(context.db, organization, input.selected_repository_ids);
      state.selectRepositories(context.db, selectionHandlers, repositories);
      return undefined;
    }),
  ];
}

/** Handles adding and removing single repositories, which must belong to the organization. */
export function singleSelectionHandlers<P>(
  source: SelectionSource<P>,
  operations: {
    readonly add: Operation<P & { readonly repository_id: number }, undefined>;
    readonly remove: Operation<P & { readonly repository_id: number }, undefined>;
  },
): Handler[] {
  const createHandler = (operation: typeof operations.add, change: typeof state.selectRepository) =>
    organizationHandler(operation, (input, call) => {
      const { context, organization } = call;
      const selectionHandlers = findSelection(source, call, organization, input);
      const repository = findOwnedRepository(context.db, organization, input.repository_id);
      if (!repository) throw notFound();
      change(context.db, selectionHandlers, repository.id);
      return undefined;
    });
  return [
    createHandler(operations.add, state.selectRepository),
    createHandler(operations.remove, state.deselectRepository),
  ];
}

/**
 * Returns the ids without duplicates.
 * @throws HttpError 422 on a repository that does not belong to the organization
 */
export function checkRepositories(db: Database, organization: Account, ids: readonly number[]): Set<number> {
  for (const id of ids) {
    if (!findOwnedRepository(db, organization, id)) {
      throw invalid(
        "selected_repository_ids",
        `selected_repository_ids must be repositories of the organization, got ${id}`,
      );
    }
  }
  return new Set(ids);
}

/** Returns a repository by id, if it belongs to the organization. */
export function findOwnedRepository(db: Database, organization: Account, id: number): Repository | undefined {
  const repository = getRepository(db, id);
  return repository?.owner_id === organization.id ? repository : undefined;
}

/**
 * Returns the requested selection.
 * @throws HttpError 404 if the object does not exist, 409 if its selection is not active
 */
function findSelection<P>(
  { description, find }: SelectionSource<P>,
  { context }: ApiCall,
  organization: Account,
  input: P,
): state.Selection {
  const found = find(context.db, organization, input);
  if (!found) throw notFound();
  if (!found.isSelected) throw conflict(`The ${description} is not set to selected`);
  return found.selection;
}
