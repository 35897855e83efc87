/**
 * Returns the paths of values in a body that are spelled in the neutral vocabulary instead of the vendor's. Terms in
 * the vendor's spelling are unchanged by translating the body to the neutral vocabulary and back.
 * @param roundTripped the body after that translation
 */
export function findForeignTerms(given: unknown, roundTripped: unknown, at = ""): string[] {
  // Most bodies have nothing to translate and are returned as the same object.
  if (given === roundTripped) return [];
  if (typeof given === "string") return typeof roundTripped === "string" ? [at] : [];
  if (typeof given !== "object" || given === null || typeof roundTripped !== "object" || roundTripped === null)
    return [];
  const others = new Map(Object.entries(roundTripped));
  return Object.entries(given).flatMap(([name, inner]) =>
    findForeignTerms(inner, others.get(name), at === "" ? name : `${at}.${name}`),
  );
}
