/** A delivery's headers: of the platform, or as Node's `http` gives them. */
export type DeliveryHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The value of a header, whatever the case of its name; what came twice is joined by commas. */
export type HeaderReader = (name: string) => string | undefined;

/** Reads headers of either kind; what is none has none. */
export function headerReader(headers: DeliveryHeaders): HeaderReader {
  if (isHeaders(headers)) return (name) => headers.get(name) ?? undefined;
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(headers ?? {})) {
    const before = values.get(name.toLowerCase());
    const parts = [before, ...(Array.isArray(value) ? value : [value])].filter((part) => typeof part === "string");
    if (parts.length > 0) values.set(name.toLowerCase(), parts.join(", "));
  }
  return (name) => values.get(name.toLowerCase());
}

/** Those of other makers than the platform's count as well. */
function isHeaders(headers: DeliveryHeaders): headers is Headers {
  return typeof headers?.get === "function";
}
