import type { Operation, Output } from "@forgehand/core/contract";
import type { listActionsRepositories, listOrganizationActionsSecretRepositories } from "@forgehand/core/operations";
import { canSeeRepository } from "../../callers/permission.ts";
import { visibleRepositories } from "../../callers/visible.ts";
import {
  type ApiCall,
  type DefineHandler,
  type Handler,
  type OrganizationCall,
  organizationHandler,
  renderPage,
  type UserCall,
  userHandler,
} from "../../http/handler.ts";
import { conflict, invalid, requireFound } from "../../http-error.ts";
import { type renderRepository, renderSimpleRepository } from "../../objects/repository.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { getRepository, type Repository } from "../../state/repositories.ts";
import * as state from "../../state/selections.ts";
import { readSetting, type SettingDefinition, settingSelection } from "../../state/settings.ts";

// Repository selections of secrets, variables and settings. Unless the visibility is `selected`, reading or changing the
// selection returns 409.

/**
 * An object or setting that repositories are selected for.
 * @template P path parameters
 */
export interface SelectionSource<C extends ApiCall, P> {
  readonly define: DefineHandler<C>;
  /** @throws HttpError 404 if the object doesn't exist, 409 if its selection is not active */
  readonly requireSelection: (call: C, input: P) => state.Selection;
  /** Returns a repository that can be selected. */
  readonly findRepository: (call: C, id: number) => Repository | undefined;
  /** Completes the message about a repository that can't be selected. */
  readonly selectable: string;
}

/** Organizations select among their own repositories. */
export const ORGANIZATION_SELECTION: Omit<SelectionSource<OrganizationCall, unknown>, "requireSelection"> = {
  define: organizationHandler,
  findRepository: ({ context, organization }, id) => findOwnedRepository(context.db, organization, id),
  selectable: "of the organization",
};

/** Users select among the repositories that they can see. */
export const USER_SELECTION: Omit<SelectionSource<UserCall, unknown>, "requireSelection"> = {
  define: userHandler,
  findRepository: ({ context, caller }, id) => {
    const repository = getRepository(context.db, id);
    return repository && canSeeRepository(context, caller, repository) ? repository : undefined;
  },
  selectable: "that the user can see",
};

/**
 * Creates the source of an object with a visibility.
 * @param find finds the object in an organization
 */
export function selectedByVisibility<P>(
  kind: "secret" | "variable",
  find: (
    call: OrganizationCall,
    input: P,
  ) => { readonly id: number; readonly visibility: state.Visibility | null } | undefined,
): SelectionSource<OrganizationCall, P> {
  return {
    ...ORGANIZATION_SELECTION,
    requireSelection: (call, input) => {
      const { id, visibility } = requireFound(find(call, input));
      checkIsSelected(`visibility of the ${kind}`, visibility);
      return state.selectionOf(kind, id);
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
): SelectionSource<OrganizationCall, { readonly org: string }> {
  return {
    ...ORGANIZATION_SELECTION,
    requireSelection: ({ context: { db }, organization: { id } }) => {
      checkIsSelected(`setting ${field}`, readSetting(db, setting, id)[field]);
      return settingSelection(setting, id);
    },
  };
}

/** @throws HttpError 409 */
function checkIsSelected(description: string, value: string | null): void {
  if (value !== "selected") throw conflict(`The ${description} is not set to selected`);
}

/** Some lists return more fields per repository than others. */
type Repositories = Output<typeof listOrganizationActionsSecretRepositories | typeof listActionsRepositories>;

/**
 * Handles listing the selection.
 * @param render renders a listed repository: by default little more than its links
 */
export function selectionList<C extends ApiCall, P>(
  { define, requireSelection }: SelectionSource<C, P>,
  list: Operation<P, Repositories>,
  render: typeof renderSimpleRepository | typeof renderRepository = renderSimpleRepository,
): Handler {
  return define(list, (input, call) => {
    const { context, caller, page } = call;
    const selection = requireSelection(call, input);
    const rowPage = state.selectedRepositories(context.db, selection, visibleRepositories(caller), page);
    const repositories = renderPage(call, rowPage, (repository) => render(context, repository, caller));
    return { total_count: rowPage.total, repositories };
  });
}

/** Handles replacing the selection, and adding and removing single repositories. */
export function selectionChanges<C extends ApiCall, P>(
  source: SelectionSource<C, P>,
  operations: {
    readonly set: Operation<P & { readonly selected_repository_ids: number[] }, undefined>;
    readonly add: Operation<P & { readonly repository_id: number }, undefined>;
    readonly remove: Operation<P & { readonly repository_id: number }, undefined>;
  },
): Handler[] {
  const changeOne = (operation: typeof operations.add, change: typeof state.selectRepository) =>
    source.define(operation, (input, call) => {
      const selection = source.requireSelection(call, input);
      change(call.context.db, selection, requireFound(source.findRepository(call, input.repository_id)).id);
    });
  return [
    source.define(operations.set, (input, call) => {
      const selection = source.requireSelection(call, input);
      const repositories = checkRepositories(source, call, input.selected_repository_ids);
      state.selectRepositories(call.context.db, selection, repositories);
    }),
    changeOne(operations.add, state.selectRepository),
    changeOne(operations.remove, state.deselectRepository),
  ];
}

/**
 * Returns the ids without duplicates.
 * @throws HttpError 422 on a repository that can't be selected
 */
export function checkRepositories<C extends ApiCall>(
  { findRepository, selectable }: Pick<SelectionSource<C, unknown>, "findRepository" | "selectable">,
  call: C,
  ids: readonly number[] = [],
): Set<number> {
  for (const id of ids) {
    if (!findRepository(call, id)) {
      const message = `selected_repository_ids must be repositories ${selectable}, got ${id}`;
      throw invalid("selected_repository_ids", message);
    }
  }
  return new Set(ids);
}

/** Returns a repository by id, if it belongs to the organization. */
export function findOwnedRepository(db: Database, organization: Account, id: number): Repository | undefined {
  const repository = getRepository(db, id);
  return repository?.owner_id === organization.id ? repository : undefined;
}
