import { definitionOf, isSchema, type ParsableDefinition } from "../../../packages/core/src/contract/definition-of.ts";
import type { AnyOperation } from "../../../packages/core/src/contract/operation-types.ts";
import { svc } from "../../../packages/core/src/dialect/svc.ts";
import { AREAS } from "../../../packages/core/src/openapi/areas.ts";
import { type Schemas, toJsonSchemas } from "../../../packages/core/src/openapi/schemas.ts";
import { type OperationDocstring, readDocstrings } from "./docstrings.ts";

/** An operation with everything that its page shows. */
export interface OperationEntry {
  readonly name: string;
  readonly area: string;
  readonly operation: AnyOperation;
  readonly definition: ParsableDefinition;
  readonly docstring: OperationDocstring;
}

/**
 * Returns every operation, grouped by area.
 * @throws Error if one has no docstring
 */
export function readOperationEntries(): readonly OperationEntry[] {
  const docstrings = readDocstrings();
  return Object.entries(AREAS).flatMap(([area, operations]) =>
    Object.entries(operations).map(([name, operation]) => {
      const docstring = docstrings.get(name);
      if (!docstring) throw new Error(`The operation ${name} must have a docstring.`);
      return { name, area, operation, definition: definitionOf(operation), docstring };
    }),
  );
}

/** Returns the JSON schemas of the inputs and responses of operations, in neutral names. */
export function schemasOf(entries: readonly OperationEntry[]): Schemas {
  const usedSchemas = entries.flatMap(({ definition: { path, query, body, success, media } }) => [
    ...[path, query, body].filter((schema) => schema !== undefined),
    ...[...Object.values(success), ...Object.values(media ?? {})].filter(isSchema),
  ]);
  return toJsonSchemas(svc, usedSchemas);
}
