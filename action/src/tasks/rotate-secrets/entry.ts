import type { Problem } from "../../problem.ts";
import type { Moment } from "../../settings/forms.ts";
import type { Settings } from "../../settings/read.ts";
import type { SettingName, SettingValues } from "../../settings/values.ts";
import { nameOf, type Repository } from "../../targets/repository.ts";
import { maybeSeveral, type Place, readPlace } from "./place.ts";
import { type Policy, readPolicy } from "./policy.ts";
import type { Visibility } from "./readers/readers.ts";
import { isMade, readValueSource, type ValueSource } from "./value/value-source.ts";

/** One secret that is to have a new value, wherever it is. */
export interface Entry {
  readonly secret: string;
  readonly place: Place;
  readonly source: ValueSource;
  /** One value for all targets, or each its own. */
  readonly valueFor: "all" | "each";
  /** The program, and its arguments, that gets the value before it replaces the old one. */
  readonly deliver: readonly string[] | undefined;
  readonly policy: Policy;
  /** What was written after it is done; undefined: whatever this run's beginning is. */
  readonly since: Moment | undefined;
  readonly visibility: Visibility | undefined;
  readonly selected: readonly Repository[] | undefined;
  readonly mayWiden: boolean;
  /** The service's names for things, some of which it keeps for itself. */
  readonly dialect: SettingValues["dialect"];
  /** What is wrong with one of its settings. */
  readonly problem: (name: SettingName, problem: string) => Problem;
}

/** Reads the settings of one entry. @throws Problem */
export function readEntry(settings: Settings): Entry {
  const place = readPlace(settings);
  const source = readValueSource(settings);
  const deliver = settings.optional("deliver");
  if (source.from === "generate" && !deliver && !settings.required("allow-undelivered")) {
    throw settings.problem(
      "generate",
      'makes a value that nobody else gets: say with "deliver" which command hands it over, or "allow-undelivered: true".',
    );
  }
  const visibility = settings.optional("visibility");
  const selected = settings.optional("selected-repositories");
  checkReaders(settings, place, visibility, selected);
  return {
    secret: settings.required("secret"),
    place,
    source,
    valueFor: readValueFor(settings, place, source),
    deliver,
    policy: readPolicy(settings),
    since: settings.optional("since"),
    visibility: selected ? "selected" : visibility,
    selected,
    mayWiden: settings.required("allow-widen"),
    dialect: settings.required("dialect"),
    problem: settings.problem,
  };
}

/** @throws Problem where nobody says whether a value that is made anew is for all targets */
function readValueFor(settings: Settings, place: Place, source: ValueSource): "all" | "each" {
  const said = settings.optional("value-for");
  if (said === undefined && isMade(source) && maybeSeveral(place)) {
    throw settings.problem(
      "value-for",
      "is missing: say all for one value that all targets share, or each for a value of its own for each.",
    );
  }
  return said ?? "all";
}

function checkReaders(
  settings: Settings,
  place: Place,
  visibility: Visibility | undefined,
  selected: readonly Repository[] | undefined,
): void {
  if (place.level !== "organization") {
    const name = selected ? "selected-repositories" : "visibility";
    if (visibility === undefined && selected === undefined) return;
    throw settings.problem(name, "is for secrets of organizations: those of a repository are its own.");
  }
  if (!selected) return;
  if (visibility !== undefined && visibility !== "selected") {
    throw settings.problem(
      "selected-repositories",
      `counts for visibility: selected alone, and visibility is ${visibility}.`,
    );
  }
  const owns = (organization: string) => (repository: Repository) =>
    repository.owner.toLowerCase() === organization.toLowerCase();
  const stranger = selected.find((one) => !place.organizations.some((organization) => owns(organization)(one)));
  if (stranger) {
    throw settings.problem(
      "selected-repositories",
      `names ${nameOf(stranger)}, which is no repository of ${place.organizations.join(" or ")}.`,
    );
  }
  const without = place.organizations.find((organization) => !selected.some(owns(organization)));
  if (without !== undefined) {
    throw settings.problem("selected-repositories", `names none of ${without}, whose secret nobody could read then.`);
  }
}
