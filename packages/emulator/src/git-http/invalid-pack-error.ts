/** A pushed pack that is not stored: it is damaged, too large, or has invalid objects. */
export class InvalidPackError extends Error {
  override name = "InvalidPackError" as const;
}
