import * as z from "zod/mini";
import type { Level } from "../access.ts";
import { allow, ORG_AND_PRIVATE_REPO } from "../allow.ts";
import { EDITIONS } from "../edition.ts";
import {
  listSelectedRepositories,
  type Selection,
  setSelectedRepositories,
} from "../families/selected-repositories.ts";
import { createVariable, deleteVariable, getVariable, listVariables, updateVariable } from "../families/variables.ts";
import { plainPath, selectedOnly, visibility } from "../fields.ts";
import { OrganizationVariable } from "../objects/variable.ts";
import { operation } from "../operation.ts";

const access = (level: Level) =>
  allow("organization_actions_variables", level, [ORG_AND_PRIVATE_REPO], { roles: ["organization-owner"] });

const ids = () => z.optional(z.array(z.int()));

const VARIABLES = {
  read: access("read"),
  write: access("write"),
  variable: OrganizationVariable,
  create: () => ({ visibility: visibility(), selected_repository_ids: ids() }),
  update: () => ({ visibility: z.optional(visibility()), selected_repository_ids: ids() }),
  rules: [selectedOnly("selected_repository_ids")],
};

const SELECTION: Selection = {
  read: VARIABLES.read,
  write: VARIABLES.write,
  editions: EDITIONS,
  otherStatuses: { list: [409], set: [409], one: [409] },
};

/** The variables of an organization. */
export const listOrganizationVariables = /* @__PURE__ */ operation("GET /orgs/{org}/actions/variables", () =>
  listVariables(VARIABLES),
);

/** One variable of an organization; null where there is none. */
export const getOrganizationVariable = /* @__PURE__ */ operation("GET /orgs/{org}/actions/variables/{name}", () =>
  getVariable(VARIABLES),
);

/** Create a variable of an organization; 409 where the name is taken. */
export const createOrganizationVariable = /* @__PURE__ */ operation("POST /orgs/{org}/actions/variables", () =>
  createVariable(VARIABLES, getOrganizationVariable),
);

/** Change an organization variable's value, its name to `new_name`, or who may read it. */
export const updateOrganizationVariable = /* @__PURE__ */ operation("PATCH /orgs/{org}/actions/variables/{name}", () =>
  updateVariable(VARIABLES),
);

/** Delete a variable of an organization. */
export const deleteOrganizationVariable = /* @__PURE__ */ operation("DELETE /orgs/{org}/actions/variables/{name}", () =>
  deleteVariable(VARIABLES),
);

/** The repositories that may read a variable whose visibility is `selected`. */
export const listOrganizationVariableRepositories = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/variables/{name}/repositories",
  () => listSelectedRepositories(SELECTION, plainPath),
);

/** Replace the repositories that may read a variable. */
export const setOrganizationVariableRepositories = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/variables/{name}/repositories",
  () => setSelectedRepositories(SELECTION, plainPath),
);
