export type { Control } from "./control/control.ts";
export type { Emulator, EmulatorOptions } from "./emulator.ts";
export { startEmulator } from "./emulator.ts";
export type { StoredSecret } from "./state/updater-secrets.ts";
