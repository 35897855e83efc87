import type { KeyValueStore } from "../key-value-store.ts";
import { loadClientParts } from "../load-client-parts.ts";
import { tryToLoad } from "../on-demand.ts";
import type { ResponseStorage } from "./response-storage.ts";

/** Maximum real time to wait for that part, in milliseconds. */
const LOAD_TIMEOUT_MS = 1000;

/** Stores responses with a part of the client that is loaded for the first one. Without it, they are only in memory. */
export function storageOnDemand(store: KeyValueStore): ResponseStorage {
  return async (request, ...deps) => {
    const parts = await tryToLoad(loadClientParts, request.signal, LOAD_TIMEOUT_MS);
    return parts?.storedResponses(store)(request, ...deps);
  };
}
