/**
 * Where a body has words that the vendor spells otherwise, as paths: whatever is spelt as the vendor does it comes back as
 * it was when its names are translated there and back.
 * @param again the body after that
 */
export function foreignWords(said: unknown, again: unknown, at = ""): string[] {
  // Most bodies have nothing to translate, and are the same object.
  if (said === again) return [];
  if (typeof said === "string") return typeof again === "string" ? [at] : [];
  if (typeof said !== "object" || said === null || typeof again !== "object" || again === null) return [];
  const others = new Map(Object.entries(again));
  return Object.entries(said).flatMap(([name, inner]) =>
    foreignWords(inner, others.get(name), at === "" ? name : `${at}.${name}`),
  );
}
