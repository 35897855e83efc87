import { lazy } from "../../internal/lazy.ts";
import type { Clock } from "../clock.ts";
import type { LoadFailures } from "../described-error.ts";
import type { CallRequest, CallResponse, Middleware } from "../middleware.ts";
import type { CacheSettings } from "./cache-options.ts";
import { conditionalHeaders, fromCache, toCachedResponse } from "./cached-response.ts";
import { createMemoryCache } from "./memory-cache.ts";
import { requestFingerprint } from "./request-fingerprint.ts";
import { createSingleFlight } from "./single-flight.ts";

/**
 * Caches responses: revalidates known ones with conditional requests, and shares one request between identical
 * concurrent reads.
 */
export function cache(settings: CacheSettings, clock: Clock, loadFailures: LoadFailures): Middleware {
  const memory = createMemoryCache(settings);
  const singleFlight = createSingleFlight();

  return (next) => {
    async function fetchOrRevalidate(request: CallRequest, key: string): Promise<CallResponse> {
      const stored = settings.storage && (await settings.storage(request, clock, loadFailures));
      const cached = memory.get(key) ?? (stored && (await stored.read()));
      const headers = { ...request.headers, ...(cached && conditionalHeaders(cached)) };
      const response = await next({ ...request, headers });
      if (response.status === 304 && cached) {
        memory.set(key, cached);
        return fromCache(cached, response);
      }
      const cacheable = response.status === 200 ? toCachedResponse(response) : undefined;
      if (!cacheable) return response;
      const onDecoded = lazy(() => {
        if (memory.set(key, cacheable)) stored?.write(cacheable, request, response);
      });
      return { ...response, onDecoded };
    }

    return (request) => {
      const { method, responseType, deadline, maxWait } = request;
      // A read after a write must not join a read that started before the write ended.
      if (method !== "GET") return next(request).finally(singleFlight.detach);
      // Downloads are not cached.
      if (responseType !== "text") return next(request);
      const key = `${request.owner.account}\n${requestFingerprint(request)}`;
      const begin = (signal = request.signal) => fetchOrRevalidate({ ...request, signal }, key);
      // A read with its own deadline or maximum wait is not shared.
      return deadline === Infinity && maxWait === Infinity ? singleFlight.share(key, request, begin) : begin();
    };
  };
}
