/** Flat input of an operation. */
export type InputFields = Readonly<Record<string, unknown>>;
