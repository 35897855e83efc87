import { isJson } from "../../contract/call-definition.ts";
import { expectedResponse } from "../../contract/definition.ts";
import { toHex } from "../../internal/hex.ts";
import { withTimeout } from "../abortable.ts";
import type { Clock } from "../clock.ts";
import type { LoadFailures } from "../described-error.ts";
import { checkStore, type KeyValueStore } from "../key-value-store.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
import type { CachedResponse } from "./cached-response.ts";
import { requestFingerprint } from "./request-fingerprint.ts";
import { parseCachedResponse, repeatsSecret } from "./stored-response.ts";

/** Opens the entry of a request in a store; undefined if its response must not be stored. */
export type ResponseStorage = (
  request: CallRequest,
  clock: Clock,
  loadFailures: LoadFailures,
) => Promise<StoredEntry | undefined>;

/** Entry of a store. A failing store must not fail a call. */
interface StoredEntry {
  readonly read: () => Promise<CachedResponse | undefined>;
  /** Stores a response in the background, unless it repeats a secret. */
  readonly write: (cacheable: CachedResponse, request: CallRequest, response: CallResponse) => void;
}

/** Time that a call waits for a store, in milliseconds. */
const STORE_TIMEOUT_MS = 1000;

/**
 * For the option `storage` of `cache()`: stores responses, so that the next process can revalidate them.
 * @throws InputError if the value is not a store
 */
export function storedResponses(store: KeyValueStore): ResponseStorage {
  checkStore("cache.storage", store);
  return async (request, clock, loadFailures) => {
    const key = await storageKeyFor(request);
    if (key === undefined) return undefined;
    return {
      async read() {
        const stored = (async () => store.get(key))();
        const text = await withTimeout(stored, STORE_TIMEOUT_MS, undefined, clock);
        return typeof text === "string" ? parseCachedResponse(text) : undefined;
      },
      write(cacheable, sent, response) {
        // Whether a response repeats a secret is unknown without its attempt.
        if (response.sentBy) void writeStored(store, key, cacheable, sent, response, loadFailures);
      },
    };
  };
}

async function writeStored(
  store: KeyValueStore,
  key: string,
  cacheable: CachedResponse,
  request: CallRequest,
  response: CallResponse,
  loadFailures: LoadFailures,
): Promise<void> {
  try {
    const { redactorOf } = await loadFailures();
    if (!repeatsSecret(cacheable, redactorOf(response, request))) await store.set(key, JSON.stringify(cacheable));
  } catch {
    // A failing store must not fail a call, nor must a redactor that cannot be loaded. The response is still in memory.
  }
}

/** Key of a response in the store; undefined if it must not be stored. */
async function storageKeyFor(request: CallRequest): Promise<string | undefined> {
  if (!canBeStored(request)) return undefined;
  const owner = await request.owner.label();
  if (!owner) return undefined;
  // Hashed, because custom middleware may have put a secret into a header.
  const stored = new TextEncoder().encode(requestFingerprint(request));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", stored));
  return `forgehand-answer ${owner} ${toHex(hash)}`;
}

/** Only responses that the contract describes and that contain no field marked as secret. */
function canBeStored({ definition, mediaType }: CallRequest): boolean {
  const response = expectedResponse(definition, 200, mediaType);
  return isJson(response) && !response.isSecret;
}
