import { createResponseBuffer, type ResponseBuffer } from "./response-buffer.ts";
import { hasTooManyEncodings, responseTypeFor, type Transport } from "./transport.ts";

/** Creates a transport that uses `fetch`. */
export function fetchTransport(fetch: typeof globalThis.fetch): Transport {
  return async ({ method, url, headers, body, responseType, maxBytes, signal }) => {
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
    const { status } = response;
    const base = { status, headers: response.headers, text: "" };
    const bodyType = responseTypeFor(status, responseType);
    if (hasTooManyEncodings(response.headers.get("content-encoding"))) {
      void response.body?.cancel().catch(() => {});
      return { ...base, exceeded: "encodings" };
    }
    if (bodyType === "stream") return response.body ? { ...base, stream: response.body } : base;
    const buffer = await readBody(response, maxBytes[bodyType]);
    if (!buffer) return { ...base, exceeded: "size" };
    return bodyType === "bytes" ? { ...base, bytes: buffer.bytes() } : { ...base, text: buffer.text() };
  };
}

/** Reads a body; returns undefined and cancels it as soon as it is too large. */
async function readBody(response: Response, maxBytes: number): Promise<ResponseBuffer | undefined> {
  const buffer = createResponseBuffer(maxBytes);
  // Replacements of `fetch` can have bodies of another kind.
  if (response.body && typeof response.body.getReader !== "function") {
    return buffer.add(new Uint8Array(await response.arrayBuffer())) ? buffer : undefined;
  }
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return buffer;
    if (buffer.add(value)) continue;
    void reader?.cancel().catch(() => {});
    return undefined;
  }
}
