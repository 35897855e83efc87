import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { findPropertyName } from "../../state/custom-properties.ts";
import { includeProperty, isIncluded } from "../../state/included-properties.ts";
import { SeedProblem } from "../problem.ts";
import { section } from "../section.ts";

/** The custom properties that identity tokens of an organization's jobs tell of, by their names. */
export const oidcProperties = section(z.array(z.string()), ({ db }, { id }: Account, names, path) => {
  for (const [index, told] of names.entries()) {
    const name = findPropertyName(db, id, told);
    if (name === undefined) throw new SeedProblem([...path, index], `there is no custom property ${told}`);
    if (isIncluded(db, id, name)) throw new SeedProblem([...path, index], "is named twice");
    includeProperty(db, id, name);
  }
});
