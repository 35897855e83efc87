import { operation } from "../operation.ts";
import { pushAccess } from "../reads-and-writes.ts";
import {
  createVariable,
  deleteVariable,
  getVariable,
  listVariables,
  updateVariable,
  variableAccess,
} from "../shared/variables.ts";

const VARIABLES = variableAccess(pushAccess("actions_variables"));

/**
 * Lists the variables of a repository.
 * @see https://docs.github.com/rest/actions/variables#list-repository-variables
 */
export const listRepositoryVariables = operation("GET /repos/{owner}/{repo}/actions/variables", () =>
  listVariables(VARIABLES),
);

/**
 * Gets a variable of a repository; null if it doesn't exist.
 * @see https://docs.github.com/rest/actions/variables#get-a-repository-variable
 */
export const getRepositoryVariable = operation("GET /repos/{owner}/{repo}/actions/variables/{name}", () =>
  getVariable(VARIABLES),
);

/**
 * Creates a variable of a repository; 409 if the name is taken.
 * @see https://docs.github.com/rest/actions/variables#create-a-repository-variable
 */
export const createRepositoryVariable = operation("POST /repos/{owner}/{repo}/actions/variables", () =>
  createVariable(VARIABLES, getRepositoryVariable),
);

/**
 * Updates the value of a repository's variable, or renames it to `new_name`.
 * @see https://docs.github.com/rest/actions/variables#update-a-repository-variable
 */
export const updateRepositoryVariable = operation("PATCH /repos/{owner}/{repo}/actions/variables/{name}", () =>
  updateVariable(VARIABLES),
);

/**
 * Deletes a variable of a repository.
 * @see https://docs.github.com/rest/actions/variables#delete-a-repository-variable
 */
export const deleteRepositoryVariable = operation("DELETE /repos/{owner}/{repo}/actions/variables/{name}", () =>
  deleteVariable(VARIABLES),
);
