import * as handlers from "../../../packages/emulator/src/http/handler.ts";

/** Imported by the emulator's resource files. */
export const { renderPage, repositoryHandler } = handlers;
