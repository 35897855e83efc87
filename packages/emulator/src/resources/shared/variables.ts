import type { Operation } from "@forgehand/core/contract";
import { listRepositoryOrganizationAgentsVariables } from "@forgehand/core/operations";
import {
  type ApiCall,
  type DefineHandler,
  type Handler,
  type OrganizationCall,
  organizationHandler,
  renderPage,
  repositoryHandler,
} from "../../http/handler.ts";
import { conflict, invalid, notFound, requireFound } from "../../http-error.ts";
import { renderOrganizationVariable, renderVariable } from "../../objects/variable.ts";
import type { Database } from "../../state/database.ts";
import { selectionOf, selectRepositories, type Visibility } from "../../state/selections.ts";
import * as state from "../../state/variables.ts";
import { timestamp } from "../../timestamp.ts";
import { requireEnvironment } from "../repository/environments.ts";
import { OPERATIONS } from "./operations-by-name.ts";
import {
  checkRepositories,
  ORGANIZATION_SELECTION,
  selectedByVisibility,
  selectionChanges,
  selectionList,
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

/** Returns the operations on the variables of one kind and level. */
const operationsOn = <O extends `${"Organization" | "Repository"}${"" | "Agents"}` | "Environment">(owner: O) => ({
  list: OPERATIONS[`list${owner}Variables` as const],
  get: OPERATIONS[`get${owner}Variable` as const],
  create: OPERATIONS[`create${owner}Variable` as const],
  update: OPERATIONS[`update${owner}Variable` as const],
  remove: OPERATIONS[`delete${owner}Variable` as const],
});

interface VariableNameInput {
  readonly name: string;
}

interface VariableChange extends VariableNameInput {
  readonly new_name?: string | undefined;
  readonly value?: string | undefined;
}

/** @template P path parameters, I input of `create`, U input of `update`, V rendered variable */
interface VariableOperations<P, I, U, V> {
  readonly list: Operation<P, { readonly total_count: number; readonly variables: V[] }>;
  readonly get: Operation<P & VariableNameInput, V | null>;
  readonly create: Operation<I, undefined>;
  readonly update: Operation<U, undefined>;
  readonly remove: Operation<P & VariableNameInput, undefined>;
}

/** One kind of variable at one level. */
interface VariableLevel<C, P, W, V> {
  /** Returns where a request's variables are stored. */
  readonly scopeOf: (call: C, input: P) => state.VariableScope;
  readonly render: (variable: state.Variable, call: C) => V;
  /**
   * Returns the repositories that can read a variable after a request, undefined ones if the selection doesn't change.
   * Levels without selections don't have this function.
   */
  readonly readAccess?: (
    input: W,
    call: C,
    before: state.Variable | undefined,
  ) => { readonly visibility: Visibility | null; readonly repositories: Iterable<number> | undefined };
}

function variableHandlers<
  C extends ApiCall,
  P,
  I extends P & VariableNameInput & { readonly value: string },
  U extends P & VariableChange,
  V,
>(
  define: DefineHandler<C>,
  { list, get, create, update, remove }: VariableOperations<P, I, U, V>,
  { scopeOf, render, readAccess }: VariableLevel<C, P, I | U, V>,
): Handler[] {
  const nameInScope = (call: C, input: P & VariableNameInput) => ({
    ...state.inScope(scopeOf(call, input)),
    name: input.name,
  });
  return [
    define(list, (input, call) => {
      const rowPage = state.variables.page(call.context.db, state.inScope(scopeOf(call, input)), "name", call.page);
      return { total_count: rowPage.total, variables: renderPage(call, rowPage, (variable) => render(variable, call)) };
    }),

    define(get, (input, call) => {
      const variable = state.variables.find(call.context.db, nameInScope(call, input));
      return variable ? render(variable, call) : null;
    }),

    define(create, (input, call) => {
      const { db, now } = call.context;
      const { name, value } = input;
      const scope = scopeOf(call, input);
      checkNewVariable(db, scope, name, value);
      const access = readAccess?.(input, call, undefined);
      db.transaction(() => {
        const visibility = access?.visibility ?? null;
        const id = state.createVariable(db, scope, { name, value, visibility }, timestamp(now()));
        if (access?.repositories) selectRepositories(db, selectionOf("variable", id), access.repositories);
      });
    }),

    define(update, (input, call) => {
      const { db, now } = call.context;
      const scope = scopeOf(call, input);
      const before = requireFound(state.variables.find(db, { ...state.inScope(scope), name: input.name }));
      const change = mergeVariable(db, scope, before, input);
      const access = readAccess?.(input, call, before);
      db.transaction(() => {
        const visibility = access?.visibility ?? null;
        state.updateVariable(db, before.id, { ...change, visibility }, timestamp(now()));
        if (access?.repositories) selectRepositories(db, selectionOf("variable", before.id), access.repositories);
      });
    }),

    define(remove, (input, call) => {
      if (state.variables.delete(call.context.db, nameInScope(call, input)) === 0) throw notFound();
    }),
  ];
}

function repositoryVariables(kind: state.VariableKind, name: "" | "Agents"): Handler[] {
  return variableHandlers(repositoryHandler, operationsOn(`Repository${name}`), {
    scopeOf: ({ repository: { id } }) => ({ kind, level: "repository", id }),
    render: renderVariable,
  });
}

/** Handles one kind of an organization's variables, including the selected repositories. */
function organizationVariables(kind: state.VariableKind, name: "" | "Agents"): Handler[] {
  const scopeOf = ({ organization: { id } }: OrganizationCall): state.VariableScope => ({
    kind,
    level: "organization",
    id,
  });
  const readers = selectedByVisibility("variable", (call, input: VariableNameInput & { readonly org: string }) =>
    state.variables.find(call.context.db, { ...state.inScope(scopeOf(call)), name: input.name }),
  );
  return [
    ...variableHandlers(organizationHandler, operationsOn(`Organization${name}`), {
      scopeOf,
      render: (variable, { context, organization }) =>
        renderOrganizationVariable(context, organization, kind, variable),
      readAccess: ({ selected_repository_ids: ids, visibility: requested }, call, before) => {
        const visibility = requested ?? before?.visibility ?? null;
        return { visibility, repositories: changedSelection(call, ids, visibility) };
      },
    }),
    selectionList(readers, OPERATIONS[`listOrganization${name}VariableRepositories` as const]),
    ...selectionChanges(readers, {
      set: OPERATIONS[`setOrganization${name}VariableRepositories` as const],
      add: OPERATIONS[`addOrganization${name}VariableRepository` as const],
      remove: OPERATIONS[`removeOrganization${name}VariableRepository` as const],
    }),
  ];
}

export const variables: readonly Handler[] = [
  ...repositoryVariables("actions", ""),
  ...repositoryVariables("agents", "Agents"),
  ...organizationVariables("actions", ""),
  ...organizationVariables("agents", "Agents"),

  ...variableHandlers(repositoryHandler, operationsOn("Environment"), {
    scopeOf: ({ context, repository }, { environment_name }) => {
      const { id } = requireEnvironment(context.db, repository.id, environment_name);
      return { kind: "actions", level: "environment", id };
    },
    render: renderVariable,
  }),

  // The organization's variables that a repository can read.
  repositoryHandler(listRepositoryOrganizationAgentsVariables, (_input, call) => {
    const rowPage = state.organizationVariablesFor(call.context.db, call.repository.id, "agents", call.page);
    return { total_count: rowPage.total, variables: renderPage(call, rowPage, renderVariable) };
  }),
];

/** Returns the selected repositories after a request; undefined if the selection doesn't change. */
function changedSelection(
  call: OrganizationCall,
  ids: readonly number[] | undefined,
  visibility: Visibility | null,
): Iterable<number> | undefined {
  if (visibility !== "selected") {
    if (ids === undefined) return [];
    throw invalid("selected_repository_ids", 'selected_repository_ids is allowed only when visibility is "selected"');
  }
  return ids && checkRepositories(ORGANIZATION_SELECTION, call, ids);
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

function checkValue(value: string): void {
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) throw invalid("value", "value must be at most 48 KB");
}

function checkNameUnused(db: Database, scope: state.VariableScope, name: string): void {
  if (state.variables.find(db, { ...state.inScope(scope), name }))
    throw conflict("Already exists - Variable already exists");
}
