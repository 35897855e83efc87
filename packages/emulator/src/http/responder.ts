import type { ServerResponse } from "node:http";
import type { EmulatorContext } from "../emulator-context.ts";
import type { ApiResponse } from "./api-response.ts";
import { createCors } from "./cors.ts";
import { createRequestIds } from "./request-id.ts";
import { createResponseBatch } from "./response-batch.ts";

/** Alternating header names and values, the form that Node.js writes fastest. */
export type HeaderList = string[];

/** Headers that keep pages of other origins from embedding a response. They don't apply to calls that CORS allows. */
export const ISOLATION_HEADERS = { "cross-origin-resource-policy": "same-origin", "x-frame-options": "DENY" } as const;

/** Headers of all API responses, including preflight. */
const STATIC_HEADERS: HeaderList = ["x-content-type-options", "nosniff", ...Object.entries(ISOLATION_HEADERS).flat()];

/** Sends responses. */
export type Responder = ReturnType<typeof createResponder>;

/** Creates the responder with the headers that all responses have. */
export function createResponder({ dialect, now, allowsAnyOrigin }: EmulatorContext) {
  const cors = createCors(dialect, allowsAnyOrigin);
  const { requestId } = dialect.headers;
  const date = createDateHeader(now);
  const nextRequestId = createRequestIds();
  const endResponse = createResponseBatch();

  /** @returns the request's ID */
  function writeHead(
    outgoing: ServerResponse,
    { status, body, headers }: ApiResponse,
    callHeaders: HeaderList,
  ): string {
    const id = nextRequestId();
    const list = STATIC_HEADERS.concat(cors.responseHeaders(outgoing.req.headers.origin), callHeaders);
    for (const name in headers) list.push(name, headers[name] ?? "");
    list.push(requestId, id, "date", date());
    if (status !== 204 && status !== 304) {
      list.push("content-length", String(typeof body === "string" ? Buffer.byteLength(body) : body.length));
    }
    outgoing.writeHead(status, list);
    return id;
  }

  return {
    /**
     * Sends a response.
     * @param callHeaders headers specific to the call
     * @returns the request's ID
     */
    send(outgoing: ServerResponse, response: ApiResponse, callHeaders: HeaderList): string {
      const id = writeHead(outgoing, response, callHeaders);
      endResponse(outgoing, response.body);
      return id;
    },

    /**
     * Sends the complete head and half of the body, then closes the connection, as an injected fault.
     * @returns as `send`
     */
    sendHalf(outgoing: ServerResponse, response: ApiResponse, callHeaders: HeaderList): string {
      const bytes = Buffer.from(response.body);
      const id = writeHead(outgoing, response, callHeaders);
      outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.destroy());
      return id;
    },

    /** Responds to a CORS preflight request. */
    sendPreflight(outgoing: ServerResponse): void {
      const headers = cors.preflightHeaders(outgoing.req.headers.origin);
      outgoing.writeHead(204, [...STATIC_HEADERS, ...headers, requestId, nextRequestId(), "date", date()]).end();
    },
  };
}

/** Formats the emulator's time as an HTTP date, cached per second. Clients compute wait times from this header. */
function createDateHeader(now: () => Date): () => string {
  let second = Number.NaN;
  let text = "";
  return () => {
    const time = now();
    const current = Math.floor(time.getTime() / 1000);
    if (current !== second) {
      second = current;
      text = time.toUTCString();
    }
    return text;
  };
}
