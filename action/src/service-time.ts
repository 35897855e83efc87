/** The service's own time of an answer, in whole seconds; the runner's clock may be wrong. */
export function serviceTime(headers: Headers): Date | undefined {
  return timeOf(headers.get("date"));
}

/** The time that a text tells; undefined where it tells none. */
export function timeOf(text: string | null | undefined): Date | undefined {
  const time = new Date(text ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
