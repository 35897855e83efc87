/** The service's own time of an answer, in whole seconds; the runner's clock may be wrong. */
export function serviceTime(headers: Headers): Date | undefined {
  const date = new Date(headers.get("date") ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
