export { startEmulator } from "./emulator.ts";
export type { Control, Emulator, EmulatorOptions, StoredSecret } from "./public.ts";
