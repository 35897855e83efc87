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
import { listed, onOrganization } from "../../http/call.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import { renderOrganizationVariable } from "../../objects/variable.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { selectionOf, selectRepositories } from "../../state/selections.ts";
import * as state from "../../state/variables.ts";
import { timestamp } from "../../timestamp.ts";
import { byVisibility, ownRepositories, selection } from "../families/selected-repositories.ts";
import { changedVariable, checkNewVariable, removeVariable } from "../families/variables.ts";

const ownerOf = ({ id }: Account): state.VariableOwner => ({ level: "organization", id });

const find = (db: Database, organization: Account, { name }: { readonly name: string }) =>
  state.findVariable(db, state.OrganizationVariable, ownerOf(organization), name);

export const variables = [
  onOrganization(listOrganizationVariables, (_input, call) => {
    const { world, organization, window } = call;
    const part = state.variablesOf(world.db, state.OrganizationVariable, ownerOf(organization), window);
    const variables = listed(call, part, (variable) => renderOrganizationVariable(world, organization, variable));
    return { total_count: part.total, variables };
  }),

  onOrganization(getOrganizationVariable, (input, { world, organization }) => {
    const variable = find(world.db, organization, input);
    return variable ? renderOrganizationVariable(world, organization, variable) : null;
  }),

  onOrganization(createOrganizationVariable, (input, { world: { db, now }, organization }) => {
    const { name, value, visibility } = input;
    const owner = ownerOf(organization);
    checkNewVariable(db, owner, name, value);
    const repositories = ownRepositories(db, organization, input.selected_repository_ids ?? []);
    db.transaction(() => {
      const id = state.createVariable(db, owner, { name, value, visibility }, timestamp(now()));
      selectRepositories(db, selectionOf("variable", id), repositories);
    });
    return undefined;
  }),

  onOrganization(updateOrganizationVariable, (input, { world: { db, now }, organization }) => {
    const before = find(db, organization, input);
    if (!before) throw notFound();
    const change = changedVariable(db, ownerOf(organization), before, input);
    const visibility = input.visibility ?? before.visibility;
    const repositories = changedSelection(db, organization, input, visibility);
    db.transaction(() => {
      state.updateVariable(db, before.id, { ...change, visibility }, timestamp(now()));
      if (repositories) selectRepositories(db, selectionOf("variable", before.id), repositories);
    });
    return undefined;
  }),

  onOrganization(deleteOrganizationVariable, ({ name }, { world, organization }) =>
    removeVariable(world.db, ownerOf(organization), name),
  ),

  ...selection(byVisibility("variable", find), {
    list: listOrganizationVariableRepositories,
    set: setOrganizationVariableRepositories,
  }),
];

/** What a change makes of the selected repositories; undefined where it leaves them. */
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
  return ids && ownRepositories(db, organization, ids);
}
