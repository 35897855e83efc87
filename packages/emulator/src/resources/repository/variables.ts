import {
  createRepositoryVariable,
  deleteRepositoryVariable,
  getRepositoryVariable,
  listRepositoryVariables,
  updateRepositoryVariable,
} from "@forgehand/core/operations";
import { renderPage, repositoryHandler } from "../../http/handler.ts";
import { notFound } from "../../http-error.ts";
import { renderVariable } from "../../objects/variable.ts";
import type { Repository } from "../../state/repositories.ts";
import * as state from "../../state/variables.ts";
import { timestamp } from "../../timestamp.ts";
import { checkNewVariable, mergeVariable, removeVariable } from "../shared/variables.ts";

const ownerOf = ({ id }: Repository): state.VariableOwner => ({ level: "repository", id });

export const variables = [
  repositoryHandler(listRepositoryVariables, (_input, call) => {
    const { context, repository, page } = call;
    const rowPage = state.variablesOf(context.db, state.Variable, ownerOf(repository), page);
    return { total_count: rowPage.total, variables: renderPage(call, rowPage, renderVariable) };
  }),

  repositoryHandler(getRepositoryVariable, ({ name }, { context, repository }) => {
    const variable = state.findVariable(context.db, state.Variable, ownerOf(repository), name);
    return variable ? renderVariable(variable) : null;
  }),

  repositoryHandler(createRepositoryVariable, ({ name, value }, { context: { db, now }, repository }) => {
    const owner = ownerOf(repository);
    checkNewVariable(db, owner, name, value);
    state.createVariable(db, owner, { name, value }, timestamp(now()));
    return undefined;
  }),

  repositoryHandler(updateRepositoryVariable, (input, { context: { db, now }, repository }) => {
    const owner = ownerOf(repository);
    const variable = state.findVariable(db, state.Variable, owner, input.name);
    if (!variable) throw notFound();
    state.updateVariable(db, variable.id, mergeVariable(db, owner, variable, input), timestamp(now()));
    return undefined;
  }),

  repositoryHandler(deleteRepositoryVariable, ({ name }, { context, repository }) =>
    removeVariable(context.db, ownerOf(repository), name),
  ),
];
