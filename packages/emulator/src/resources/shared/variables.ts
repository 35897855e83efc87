import type { Input, Operation } from "@forgehand/core/contract";
import type {
  addOrganizationVariableRepository,
  createOrganizationVariable,
  createRepositoryVariable,
  deleteOrganizationVariable,
  deleteRepositoryVariable,
  getOrganizationVariable,
  getRepositoryVariable,
  listOrganizationVariableRepositories,
  listOrganizationVariables,
  listRepositoryVariables,
  removeOrganizationVariableRepository,
  setOrganizationVariableRepositories,
  updateOrganizationVariable,
  updateRepositoryVariable,
} from "@forgehand/core/operations";
import { type Handler, organizationHandler, renderPage, repositoryHandler } from "../../http/handler.ts";
import { conflict, invalid, notFound } from "../../http-error.ts";
import { renderOrganizationVariable, renderVariable } from "../../objects/variable.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import type { Repository } from "../../state/repositories.ts";
import { selectionOf, selectRepositories } from "../../state/selections.ts";
import * as state from "../../state/variables.ts";
import { timestamp } from "../../timestamp.ts";
import {
  checkRepositories,
  selectedByVisibility,
  selectionHandlers,
  singleSelectionHandlers,
} from "./selected-repositories.ts";

// Two kinds of configuration variables at three levels work alike.

/** Maximum size of a variable in bytes (GitHub's documentation). */
const MAX_VALUE_BYTES = 48 * 1024;

/** Maximum number of variables of a kind (GitHub's documentation). */
const MAX_VARIABLES: Readonly<Record<state.VariableScope["level"], number>> = {
  organization: 1000,
  repository: 500,
  environment: 100,
};

/** The operations on one kind of variable of repositories or environments. @template P further path parameters */
interface RepositoryVariableOperations<P> {
  readonly list: OperationIn<P, typeof listRepositoryVariables>;
  readonly get: OperationIn<P, typeof getRepositoryVariable>;
  readonly create: OperationIn<P, typeof createRepositoryVariable>;
  readonly update: OperationIn<P, typeof updateRepositoryVariable>;
  readonly remove: OperationIn<P, typeof deleteRepositoryVariable>;
}

/** An operation with further path parameters. */
type OperationIn<P, O> = O extends Operation<infer I, infer A, infer M> ? Operation<I & P, A, M> : never;

/**
 * Handles one kind of variable of repositories or environments.
 * @param scopeOf returns where a request's variables are stored
 */
export function repositoryVariables<P>(
  operations: RepositoryVariableOperations<P>,
  scopeOf: (db: Database, repository: Repository, input: P) => state.VariableScope,
): Handler[] {
  return [
    repositoryHandler(operations.list, (input, call) => {
      const { context, repository, page } = call;
      const rowPage = state.variables.page(
        context.db,
        state.inScope(scopeOf(context.db, repository, input)),
        "name",
        page,
      );
      return { total_count: rowPage.total, variables: renderPage(call, rowPage, renderVariable) };
    }),

    repositoryHandler(operations.get, (input, { context: { db }, repository }) => {
      const variable = state.variables.find(db, { ...state.inScope(scopeOf(db, repository, input)), name: input.name });
      return variable ? renderVariable(variable) : null;
    }),

    repositoryHandler(operations.create, (input, { context: { db, now }, repository }) => {
      const scope = scopeOf(db, repository, input);
      const { name, value } = input;
      checkNewVariable(db, scope, name, value);
      state.createVariable(db, scope, { name, value }, timestamp(now()));
      return undefined;
    }),

    repositoryHandler(operations.update, (input, { context: { db, now }, repository }) => {
      const scope = scopeOf(db, repository, input);
      const variable = state.variables.find(db, { ...state.inScope(scope), name: input.name });
      if (!variable) throw notFound();
      state.updateVariable(db, variable.id, mergeVariable(db, scope, variable, input), timestamp(now()));
      return undefined;
    }),

    repositoryHandler(operations.remove, (input, { context: { db }, repository }) =>
      removeVariable(db, scopeOf(db, repository, input), input.name),
    ),
  ];
}

/** Handles the list of an organization's variables of one kind that a repository can read. */
export function sharedVariables(kind: state.VariableKind, list: typeof listRepositoryVariables): Handler {
  return repositoryHandler(list, (_input, call) => {
    const { context, repository, page } = call;
    const rowPage = state.organizationVariablesFor(context.db, repository.id, kind, page);
    return { total_count: rowPage.total, variables: renderPage(call, rowPage, renderVariable) };
  });
}

interface OrganizationVariableOperations {
  readonly list: typeof listOrganizationVariables;
  readonly get: typeof getOrganizationVariable;
  readonly create: typeof createOrganizationVariable;
  readonly update: typeof updateOrganizationVariable;
  readonly remove: typeof deleteOrganizationVariable;
  readonly listRepositories: typeof listOrganizationVariableRepositories;
  readonly setRepositories: typeof setOrganizationVariableRepositories;
  readonly addRepository: typeof addOrganizationVariableRepository;
  readonly removeRepository: typeof removeOrganizationVariableRepository;
}

