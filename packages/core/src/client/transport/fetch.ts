import { readsAs, type Transport } from "./transport.ts";

/** Sends with `fetch`. */
export function fetchTransport(fetch: typeof globalThis.fetch): Transport {
  return async ({ method, url, headers, body, reads, signal }) => {
    const response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      // A token must not travel to an address that an answer names.
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      signal: signal ?? null,
    });
    const { status, headers: answered } = response;
    switch (readsAs(status, reads)) {
      case "bytes":
        return { status, headers: answered, text: "", bytes: new Uint8Array(await response.arrayBuffer()) };
      case "stream":
        return { status, headers: answered, text: "", ...(response.body ? { stream: response.body } : {}) };
      default:
        return { status, headers: answered, text: await response.text() };
    }
  };
}
