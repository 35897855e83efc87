import type { Input } from "@forgehand/core/contract";
import {
  createOrganizationVariable,
  deleteOrganizationVariable,
  getOrganizationVariable,
  listOrganizationVariableRepositories,
  listOrganizationVariables,
  setOrganizationVariableRepositories,
  updateOrganizationVariable,
} from "@forgehand/core/operations";
import { organizationHandler, renderPage } from "../../http/handler.ts";
import { invalid, notFound } from "../../http-error.ts";
import { renderOrganizationVariable } from "../../objects/variable.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { selectionOf, selectRepositories } from "../../state/selections.ts";
import * as state from "../../state/variables.ts";
import { timestamp } from "../../timestamp.ts";
import { checkRepositories, selectedByVisibility, selectionHandlers } from "../shared/selected-repositories.ts";
import { checkNewVariable, mergeVariable, removeVariable } from "../shared/variables.ts";

const ownerOf = ({ id }: Account): state.VariableOwner => ({ level: "organization", id });

const findVariable = (db: Database, organization: Account, { name }: { readonly name: string }) =>
  state.findVariable(db, state.OrganizationVariable, ownerOf(organization), name);

export const variables = [
  organizationHandler(listOrganizationVariables, (_input, call) => {
    const { context, organization, page } = call;
    const rowPage = state.variablesOf(context.db, state.OrganizationVariable, ownerOf(organization), page);
    const variables = renderPage(call, rowPage, (variable) =>
      renderOrganizationVariable(context, organization, variable),
    );
    return { total_count: rowPage.total, variables };
  }),

  organizationHandler(getOrganizationVariable, (input, { context, organization }) => {
    const variable = findVariable(context.db, organization, input);
    return variable ? renderOrganizationVariable(context, organization, variable) : null;
  }),

  organizationHandler(createOrganizationVariable, (input, { context: { db, now }, organization }) => {
    const { name, value, visibility } = input;
    const owner = ownerOf(organization);
    checkNewVariable(db, owner, name, value);
    const repositories = checkRepositories(db, organization, input.selected_repository_ids ?? []);
    db.transaction(() => {
      const id = state.createVariable(db, owner, { name, value, visibility }, timestamp(now()));
      selectRepositories(db, selectionOf("variable", id), repositories);
    });
    return undefined;
  }),

  organizationHandler(updateOrganizationVariable, (input, { context: { db, now }, organization }) => {
    const before = findVariable(db, organization, input);
    if (!before) throw notFound();
    const change = mergeVariable(db, ownerOf(organization), before, input);
    const visibility = input.visibility ?? before.visibility;
    const repositories = changedSelection(db, organization, input, visibility);
    db.transaction(() => {
      state.updateVariable(db, before.id, { ...change, visibility }, timestamp(now()));
      if (repositories) selectRepositories(db, selectionOf("variable", before.id), repositories);
    });
    return undefined;
  }),

  organizationHandler(deleteOrganizationVariable, ({ name }, { context, organization }) =>
    removeVariable(context.db, ownerOf(organization), name),
  ),

  ...selectionHandlers(selectedByVisibility("variable", findVariable), {
    list: listOrganizationVariableRepositories,
    set: setOrganizationVariableRepositories,
  }),
];

/** Returns the selected repositories after an update; undefined if the selection doesn't change. */
function changedSelection(
  db: Database,
  organization: Account,
  { selected_repository_ids: ids }: Input<typeof updateOrganizationVariable>,
  visibility: state.OrganizationVariable["visibility"],
): Iterable<number> | undefined {
  if (visibility !== "selected") {
    if (ids === undefined) return [];
    throw invalid("selected_repository_ids", 'selected_repository_ids is allowed only when visibility is "selected"');
  }
  return ids && checkRepositories(db, organization, ids);
}
