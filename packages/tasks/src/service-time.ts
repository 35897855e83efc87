/** Returns the service's time of a response, in whole seconds. The runner's clock may be wrong. */
export function serviceTime(headers: Headers): Date | undefined {
  return parseTime(headers.get("date"));
}

/** Parses a time; undefined if the text is not a time. */
export function parseTime(text: string | null | undefined): Date | undefined {
  const time = new Date(text ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
