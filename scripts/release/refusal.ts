/** A reason not to release, in one line that says what to do. */
export class Refusal extends Error {
  override name = "Refusal" as const;
}
