import type { Emulator } from "@forgehand/emulator";

/** Registered emulators, by the address of their API. */
const emulators = new Map<string, WeakRef<Emulator>>();

/** Returns the inputs that every step needs, for an emulator and one of its tokens. */
export function inputsFor(emulator: Emulator, token = "alice"): Record<string, string> {
  registerEmulator(emulator);
  return { "api-url": emulator.apiUrl, token: emulator.tokens[token] ?? token };
}

/** Makes an emulator known to {@link emulatorOf}. */
export function registerEmulator(emulator: Emulator): void {
  emulators.set(emulator.apiUrl, new WeakRef(emulator));
}

/** Returns the registered emulator with an API address. */
export function emulatorOf(apiUrl: string | undefined): Emulator | undefined {
  return emulators.get(apiUrl ?? "")?.deref();
}
