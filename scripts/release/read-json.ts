// Reads JSON without packages, because release jobs with write access install none.

/**
 * Parses JSON that has the form of an example: its fields, with values of the same types. Lists of the example have one
 * item.
 * @throws TypeError if it has another form
 */
export function parseJson<T>(text: string, example: T): T {
  const value: unknown = JSON.parse(text);
  checkForm(value, example, "The JSON");
  return value;
}

function checkForm<T>(value: unknown, example: T, path: string): asserts value is T {
  const invalid = (type: string) => new TypeError(`${path} must be ${type}.`);
  if (Array.isArray(example)) {
    if (!Array.isArray(value)) throw invalid("a list");
    const [exampleItem]: readonly unknown[] = example;
    for (const [index, item] of value.entries()) checkForm(item, exampleItem, `${path}[${index}]`);
  } else if (typeof example === "object" && example !== null) {
    if (typeof value !== "object" || value === null) throw invalid("an object");
    const fields = new Map<string, unknown>(Object.entries(value));
    for (const [name, field] of Object.entries(example)) checkForm(fields.get(name), field, `${path}.${name}`);
  } else if (typeof example === "number") {
    if (!Number.isInteger(value)) throw invalid("an integer");
  } else if (typeof value !== typeof example)
    throw invalid(typeof example === "boolean" ? "true or false" : "a string");
}
