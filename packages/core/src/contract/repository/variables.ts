import { allow } from "../allow.ts";
import { createVariable, deleteVariable, getVariable, listVariables, updateVariable } from "../families/variables.ts";
import { Variable } from "../objects/variable.ts";
import { operation } from "../operation.ts";

const VARIABLES = {
  read: allow("actions_variables", "read", ["repo"], { roles: ["push"] }),
  write: allow("actions_variables", "write", ["repo"], { roles: ["push"] }),
  variable: Variable,
  create: () => ({}),
  update: () => ({}),
  rules: [],
};

/** The variables of a repository. */
export const listRepositoryVariables = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/actions/variables", () =>
  listVariables(VARIABLES),
);

/** One variable of a repository; null where there is none. */
export const getRepositoryVariable = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/actions/variables/{name}",
  () => getVariable(VARIABLES),
);

/** Create a variable of a repository; 409 where the name is taken. */
export const createRepositoryVariable = /* @__PURE__ */ operation("POST /repos/{owner}/{repo}/actions/variables", () =>
  createVariable(VARIABLES, getRepositoryVariable),
);

/** Change a repository variable's value, or its name to `new_name`. */
export const updateRepositoryVariable = /* @__PURE__ */ operation(
  "PATCH /repos/{owner}/{repo}/actions/variables/{name}",
  () => updateVariable(VARIABLES),
);

/** Delete a variable of a repository. */
export const deleteRepositoryVariable = /* @__PURE__ */ operation(
  "DELETE /repos/{owner}/{repo}/actions/variables/{name}",
  () => deleteVariable(VARIABLES),
);
