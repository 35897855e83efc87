import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { defineProperty, setPropertyValue } from "../../state/custom-properties.ts";
import { SeedProblem } from "../problem.ts";
import { section } from "../section.ts";

const Value = z.union([z.string(), z.array(z.string())]);

const Property = z.strictObject({
  default: z.optional(Value),
  /** What it may be; anything where nothing is said. */
  values: z.optional(z.array(z.string())),
  /** Its values by the full names of repositories. */
  repositories: z._default(z.record(z.string(), Value), {}),
});

/** The custom properties of an organization's repositories, by their names. */
export const customProperties = section(
  z.record(z.string(), Property),
  (planting, organization: Account, properties, path) => {
    for (const [name, { default: fallback, values, repositories }] of Object.entries(properties)) {
      const check = (value: z.output<typeof Value>, field: string) => {
        const wrong = [value].flat().find((one) => values?.includes(one) === false);
        if (wrong === undefined) return value;
        throw new SeedProblem([...path, name, field], `${JSON.stringify(wrong)} is none of its values`);
      };
      defineProperty(
        planting.db,
        organization.id,
        name,
        fallback === undefined ? undefined : check(fallback, "default"),
      );
      for (const [fullName, value] of Object.entries(repositories)) {
        const repository = planting.repository(fullName, [...path, name, "repositories", fullName]);
        if (repository.owner_id !== organization.id) {
          throw new SeedProblem([...path, name, "repositories", fullName], "is no repository of the organization");
        }
        setPropertyValue(planting.db, repository.id, name, check(value, "repositories"));
      }
    }
  },
);
