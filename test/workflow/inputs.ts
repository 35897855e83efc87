import type { Emulator } from "@forgehand/emulator";

/** Emulators that steps were given, by the address of their API. */
const emulators = new Map<string, WeakRef<Emulator>>();

/** The inputs that every step needs, for a service and one of its tokens. */
export function inputsFor(emulator: Emulator, token = "alice"): Record<string, string> {
  emulators.set(emulator.apiUrl, new WeakRef(emulator));
  return { "api-url": emulator.apiUrl, token: emulator.tokens[token] ?? token };
}

/** The emulator that {@link inputsFor} made these inputs for. */
export function emulatorOf(inputs: Readonly<Record<string, string>>): Emulator | undefined {
  return emulators.get(inputs["api-url"] ?? "")?.deref();
}
