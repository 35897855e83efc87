import { onRepository as handled } from "../../../packages/emulator/src/http/call.ts";

/** What every file of the emulator's resources imports. */
export const onRepository = handled;
