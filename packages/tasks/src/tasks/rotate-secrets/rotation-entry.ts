import type { Problem } from "../../problem.ts";
import type { Settings } from "../../settings/create-settings.ts";
import type { HookSelector, Moment } from "../../settings/parse-values.ts";
import type { SettingName, SettingValues } from "../../settings/settings.ts";
import { type AccessSettings, readAccessSettings } from "../../stores/access/access-settings.ts";
import { type PruneMatcher, readPrune } from "../../stores/prune.ts";
import { mayHaveSeveralTargets, readLocation, type StoreLocation } from "../../stores/store-location.ts";
import type { IfNoneFound } from "../../targets/if-none-found.ts";
import { type RotationPolicy, readRotationPolicy } from "./rotation-policy.ts";
import { readKind, readOtherKinds, type SecretKind } from "./secret-store/secret-kind.ts";
import { isGenerated, readValueSource, type Trim, type ValueSource } from "./value/value-source.ts";
import { isSingleHook, readWebhookLocation, type WebhookLocation } from "./webhooks/webhook-location.ts";

/** Settings that all rotations have. */
interface RotationSettings {
  readonly source: ValueSource;
  readonly trim: Trim;
  /** One value for all targets, or a different one for each. */
  readonly valueFor: "all" | "each";
  /** True if the entry can have more than one target. */
  readonly mayHaveSeveralTargets: boolean;
  /** Command that receives the new value before it replaces the old one. */
  readonly deliver: readonly string[] | undefined;
  /** Commands can request identity tokens of the job. */
  readonly mayRequestIdToken: boolean;
  readonly policy: RotationPolicy;
  /** Secrets written after this time are done; undefined: the start of the workflow run. */
  readonly since: Moment | undefined;
  /** The dialect determines the reserved name prefix. */
  readonly dialect: SettingValues["dialect"];
  /** Creates a problem with one of its settings. */
  readonly problem: (name: SettingName, problem: string) => Problem;
}

/** One secret to rotate, in all of its targets. */
export interface SecretEntry extends RotationSettings {
  readonly secret: string;
  readonly location: StoreLocation<SecretKind>;
  readonly access: AccessSettings;
  /** Other kinds of secrets that are searched for the same name. */
  readonly otherKinds: readonly SecretKind[];
  /** Matches names, in upper case, of secrets to delete from its scopes if no entry declares them. */
  readonly prune: readonly PruneMatcher[];
}

/** Webhooks whose secret, with which the service signs deliveries, is rotated. */
export interface WebhookEntry extends RotationSettings {
  readonly hooks: readonly HookSelector[];
  readonly location: WebhookLocation;
  readonly ifNoneFound: IfNoneFound | undefined;
}

export type RotationEntry = SecretEntry | WebhookEntry;

export function isWebhookEntry(entry: RotationEntry): entry is WebhookEntry {
  return "hooks" in entry;
}

/**
 * Reads one entry for each secret that the settings name, or one for webhooks. They share the settings, but not a
 * generated value.
 * @throws Problem
 */
export function readRotationEntries(settings: Settings): readonly RotationEntry[] {
  const kind = readKind(settings);
  return kind === "webhook" ? [readWebhookEntry(settings)] : readSecretEntries(settings, kind);
}

function readSecretEntries(settings: Settings, kind: SecretKind): readonly SecretEntry[] {
  if (settings.optional("hook") !== undefined)
    throw settings.problem("hook", `must only be set with kind: webhook, got kind: ${settings.required("kind")}.`);
  const location = readLocation(settings, kind, "secret");
  const shared = {
    ...readRotationSettings(settings, mayHaveSeveralTargets(location)),
    location,
    access: readAccessSettings(settings, location, "secret"),
    otherKinds: readOtherKinds(settings, location.kind),
    prune: readPrune(settings),
  };
  return settings.required("secret").map((secret) => ({ ...shared, secret }));
}

function readWebhookEntry(settings: Settings): WebhookEntry {
  const hooks = settings.required("hook");
  const location = readWebhookLocation(settings, hooks);
  const hasSeveralTargets = location.level !== "app" && (mayHaveSeveralTargets(location) || !isSingleHook(hooks));
  const shared = readRotationSettings(settings, hasSeveralTargets);
  const { source } = shared;
  if (source.from === "generate" && source.generator.form === "bytes") {
    throw settings.problem(
      "generate",
      "must be hex, base64url or alphanumeric with kind: webhook, whose secret is a text, got bytes.",
    );
  }
  return { ...shared, hooks, location, ifNoneFound: settings.optional("if-none-found") };
}

function readRotationSettings(settings: Settings, mayHaveSeveralTargets: boolean): RotationSettings {
  const source = readValueSource(settings);
  const deliver = settings.optional("deliver");
  if (source.from === "generate" && !deliver && !settings.required("allow-undelivered")) {
    throw settings.problem(
      "generate",
      'needs "deliver", a command that receives the generated value, or "allow-undelivered: true" if nothing else uses it.',
    );
  }
  return {
    source,
    trim: readTrim(settings, source),
    valueFor: readValueFor(settings, source, mayHaveSeveralTargets),
    mayHaveSeveralTargets,
    deliver,
    mayRequestIdToken: settings.required("allow-id-token"),
    policy: readRotationPolicy(settings),
    since: settings.optional("since"),
    dialect: settings.required("dialect"),
    problem: settings.problem,
  };
}

/** @throws Problem if the value is generated, so that it has no line break */
function readTrim(settings: Settings, { from }: ValueSource): Trim {
  const trim = settings.optional("trim");
  if (trim !== undefined && from === "generate")
    throw settings.problem("trim", "must not be set with generate: a generated value has no line break at its end.");
  return trim;
}

/** @throws Problem if a generated value could be either shared or per target */
function readValueFor(settings: Settings, source: ValueSource, mayHaveSeveralTargets: boolean): "all" | "each" {
  const configured = settings.optional("value-for");
  if (configured === undefined && isGenerated(source) && mayHaveSeveralTargets) {
    throw settings.problem(
      "value-for",
      "is missing: set all to share one value between all targets, or each for a separate value per target.",
    );
  }
  return configured ?? "all";
}
