import type { Row } from "./row.ts";
import { measureSize } from "./size.ts";
import { measureTypes } from "./types.ts";

/** All that can be measured, by name. A case throws only where the measuring itself fails. */
export const CASES: Readonly<Record<string, () => Promise<Row[]>>> = {
  types: measureTypes,
  size: measureSize,
};
