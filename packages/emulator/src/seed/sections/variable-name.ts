import { VARIABLE_NAME_PATTERN } from "@forgehand/core/contract";
import type { SeedContext } from "../seed-context.ts";
import { SeedError } from "../seed-error.ts";

/** @throws SeedError if the name is invalid or reserved for secrets and variables */
export function assertVariableName({ dialect }: SeedContext, name: string): void {
  if (!VARIABLE_NAME_PATTERN.test(name)) {
    throw new SeedError([], "must consist of letters, digits and _, and must not start with a digit");
  }
  if (name.toUpperCase().startsWith(dialect.reservedNamePrefix)) {
    throw new SeedError([], `must not start with ${dialect.reservedNamePrefix}, which is reserved`);
  }
}
