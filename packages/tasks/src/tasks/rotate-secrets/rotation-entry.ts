import type { Problem } from "../../problem.ts";
import type { Settings } from "../../settings/create-settings.ts";
import type { Moment } from "../../settings/parse-values.ts";
import type { SettingName, SettingValues } from "../../settings/values.ts";
import { type AccessSettings, readAccessSettings } from "../../stores/access/access-settings.ts";
import { type PruneMatcher, readPrune } from "../../stores/prune.ts";
import { mayHaveSeveralTargets, readLocation, type StoreLocation } from "../../stores/store-location.ts";
import { type RotationPolicy, readRotationPolicy } from "./rotation-policy.ts";
import { readKind, readOtherKinds, type SecretKind } from "./secret-store/secret-kind.ts";
import { isGenerated, readValueSource, type ValueSource } from "./value/value-source.ts";

/** One secret to rotate, in all of its targets. */
export interface RotationEntry {
  readonly secret: string;
  readonly location: StoreLocation<SecretKind>;
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
  readonly access: AccessSettings;
  /** The dialect determines the reserved name prefix. */
  readonly dialect: SettingValues["dialect"];
  /** Other kinds of secrets that are searched for the same name. */
  readonly otherKinds: readonly SecretKind[];
  /** Matches names, in upper case, of secrets to delete from its scopes if no entry declares them. */
  readonly prune: readonly PruneMatcher[];
  /** Creates a problem with one of its settings. */
  readonly problem: (name: SettingName, problem: string) => Problem;
}

/**
 * Reads one entry for each secret that the settings name. They share the settings, but not a generated value.
 * @throws Problem
 */
export function readRotationEntries(settings: Settings): readonly RotationEntry[] {
  const location = readLocation(settings, readKind(settings), "secret");
  const source = readValueSource(settings);
  const deliver = settings.optional("deliver");
  if (source.from === "generate" && !deliver && !settings.required("allow-undelivered")) {
    throw settings.problem(
      "generate",
      'needs "deliver", a command that receives the generated value, or "allow-undelivered: true" if nothing else uses it.',
    );
  }
  const shared = {
    location,
    source,
    valueFor: readValueFor(settings, location, source),
    deliver,
    mayRequestIdToken: settings.required("allow-id-token"),
    policy: readRotationPolicy(settings),
    since: settings.optional("since"),
    access: readAccessSettings(settings, location, "secret"),
    dialect: settings.required("dialect"),
    otherKinds: readOtherKinds(settings, location.kind),
    prune: readPrune(settings),
    problem: settings.problem,
  };
  return settings.required("secret").map((secret) => ({ ...shared, secret }));
}

/** @throws Problem if a generated value could be either shared or per target */
function readValueFor(settings: Settings, location: StoreLocation, source: ValueSource): "all" | "each" {
  const configured = settings.optional("value-for");
  if (configured === undefined && isGenerated(source) && mayHaveSeveralTargets(location)) {
    throw settings.problem(
      "value-for",
      "is missing: set all to share one value between all targets, or each for a separate value per target.",
    );
  }
  return configured ?? "all";
}
