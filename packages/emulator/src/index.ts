export type { Control, StoredSecret } from "./control/control.ts";
export type { Emulator, EmulatorOptions } from "./emulator.ts";
export { startEmulator } from "./emulator.ts";
