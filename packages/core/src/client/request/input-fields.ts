/** Input of an operation: its path, query and body fields in one object. */
export type InputFields = Readonly<Record<string, unknown>>;
