/** A delivery's headers: of the platform, or as Node's `http` gives them. */
export type DeliveryHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The value of a header, whatever the case of its name; what came twice is joined by commas. */
export type HeaderReader = (name: string) => string | undefined;

/** Reads headers of either kind; what is none has none. */
export function headerReader(headers: DeliveryHeaders): HeaderReader {
  if (isHeaders(headers)) return (name) => text(headers.get(name));
  const find = lookUp(headers ?? {});
  return (name) => {
    const value = find(name.toLowerCase());
    if (!Array.isArray(value)) return text(value);
    const texts = value.filter(isText);
    return texts.length === 0 ? undefined : texts.join(", ");
  };
}

/** Finds a header by its name in small letters, as Node has them already. */
function lookUp(headers: Exclude<DeliveryHeaders, Headers>): (name: string) => unknown {
  const names = Object.keys(headers);
  if (names.every((name) => name === name.toLowerCase())) {
    return (name) => (Object.hasOwn(headers, name) ? headers[name] : undefined);
  }
  const values = new Map<string, unknown[]>();
  for (const name of names) {
    const before = values.get(name.toLowerCase()) ?? [];
    values.set(name.toLowerCase(), before.concat(headers[name]));
  }
  return (name) => values.get(name);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function text(value: unknown): string | undefined {
  return isText(value) ? value : undefined;
}

/** Those of other makers than the platform's count as well. */
function isHeaders(headers: DeliveryHeaders): headers is Headers {
  return typeof headers?.get === "function";
}
