import { wildcardMatcher } from "@forgehand/core/internal";
import type { Problem } from "../../problem.ts";
import { fullName, type RepositoryRef } from "../../repository.ts";
import type { Settings } from "../../settings/create-settings.ts";
import type { Moment } from "../../settings/parse-values.ts";
import type { SettingName, SettingValues } from "../../settings/values.ts";
import type { Visibility } from "./access/secret-access.ts";
import { type RotationPolicy, readRotationPolicy } from "./rotation-policy.ts";
import { mayHaveSeveralTargets, readLocation, type SecretLocation } from "./secret-location.ts";
import { readOtherKinds, type SecretKind } from "./secret-store/secret-kind.ts";
import { isGenerated, readValueSource, type ValueSource } from "./value/value-source.ts";

/** One secret to rotate, in all of its targets. */
export interface RotationEntry {
  readonly secret: string;
  readonly location: SecretLocation;
  readonly source: ValueSource;
  /** One value for all targets, or a different one for each. */
  readonly valueFor: "all" | "each";
  /** Command that receives the new value before it replaces the old one. */
  readonly deliver: readonly string[] | undefined;
  /** Commands can request identity tokens of the job. */
  readonly mayRequestIdToken: boolean;
  readonly policy: RotationPolicy;
  /** Secrets written after this time are done; undefined: the start of the workflow run. */
  readonly since: Moment | undefined;
  readonly visibility: Visibility | undefined;
  readonly selected: readonly RepositoryRef[] | undefined;
  readonly mayWiden: boolean;
  /** The dialect determines the reserved name prefix. */
  readonly dialect: SettingValues["dialect"];
  /** Other kinds of secrets that are searched for the same name. */
  readonly otherKinds: readonly SecretKind[];
  /** Matches names, in upper case, of secrets to delete from its scopes if no entry declares them. */
  readonly prune: readonly ((name: string) => boolean)[];
  /** Creates a problem with one of its settings. */
  readonly problem: (name: SettingName, problem: string) => Problem;
}

/**
 * Reads one entry for each secret that the settings name. They share the settings, but not a generated value.
 * @throws Problem
 */
export function readRotationEntries(settings: Settings): readonly RotationEntry[] {
  const location = readLocation(settings);
  const source = readValueSource(settings);
  const deliver = settings.optional("deliver");
  if (source.from === "generate" && !deliver && !settings.required("allow-undelivered")) {
    throw settings.problem(
      "generate",
      'needs "deliver", a command that receives the generated value, or "allow-undelivered: true" if nothing else uses it.',
    );
  }
  const visibility = settings.optional("visibility");
  const selected = settings.optional("selected-repositories");
  checkAccess(settings, location, visibility, selected);
  const prune = settings.optional("prune") ?? [];
  const shared = {
    location,
    source,
    valueFor: readValueFor(settings, location, source),
    deliver,
    mayRequestIdToken: settings.required("allow-id-token"),
    policy: readRotationPolicy(settings),
    since: settings.optional("since"),
    visibility: selected ? "selected" : visibility,
    selected,
    mayWiden: settings.required("allow-widen"),
    dialect: settings.required("dialect"),
    otherKinds: readOtherKinds(settings, location.kind),
    prune: prune.map((pattern) => wildcardMatcher(pattern.toUpperCase())),
    problem: settings.problem,
  };
  return settings.required("secret").map((secret) => ({ ...shared, secret }));
}

/** @throws Problem if a generated value could be either shared or per target */
function readValueFor(settings: Settings, location: SecretLocation, source: ValueSource): "all" | "each" {
  const configured = settings.optional("value-for");
  if (configured === undefined && isGenerated(source) && mayHaveSeveralTargets(location)) {
    throw settings.problem(
      "value-for",
      "is missing: set all to share one value between all targets, or each for a separate value per target.",
    );
  }
  return configured ?? "all";
}

function checkAccess(
  settings: Settings,
  location: SecretLocation,
  visibility: Visibility | undefined,
  selected: readonly RepositoryRef[] | undefined,
): void {
  if (location.level !== "organization") {
    const name = selected ? "selected-repositories" : "visibility";
    if (visibility === undefined && selected === undefined) return;
    throw settings.problem(
      name,
      "must only be set for secrets of organizations: a repository's secret has no visibility.",
    );
  }
  if (!selected) return;
  if (visibility !== undefined && visibility !== "selected") {
    throw settings.problem(
      "selected-repositories",
      `must only be set with visibility: selected, got visibility: ${visibility}.`,
    );
  }
  const isOwnedBy = (organization: string) => (repository: RepositoryRef) =>
    repository.owner.toLowerCase() === organization.toLowerCase();
  const foreign = selected.find(
    (repository) => !location.organizations.some((organization) => isOwnedBy(organization)(repository)),
  );
  if (foreign) {
    throw settings.problem(
      "selected-repositories",
      `names ${fullName(foreign)}, which is not a repository of ${location.organizations.join(" or ")}.`,
    );
  }
  const withoutRepository = location.organizations.find((organization) => !selected.some(isOwnedBy(organization)));
  if (withoutRepository !== undefined) {
    throw settings.problem(
      "selected-repositories",
      `must name at least one repository of ${withoutRepository}, or no repository could read its secret.`,
    );
  }
}
