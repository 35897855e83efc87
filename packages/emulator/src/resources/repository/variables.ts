import {
  createRepositoryVariable,
  deleteRepositoryVariable,
  getRepositoryVariable,
  listRepositoryVariables,
  updateRepositoryVariable,
} from "@forgehand/core/operations";
import { onRepository } from "../../http/call.ts";
import { invalid, notFound, Refusal } from "../../http/refusal.ts";
import * as state from "../../state/variables.ts";
import { timestamp } from "../../timestamp.ts";

export const variables = [
  onRepository(listRepositoryVariables, (_input, { world, repository, window, links }) => {
    const { rows, total } = state.variablesOf(world.db, repository.id, window);
    links.total(total);
    return { total_count: total, variables: rows.map(render) };
  }),

  onRepository(getRepositoryVariable, ({ name }, { world, repository }) => {
    const variable = state.findVariable(world.db, repository.id, name);
    return variable ? render(variable) : null;
  }),

  onRepository(createRepositoryVariable, ({ name, value }, { world, repository }) => {
    refuseValue(value);
    if (state.findVariable(world.db, repository.id, name)) throw taken();
    state.createVariable(world.db, repository.id, name, value, timestamp(world.now()));
    return undefined;
  }),

  onRepository(updateRepositoryVariable, ({ name, new_name, value }, { world, repository }) => {
    const variable = state.findVariable(world.db, repository.id, name);
    if (!variable) throw notFound();
    const change = { name: new_name ?? variable.name, value: value ?? variable.value };
    if (change.name.toUpperCase() !== variable.name.toUpperCase()) {
      if (state.findVariable(world.db, repository.id, change.name)) throw taken();
    }
    refuseValue(change.value);
    state.updateVariable(world.db, repository.id, variable, change, timestamp(world.now()));
    return undefined;
  }),

  onRepository(deleteRepositoryVariable, ({ name }, { world, repository }) => {
    if (!state.deleteVariable(world.db, repository.id, name)) throw notFound();
    return undefined;
  }),
];

const render = ({ name, value, created_at, updated_at }: state.Variable) => ({ name, value, created_at, updated_at });

const taken = () => new Refusal(409, "Already exists - Variable already exists");

/** The largest value of a variable, in bytes (public documents). */
const LARGEST_VALUE = 48 * 1024;

function refuseValue(value: string): void {
  if (Buffer.byteLength(value) > LARGEST_VALUE) throw invalid("value", "a value has at most 48 KB");
}
