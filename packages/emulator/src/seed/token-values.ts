import { createHmac, randomBytes } from "node:crypto";
import type { TokenValue } from "../state/tokens.ts";

/** Length of the random part. */
const LENGTH = 30;

/**
 * Creates the function. Its values can't be guessed, because pages of other sites and other machines can send requests
 * to the emulator, too.
 * @param isFixed whether values consist of the name only
 * @param stored tokens by name in the state that the emulator started with. Those that the function returned earlier
 * keep their values.
 */
export function createTokenValue(isFixed = false, stored: Readonly<Record<string, string>> = {}): TokenValue {
  const key = randomBytes(32);
  return (prefix, name) => {
    const known = `${prefix}demo_${name.replaceAll(/[^a-z0-9]/gi, "_")}`;
    const earlier = Object.hasOwn(stored, name) ? stored[name] : undefined;
    if (earlier !== undefined && (earlier === known || earlier.startsWith(`${known}_`))) return earlier;
    if (isFixed) return known;
    const random = createHmac("sha512", key).update(name).digest("base64url").replaceAll(/[-_]/g, "");
    return `${known}_${random.slice(0, LENGTH)}`;
  };
}