/** Handles one kind of an organization's variables, including the selected repositories. */
export function organizationVariables(kind: state.VariableKind, operations: OrganizationVariableOperations): Handler[] {
  const scopeOf = ({ id }: Account): state.VariableScope => ({ kind, level: "organization", id });
  const findVariable = (
    db: Database,
    organization: Account,
    { name }: { readonly org: string; readonly name: string },
  ) => state.variables.find(db, { ...state.inScope(scopeOf(organization)), name });
  const { listRepositories, setRepositories, addRepository, removeRepository } = operations;
  return [
    organizationHandler(operations.list, (_input, call) => {
      const { context, organization, page } = call;
      const rowPage = state.variables.page(context.db, state.inScope(scopeOf(organization)), "name", page);
      const variables = renderPage(call, rowPage, (variable) =>
        renderOrganizationVariable(context, organization, kind, variable),
      );
      return { total_count: rowPage.total, variables };
    }),

    organizationHandler(operations.get, (input, { context, organization }) => {
      const variable = findVariable(context.db, organization, input);
      return variable ? renderOrganizationVariable(context, organization, kind, variable) : null;
    }),

    organizationHandler(operations.create, (input, { context: { db, now }, organization }) => {
      const { name, value, visibility } = input;
      const scope = scopeOf(organization);
      checkNewVariable(db, scope, name, value);
      const repositories = checkRepositories(db, organization, input.selected_repository_ids ?? []);
      db.transaction(() => {
        const id = state.createVariable(db, scope, { name, value, visibility }, timestamp(now()));
        selectRepositories(db, selectionOf("variable", id), repositories);
      });
      return undefined;
    }),

    organizationHandler(operations.update, (input, { context: { db, now }, organization }) => {
      const before = findVariable(db, organization, input);
      if (!before) throw notFound();
      const change = mergeVariable(db, scopeOf(organization), before, input);
      const visibility = input.visibility ?? before.visibility;
      const repositories = changedSelection(db, organization, input, visibility);
      db.transaction(() => {
        state.updateVariable(db, before.id, { ...change, visibility }, timestamp(now()));
        if (repositories) selectRepositories(db, selectionOf("variable", before.id), repositories);
      });
      return undefined;
    }),

    organizationHandler(operations.remove, ({ name }, { context, organization }) =>
      removeVariable(context.db, scopeOf(organization), name),
    ),

    ...selectionHandlers(selectedByVisibility("variable", findVariable), {
      list: listRepositories,
      set: setRepositories,
    }),
    ...singleSelectionHandlers(selectedByVisibility("variable", findVariable), {
      add: addRepository,
      remove: removeRepository,
    }),
  ];
}

/** Returns the selected repositories after an update; undefined if the selection doesn't change. */
function changedSelection(
  db: Database,
  organization: Account,
  { selected_repository_ids: ids }: Input<typeof updateOrganizationVariable>,
  visibility: state.Variable["visibility"],
): Iterable<number> | undefined {
  if (visibility !== "selected") {
    if (ids === undefined) return [];
    throw invalid("selected_repository_ids", 'selected_repository_ids is allowed only when visibility is "selected"');
  }
  return ids && checkRepositories(db, organization, ids);
}

/**
 * @throws HttpError 422 if the value is too large or the maximum number of variables is reached, 409 if the name is
 * already in use
 */
function checkNewVariable(db: Database, scope: state.VariableScope, name: string, value: string): void {
  checkValue(value);
  checkNameUnused(db, scope, name);
  const max = MAX_VARIABLES[scope.level];
  if (state.variables.count(db, state.inScope(scope)) < max) return;
  throw invalid("name", `there must be at most ${max} variables per ${scope.level}`, "unprocessable");
}

/**
 * Returns a variable's name and value after a change.
 * @throws HttpError 422 if the value is too large, 409 if the name is already in use
 */
function mergeVariable(
  db: Database,
  scope: state.VariableScope,
  before: state.Variable,
  { new_name: name = before.name, value = before.value }: { new_name?: string | undefined; value?: string | undefined },
): { name: string; value: string } {
  checkValue(value);
  if (name.toUpperCase() !== before.name.toUpperCase()) checkNameUnused(db, scope, name);
  return { name, value };
}

/** @throws HttpError 404 if the variable does not exist */
function removeVariable(db: Database, scope: state.VariableScope, name: string): undefined {
  if (state.variables.delete(db, { ...state.inScope(scope), name }) === 0) throw notFound();
  return undefined;
}

function checkValue(value: string): void {
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) throw invalid("value", "value must be at most 48 KB");
}

function checkNameUnused(db: Database, scope: state.VariableScope, name: string): void {
  if (state.variables.find(db, { ...state.inScope(scope), name }))
    throw conflict("Already exists - Variable already exists");
}
