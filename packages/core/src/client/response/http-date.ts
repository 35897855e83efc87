/** The last parsed text: all responses of a second have the same date, and parsing one takes microseconds. */
let latest: { readonly text: string; readonly date: number | undefined } | undefined;

/** Parses an HTTP date in a header; `Date.parse` alone accepts more than that. */
export function parseHttpDate(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  if (text === null) return undefined;
  if (latest?.text !== text) latest = { text, date: parseDate(text) };
  return latest.date;
}

function parseDate(text: string): number | undefined {
  const date = /^[A-Z][a-z]{2,8}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}
