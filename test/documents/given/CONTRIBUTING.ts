import { repositoryHandler as handled } from "../../../packages/emulator/src/http/handler.ts";

/** What every file of the emulator's resources imports. */
export const onRepository = handled;
