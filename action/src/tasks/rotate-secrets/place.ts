import type { Settings } from "../../settings/read.ts";
import type { Selection } from "../../targets/directory.ts";
import { isWild } from "../../targets/repository.ts";
import { readSelection } from "../../targets/selection.ts";
import type { Kind } from "./vault/vault.ts";

/** Where an entry's secret is: in organizations, in repositories, in an environment of each. */
export type Place =
  | { readonly level: "organization"; readonly kind: Kind; readonly organizations: readonly string[] }
  | { readonly level: "repository"; readonly kind: Kind; readonly selection: Selection }
  | {
      readonly level: "environment";
      readonly kind: "actions";
      readonly selection: Selection;
      readonly environment: string;
    };

/** Reads where an entry's secret is. @throws Problem */
export function readPlace(settings: Settings): Place {
  const organizations = settings.optional("organization");
  const environment = settings.optional("environment");
  const kind = settings.required("kind");
  const said = settings.optional("level");
  const isOfRepositories = said === "repository" || said === "environment";
  // An organization's name alone is about its own secrets; with this level, about those of all that it has.
  const selection = readSelection(settings, isOfRepositories ? organizations : undefined);
  if (selection && organizations && !(isOfRepositories && isWithin(selection, organizations))) {
    throw settings.problem(
      "organization",
      `and "repositories" are about different secrets: leave one out. An organization's repositories are named as repositories: ${organizations[0] ?? "acme"}/*`,
    );
  }
  const usual = environment !== undefined ? "environment" : selection ? "repository" : "organization";
  const level = said ?? usual;
  if (level === "organization") {
    if (environment !== undefined)
      throw settings.problem("environment", "is no organization's: name its repositories.");
    if (selection) {
      throw settings.problem("repositories", "name none at the level organization: name it in organization instead.");
    }
    return { level, kind, organizations: settings.required("organization") };
  }
  if (!selection) {
    if (!organizations) settings.required("repositories");
    throw settings.problem(
      "environment",
      `is of repositories: name them, such as repositories: ${organizations?.[0] ?? "acme"}/*, or say level: environment for all of the organization's`,
    );
  }
  if (level === "repository") {
    if (environment === undefined) return { level, kind, selection };
    throw settings.problem("environment", "has a level of its own: say level: environment, or leave the level out.");
  }
  if (kind !== "actions") {
    throw settings.problem("kind", `is ${kind}, and environments have no such secrets: say kind: actions.`);
  }
  return { level, kind, selection, environment: settings.required("environment") };
}

/** Are all of these repositories an organization's? */
function isWithin({ patterns }: Selection, organizations: readonly string[]): boolean {
  const owners = new Set(organizations.map((login) => login.toLowerCase()));
  return patterns.every(({ owner }) => owners.has(owner.toLowerCase()));
}

/** May it be about more than one target? */
export function maybeSeveral(place: Place): boolean {
  if (place.level === "organization") return place.organizations.length > 1;
  const including = place.selection.patterns.filter(({ excludes }) => !excludes);
  return including.length > 1 || including.some(isWild);
}
