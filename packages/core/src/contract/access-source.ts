import type { Requirement, UndocumentedSource } from "./access.ts";
import { definitionOf } from "./definition-of.ts";
import type { AnyOperation } from "./operation-types.ts";
import { PERMISSION_MATRIX } from "./permission-matrix.ts";

/**
 * Source of a requirement: the documentation's table of the routes that a permission allows, another of its pages (the
 * operation's own, or the one about scopes), recorded responses, or an assumption.
 */
export type AccessSource = "permission-table" | "page" | UndocumentedSource;

/** Returns the source of one of an operation's requirements. */
export function accessSource({ route }: AnyOperation, requirement: Requirement): AccessSource {
  if (requirement.source) return requirement.source;
  const rows =
    "permission" in requirement ? (PERMISSION_MATRIX[requirement.permission]?.[requirement.level] ?? []) : [];
  return rows.some((row) => row.replace(" *", "") === route) ? "permission-table" : "page";
}

/** Returns all requirements of an operation, each with its source. */
export function accessSources(operation: AnyOperation): { requirement: Requirement; source: AccessSource }[] {
  return definitionOf(operation)
    .access.requirements.flat()
    .map((requirement) => ({ requirement, source: accessSource(operation, requirement) }));
}
