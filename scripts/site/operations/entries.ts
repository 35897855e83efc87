import { definitionOf, isSchema, type ParsableDefinition } from "../../../packages/core/src/contract/definition-of.ts";
import type { AnyOperation } from "../../../packages/core/src/contract/operation-types.ts";
import { svc } from "../../../packages/core/src/dialect/svc.ts";
import { AREAS } from "../../../packages/core/src/openapi/areas.ts";
import { type Schemas, toJsonSchemas } from "../../../packages/core/src/openapi/schemas.ts";
import { readDocstrings } from "./docstrings.ts";

/** An operation with all that its page tells. */
export interface Entry {
  readonly name: string;
  readonly area: string;
  readonly operation: AnyOperation;
  readonly definition: ParsableDefinition;
  /** What the contract's docstring says of it. */
  readonly said: string;
}

/** Every operation, area by area. @throws Error on one without a docstring */
export function readEntries(): readonly Entry[] {
  const docstrings = readDocstrings();
  return Object.entries(AREAS).flatMap(([area, operations]) =>
    Object.entries(operations).map(([name, operation]) => {
      const said = docstrings.get(name);
      if (said === undefined) throw new Error(`The operation ${name} has no docstring.`);
      return { name, area, operation, definition: definitionOf(operation), said };
    }),
  );
}

/** The schemas of all that these operations take and answer with, in the contract's own names. */
export function schemasOf(entries: readonly Entry[]): Schemas {
  const asked = entries.flatMap(({ definition: { path, query, body, success, media } }) => [
    ...[path, query, body].filter((schema) => schema !== undefined),
    ...[...Object.values(success), ...Object.values(media ?? {})].filter(isSchema),
  ]);
  return toJsonSchemas(svc, asked);
}
