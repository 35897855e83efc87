import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { World } from "../world.ts";
import type { Sent } from "./answer.ts";
import { corsHeaders } from "./cors.ts";

/** Header names and values in turn: what Node takes without looking at it twice. */
export type HeaderList = string[];

/** Makes what sends answers, with what every answer has. */
export function createRespond({ dialect, now }: World) {
  const cors = corsHeaders(dialect);
  const always = Object.entries({ "x-content-type-options": "nosniff", ...cors.answer }).flat();
  const { requestId } = dialect.headers;
  const date = createDate(now);

  return {
    /** @param own what the call's own circumstances add */
    with(outgoing: ServerResponse, { status, body, headers }: Sent, own: HeaderList): void {
      const list = always.concat(own);
      for (const name in headers) list.push(name, headers[name] ?? "");
      list.push(requestId, randomUUID(), "date", date());
      if (status !== 204 && status !== 304) {
        list.push("content-length", String(typeof body === "string" ? Buffer.byteLength(body) : body.length));
      }
      outgoing.writeHead(status, list);
      outgoing.end(body);
    },

    /** To a browser that asks before it calls. */
    toPreflight(outgoing: ServerResponse): void {
      outgoing.writeHead(204, { ...cors.preflight, [requestId]: randomUUID(), date: date() }).end();
    },
  };
}

/** The service's own time, as HTTP writes it: callers reckon with it when they are told a time to wait for. */
function createDate(now: () => Date): () => string {
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
