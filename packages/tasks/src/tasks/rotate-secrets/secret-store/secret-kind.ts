import { DIALECTS, type DialectName } from "@forgehand/core/dialects";
import type { Settings } from "../../../settings/create-settings.ts";

/** Kinds of secrets, each of which is a store of its own: a name can exist in several of them. */
export const SECRET_KINDS = ["actions", "updater", "codespaces", "agents"] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

/** Returns the vendor's name of a kind, such as `dependabot` for `updater`. */
export function kindName(kind: SecretKind, dialect: DialectName): string {
  return DIALECTS[dialect].segments[kind] ?? kind;
}

/**
 * Reads the kind of an entry's secret.
 * @throws Problem if it has the name that another vendor gives it
 */
export function readKind(settings: Settings): SecretKind {
  const [name, dialect] = [settings.required("kind"), settings.required("dialect")];
  const kind = name === "dependabot" ? "updater" : name;
  const ownName = kindName(kind, dialect);
  if (name === ownName) return kind;
  throw settings.problem("kind", `must be ${ownName} with dialect: ${dialect}, got ${name}.`);
}
