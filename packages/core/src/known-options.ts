import { wrongField } from "./errors.ts";

// What several sets of options have in common when they are read.

/**
 * @param known has every option's name
 * @param group what the names begin with: `pace.`
 * @throws InputError on an option that there isn't, naming those that there are
 */
export function checkNames(options: object, known: object, group = ""): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    throw wrongField(`${group}${name}`, `is no option; there are ${Object.keys(known).join(", ")}`);
  }
}
