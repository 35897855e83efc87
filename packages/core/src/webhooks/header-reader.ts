/** Headers of a delivery: the platform's `Headers`, or an object as Node's `http` provides. */
export type DeliveryHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns a header's value by its case-insensitive name; repeated values are joined by commas. */
export type HeaderReader = (name: string) => string | undefined;

/** Creates a reader for either kind of headers; an invalid `headers` value counts as empty. */
export function createHeaderReader(headers: DeliveryHeaders): HeaderReader {
  if (isHeaders(headers)) return (name) => text(headers.get(name));
  const find = createLookup(headers ?? {});
  return (name) => {
    const value = find(name.toLowerCase());
    if (!Array.isArray(value)) return text(value);
    const texts = value.filter(isText);
    return texts.length === 0 ? undefined : texts.join(", ");
  };
}

/** Creates a lookup by lower-case name. Node's names are lower-case already. */
function createLookup(headers: Exclude<DeliveryHeaders, Headers>): (name: string) => unknown {
  const names = Object.keys(headers);
  if (names.every((name) => name === name.toLowerCase())) {
    return (name) => (Object.hasOwn(headers, name) ? headers[name] : undefined);
  }
  const values = new Map<string, unknown[]>();
  for (const name of names) {
    const previous = values.get(name.toLowerCase()) ?? [];
    values.set(name.toLowerCase(), previous.concat(headers[name]));
  }
  return (name) => values.get(name);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function text(value: unknown): string | undefined {
  return isText(value) ? value : undefined;
}

/** Also accepts other implementations of `Headers`. */
function isHeaders(headers: DeliveryHeaders): headers is Headers {
  return typeof headers?.get === "function";
}
