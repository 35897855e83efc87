/** Names in bodies and placeholders that a vendor has its own ones for. */
export interface WireTerms {
  /** Body fields and placeholders with another name on the wire. */
  readonly fields: Readonly<Record<string, string>>;
  /** Values with another name on the wire, in fields that the contract marks. */
  readonly values: Readonly<Record<string, string>>;
  /** Permissions with another key. */
  readonly permissions: Readonly<Record<string, string>>;
}

/** The words that only the contract has: every field with another name on the wire contains one. */
const NEUTRAL_WORDS = /svc|assistant|updater/;

/** Returns whether a field can have another name on the wire. */
export function isVendorField(name: string): boolean {
  return NEUTRAL_WORDS.test(name);
}

/** Looks up an own key of a table. */
export function lookUp(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
