import type { Emulator } from "@forgehand/emulator";

/** Emulators whose inputs were created here, by the address of their API. */
const emulators = new Map<string, WeakRef<Emulator>>();

/** Returns the inputs that every step needs, for an emulator and one of its tokens. */
export function inputsFor(emulator: Emulator, token = "alice"): Record<string, string> {
  emulators.set(emulator.apiUrl, new WeakRef(emulator));
  return { "api-url": emulator.apiUrl, token: emulator.tokens[token] ?? token };
}

/** Returns the emulator that {@link inputsFor} created these inputs for. */
export function emulatorOf(inputs: Readonly<Record<string, string>>): Emulator | undefined {
  return emulators.get(inputs["api-url"] ?? "")?.deref();
}
