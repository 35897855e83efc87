import { nullable, oneOf, type RowOf, reference, rowId, text, typedName } from "./columns.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { readableBy, selectionTable, Visibility } from "./selections.ts";
import { table } from "./table.ts";

export const variables = table(
  "variables",
  {
    id: rowId(),
    kind: oneOf(["actions", "agents"]),
    organization_id: nullable(reference("accounts")),
    repository_id: nullable(reference("repositories")),
    environment_id: nullable(reference("environments")),
    name: typedName(),
    value: text(),
    /** Null for variables of repositories and environments. */
    visibility: nullable(text(Visibility)),
    created_at: text(),
    updated_at: text(),
  },
  {
    unique: [
      ["organization_id", "kind", "name"],
      ["repository_id", "kind", "name"],
      ["environment_id", "kind", "name"],
    ],
    more: selectionTable("variable"),
  },
);
export type Variable = RowOf<typeof variables>;
export type VariableKind = Variable["kind"];

/** The organization, repository or environment that variables of a kind belong to. */
export interface VariableScope {
  readonly kind: VariableKind;
  readonly level: "organization" | "repository" | "environment";
  readonly id: number;
}

/** The fields of a variable that can be set; only an organization's has `visibility`. */
export type VariableSettings = Pick<Variable, "name" | "value"> & { readonly visibility?: Visibility | null };

/** Returns the columns that the variables of a scope have in common. */
export function inScope({ kind, level, id }: VariableScope) {
  if (level === "organization") return { kind, organization_id: id };
  return level === "repository" ? { kind, repository_id: id } : { kind, environment_id: id };
}

/** Returns the organization's variables of a kind that a repository can read, by name. */
export function organizationVariablesFor(
  db: Database,
  repositoryId: number,
  kind: VariableKind,
  pageRange: PageRange,
): RowPage<Variable> {
  const query = `s.* FROM variables s JOIN repositories r ON r.id = ? WHERE s.kind = ? AND ${readableBy("variable")}
    ORDER BY s.name`;
  return queryPage(db, variables, query, [repositoryId, kind], pageRange);
}

/** @returns the variable's id */
export function createVariable(db: Database, scope: VariableScope, settings: VariableSettings, now: string): number {
  const name = settings.name.toUpperCase();
  return variables.insert(db, { ...settings, ...inScope(scope), name, created_at: now, updated_at: now }).id;
}

export function updateVariable(db: Database, id: number, settings: VariableSettings, now: string): void {
  variables.update(db, { id }, { ...settings, name: settings.name.toUpperCase(), updated_at: now });
}
