import type { Emulator } from "@forgehand/emulator";

/** The inputs that every step needs, for a service and one of its tokens. */
export function inputsFor(emulator: Emulator, token = "alice"): Record<string, string> {
  return { "api-url": emulator.apiUrl, token: emulator.tokens[token] ?? token };
}
