import { isJson } from "../../contract/call-definition.ts";
import { expectedResponse } from "../../contract/definition.ts";
import { toHex } from "../../internal/hex.ts";
import { lazy } from "../../internal/lazy.ts";
import { withTimeout } from "../abortable.ts";
import type { Clock } from "../clock.ts";
import type { CallRequest, CallResponse, Middleware } from "../middleware.ts";
import type { CacheSettings } from "./cache-options.ts";
import {
  type CachedResponse,
  conditionalHeaders,
  fromCache,
  parseCachedResponse,
  repeatsSecret,
  toCachedResponse,
} from "./cached-response.ts";
import { createMemoryCache } from "./memory-cache.ts";
import { createSingleFlight } from "./single-flight.ts";

/** Time that a call waits for a store, in milliseconds. */
const STORE_TIMEOUT_MS = 1000;

/**
 * Caches responses: revalidates known ones with conditional requests, and shares one request between identical
 * concurrent reads.
 */
export function cache(settings: CacheSettings, clock: Clock): Middleware {
  const memory = createMemoryCache(settings);
  const singleFlight = createSingleFlight();

  async function readStored(storageKey: string): Promise<CachedResponse | undefined> {
    const stored = (async () => settings.storage?.get(storageKey))();
    const text = await withTimeout(stored, STORE_TIMEOUT_MS, undefined, clock);
    return typeof text === "string" ? parseCachedResponse(text) : undefined;
  }

  async function writeStored(storageKey: string, cacheable: CachedResponse): Promise<void> {
    try {
      await settings.storage?.set(storageKey, JSON.stringify(cacheable));
    } catch {
      // A failing store must not fail a call.
    }
  }

  return (next) => {
    async function fetchOrRevalidate(request: CallRequest, key: string): Promise<CallResponse> {
      const storageKey = settings.storage && (await storageKeyFor(request));
      const cached = memory.get(key) ?? (storageKey === undefined ? undefined : await readStored(storageKey));
      const response = await next(
        cached ? { ...request, headers: { ...request.headers, ...conditionalHeaders(cached) } } : request,
      );
      if (response.status === 304 && cached) {
        memory.set(key, cached);
        return fromCache(cached, response);
      }
      const cacheable = response.status === 200 ? toCachedResponse(response) : undefined;
      if (!cacheable) return response;
      const onDecoded = lazy(() => {
        if (!memory.set(key, cacheable) || storageKey === undefined || repeatsSecret(cacheable, response)) return;
        // Written in the background.
        void writeStored(storageKey, cacheable);
      });
      return { ...response, onDecoded };
    }

    return (request) => {
      // A read after a write must not join a read that started before the write ended.
      if (request.method !== "GET") return next(request).finally(singleFlight.detach);
      // Downloads are not cached.
      if (request.responseType !== "text") return next(request);
      const key = `${request.owner.account}\n${requestFingerprint(request)}`;
      // A read with its own deadline or maximum wait is not shared.
      if (!hasNoDeadline(request)) return fetchOrRevalidate(request, key);
      return singleFlight.share(key, request, (signal) => fetchOrRevalidate({ ...request, signal }, key));
    };
  };
}

function hasNoDeadline({ deadline, maxWait }: CallRequest): boolean {
  return deadline === Infinity && maxWait === Infinity;
}

/** Everything that determines the response: headers, including those of custom middleware, and URL. */
function requestFingerprint({ headers, url }: CallRequest): string {
  return `${JSON.stringify(headers)}\n${url.href}`;
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
