/**
 * Checks that a value is one of a table's keys.
 * @throws RangeError with a one-line message that lists the choices
 */
export function choose<T extends string>(subject: string, value: string, choices: Readonly<Record<T, unknown>>): T {
  for (const choice in choices) if (choice === value) return choice;
  throw new RangeError(`${subject} must be ${Object.keys(choices).join(" or ")}, got ${JSON.stringify(value)}.`);
}

/**
 * Checks a number of seconds.
 * @throws RangeError if it is not positive or more than `max`
 */
export function chooseSeconds(subject: string, value: number, max: number): number {
  if (value > 0 && value <= max) return value;
  throw new RangeError(`${subject} must be a number of seconds, up to ${max}, got ${value}.`);
}
