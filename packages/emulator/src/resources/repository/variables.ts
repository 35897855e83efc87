import {
  createRepositoryVariable,
  deleteRepositoryVariable,
  getRepositoryVariable,
  listRepositoryVariables,
  updateRepositoryVariable,
} from "@forgehand/core/operations";
import { listed, onRepository } from "../../http/call.ts";
import { notFound } from "../../http/refusal.ts";
import { renderVariable } from "../../objects/variable.ts";
import type { Repository } from "../../state/repositories.ts";
import * as state from "../../state/variables.ts";
import { timestamp } from "../../timestamp.ts";
import { changedVariable, checkNewVariable, removeVariable } from "../families/variables.ts";

const ownerOf = ({ id }: Repository): state.VariableOwner => ({ level: "repository", id });

export const variables = [
  onRepository(listRepositoryVariables, (_input, call) => {
    const { world, repository, window } = call;
    const part = state.variablesOf(world.db, state.Variable, ownerOf(repository), window);
    return { total_count: part.total, variables: listed(call, part, renderVariable) };
  }),

  onRepository(getRepositoryVariable, ({ name }, { world, repository }) => {
    const variable = state.findVariable(world.db, state.Variable, ownerOf(repository), name);
    return variable ? renderVariable(variable) : null;
  }),

  onRepository(createRepositoryVariable, ({ name, value }, { world: { db, now }, repository }) => {
    const owner = ownerOf(repository);
    checkNewVariable(db, owner, name, value);
    state.createVariable(db, owner, { name, value }, timestamp(now()));
    return undefined;
  }),

  onRepository(updateRepositoryVariable, (input, { world: { db, now }, repository }) => {
    const owner = ownerOf(repository);
    const variable = state.findVariable(db, state.Variable, owner, input.name);
    if (!variable) throw notFound();
    state.updateVariable(db, variable.id, changedVariable(db, owner, variable, input), timestamp(now()));
    return undefined;
  }),

  onRepository(deleteRepositoryVariable, ({ name }, { world, repository }) =>
    removeVariable(world.db, ownerOf(repository), name),
  ),
];
