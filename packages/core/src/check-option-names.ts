import { invalidField } from "./errors.ts";

/**
 * Rejects unknown options.
 * @param known object with all option names as keys
 * @param prefix start of the names in messages: `pace.`
 * @throws InputError on an unknown option, listing the known ones
 */
export function checkOptionNames(options: object, known: object, prefix = ""): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    throw invalidField(`${prefix}${name}`, `is not an option; the options are ${Object.keys(known).join(", ")}`);
  }
}
