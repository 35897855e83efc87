import { checkOptionNames } from "../check-option-names.ts";
import { invalidField } from "../errors.ts";

/** Limits of a number: its minimum, whether that is excluded, and whether it must be whole. */
export interface NumberLimit {
  readonly min: number;
  readonly isAbove?: true;
  readonly isWhole?: true;
}

/** Limit of a count. */
export const COUNT: NumberLimit = { min: 1, isWhole: true };

/**
 * Reads options that are numbers.
 * @param field name of the object in messages
 * @param others object with the names of its other options, which are not read
 * @throws InputError if one is invalid, or the object has an unknown one
 */
export function readNumbers<Numbers extends Readonly<Record<string, number>>>(
  field: string,
  given: unknown,
  defaults: Numbers,
  limitOf: (name: string) => NumberLimit,
  others: object = {},
): Numbers {
  const numbers = { ...defaults };
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw invalidField(field, "must be an object");
  checkOptionNames(given, { ...numbers, ...others }, `${field}.`);
  for (const name of Object.keys(numbers)) {
    const value: unknown = Reflect.get(given, name);
    const { min, isAbove, isWhole } = limitOf(name);
    if (value === undefined) continue;
    if (typeof value !== "number" || !(isAbove ? value > min : value >= min) || (isWhole && !Number.isInteger(value)))
      throw invalidField(
        `${field}.${name}`,
        `must be a ${isWhole ? "whole " : ""}number${isAbove ? ` above ${min}` : `, ${min} or more`}`,
      );
    Reflect.set(numbers, name, value);
  }
  return numbers;
}
