/** A release is not possible. The message says why, in one line. */
export class ReleaseError extends Error {
  override name = "ReleaseError" as const;
}
