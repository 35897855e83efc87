import { DIALECTS, type DialectName } from "@forgehand/core/dialects";
import type { Settings } from "../../../settings/create-settings.ts";

/** Kinds of secrets, each of which is a store of its own: a name can exist in several of them. */
export const SECRET_KINDS = ["actions", "updater", "codespaces", "agents"] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

/** Returns the vendor's name of a kind, such as `dependabot` for `updater`. */
export function kindName(kind: SecretKind | "webhook", dialect: DialectName): string {
  return DIALECTS[dialect].segments[kind] ?? kind;
}

/**
 * Reads the kind of an entry's secret.
 * @throws Problem if it has the name that another vendor gives it
 */
export function readKind(settings: Settings): SecretKind | "webhook" {
  const name = settings.required("kind");
  return name === "webhook" ? name : kindOf(settings, "kind", name);
}

/**
 * Reads the other kinds of secrets that are searched for an entry's name. By default, Dependabot's and those of Actions
 * are searched for each other's, because they are the ones that are mistaken for each other.
 * @throws Problem
 */
export function readOtherKinds(settings: Settings, kind: SecretKind): readonly SecretKind[] {
  const names = settings.optional("other-stores");
  if (names === undefined) return kind === "actions" ? ["updater"] : kind === "updater" ? ["actions"] : [];
  const kinds = names.flatMap((name) => (name === "none" ? [] : kindOf(settings, "other-stores", name)));
  if (kinds.length > 0 && kinds.length < names.length)
    throw settings.problem("other-stores", "must not combine none with kinds of secrets.");
  return kinds.filter((other) => other !== kind);
}

function kindOf(settings: Settings, setting: "kind" | "other-stores", name: SecretKind | "dependabot"): SecretKind {
  const dialect = settings.required("dialect");
  const kind = name === "dependabot" ? "updater" : name;
  const ownName = kindName(kind, dialect);
  if (name === ownName) return kind;
  throw settings.problem(setting, `must be ${ownName} with dialect: ${dialect}, got ${name}.`);
}
