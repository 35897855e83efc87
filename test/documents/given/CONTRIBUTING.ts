import { repositoryHandler as handled } from "../../../packages/emulator/src/http/handler.ts";

/** Imported by every resource file of the emulator. */
export const onRepository = handled;
