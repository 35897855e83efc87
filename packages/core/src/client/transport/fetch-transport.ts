import { responseTypeFor, type Transport } from "./transport.ts";

/** Creates a transport that uses `fetch`. */
export function fetchTransport(fetch: typeof globalThis.fetch): Transport {
  return async ({ method, url, headers, body, responseType, signal }) => {
    const response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      // A token must not follow a redirect to another location.
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      signal: signal ?? null,
    });
    const { status, headers: responseHeaders } = response;
    switch (responseTypeFor(status, responseType)) {
      case "bytes":
        return { status, headers: responseHeaders, text: "", bytes: new Uint8Array(await response.arrayBuffer()) };
      case "stream":
        return { status, headers: responseHeaders, text: "", ...(response.body ? { stream: response.body } : {}) };
      default:
        return { status, headers: responseHeaders, text: await response.text() };
    }
  };
}
