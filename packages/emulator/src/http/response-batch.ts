import type { ServerResponse } from "node:http";
import type { ApiResponse } from "./api-response.ts";

/**
 * Creates the function that ends a response with its body. Responses are written together after all requests that have
 * arrived were handled: the first one wakes up a waiting client, which is the most expensive part of a short call, and
 * the others find it awake.
 */
export function createResponseBatch(): (outgoing: ServerResponse, body: ApiResponse["body"]) => void {
  let pending: { readonly outgoing: ServerResponse; readonly body: ApiResponse["body"] }[] = [];

  function endAll(): void {
    const ready = pending;
    pending = [];
    for (const { outgoing, body } of ready) outgoing.end(body);
  }

  return (outgoing, body) => {
    if (pending.length === 0) setImmediate(endAll);
    pending.push({ outgoing, body });
  };
}
