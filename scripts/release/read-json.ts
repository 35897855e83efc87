// Reads JSON without packages, because release jobs with write access install none.

/** Reads a field of a JSON value. @throws TypeError if it has another type */
export interface JsonFields {
  readonly text: (name: string) => string;
  readonly integer: (name: string) => number;
  readonly flag: (name: string) => boolean;
  readonly object: (name: string) => JsonFields;
  readonly objects: (name: string) => readonly JsonFields[];
}

/** Returns the fields of a JSON object. @throws TypeError if it is not an object */
export function fieldsOf(value: unknown, path = "The JSON"): JsonFields {
  if (typeof value !== "object" || value === null) throw new TypeError(`${path} must be an object.`);
  const fields = new Map<string, unknown>(Object.entries(value));
  const pathOf = (name: string) => `${path}.${name}`;
  const invalid = (name: string, type: string) => new TypeError(`${pathOf(name)} must be ${type}.`);
  return {
    text(name) {
      const field = fields.get(name);
      if (typeof field === "string") return field;
      throw invalid(name, "a string");
    },
    integer(name) {
      const field = fields.get(name);
      if (typeof field === "number" && Number.isInteger(field)) return field;
      throw invalid(name, "an integer");
    },
    flag(name) {
      const field = fields.get(name);
      if (typeof field === "boolean") return field;
      throw invalid(name, "true or false");
    },
    object: (name) => fieldsOf(fields.get(name), pathOf(name)),
    objects: (name) => objectsOf(fields.get(name), pathOf(name)),
  };
}

/** Returns the objects of a JSON list. @throws TypeError if it is not a list of objects */
export function objectsOf(value: unknown, path = "The JSON"): readonly JsonFields[] {
  if (!Array.isArray(value)) throw new TypeError(`${path} must be a list.`);
  return value.map((item: unknown, index) => fieldsOf(item, `${path}[${index}]`));
}
