import { VARIABLE_NAME_PATTERN } from "@forgehand/core/contract";
import type { Planting } from "../planting.ts";
import { type SeedPath, SeedProblem } from "../problem.ts";

/** @throws SeedProblem on a name that no secret and no variable can have (document 1, Delivery records) */
export function checkVariableName({ dialect }: Planting, name: string, path: SeedPath): void {
  if (!VARIABLE_NAME_PATTERN.test(name)) {
    throw new SeedProblem(path, "is no such name: it has only letters, digits and _, and no digit first");
  }
  if (name.toUpperCase().startsWith(dialect.reservedNamePrefix)) {
    throw new SeedProblem(path, `is no such name: the service keeps ${dialect.reservedNamePrefix} for itself`);
  }
}
