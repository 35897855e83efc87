import * as catalog from "@forgehand/core/operations";

/** Every operation by its name, for families of operations whose names differ only by kind and level. */
export const OPERATIONS: typeof catalog = { ...catalog };
