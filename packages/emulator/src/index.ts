export { startEmulator } from "./emulator.ts";
export type * from "./public.ts";
