/**
 * One of the keys of a table.
 * @throws RangeError in one line that says what there is to choose from
 */
export function choose<T extends string>(what: string, wanted: string, choices: Readonly<Record<T, unknown>>): T {
  for (const choice in choices) if (choice === wanted) return choice;
  throw new RangeError(`${what} is ${JSON.stringify(wanted)}; it must be ${Object.keys(choices).join(" or ")}.`);
}

/** @throws RangeError in one line on what is no number of seconds, or more than that */
export function chooseSeconds(what: string, wanted: number, most: number): number {
  if (wanted > 0 && wanted <= most) return wanted;
  throw new RangeError(`${what} is ${wanted}; it must be a number of seconds, up to ${most}.`);
}
