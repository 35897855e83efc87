import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { World } from "../world.ts";
import type { Sent } from "./answer.ts";
import { corsHeaders } from "./cors.ts";

/** Header names and values in turn: what Node takes without looking at it twice. */
export type HeaderList = string[];

/** What sends answers. */
export type Respond = ReturnType<typeof createRespond>;

/** Makes what sends answers, with what every answer has. */
export function createRespond({ dialect, now }: World) {
  const cors = corsHeaders(dialect);
  const always = Object.entries({ "x-content-type-options": "nosniff", ...cors.answer }).flat();
  const { requestId } = dialect.headers;
  const date = createDate(now);

  /** @returns the number that the call was given */
  function begin(outgoing: ServerResponse, { status, body, headers }: Sent, own: HeaderList): string {
    const id = randomUUID();
    const list = always.concat(own);
    for (const name in headers) list.push(name, headers[name] ?? "");
    list.push(requestId, id, "date", date());
    if (status !== 204 && status !== 304) {
      list.push("content-length", String(typeof body === "string" ? Buffer.byteLength(body) : body.length));
    }
    outgoing.writeHead(status, list);
    return id;
  }

  return {
    /** @param own what the call's own circumstances add. @returns the number that the call was given */
    with(outgoing: ServerResponse, sent: Sent, own: HeaderList): string {
      const id = begin(outgoing, sent, own);
      outgoing.end(sent.body);
      return id;
    },

    /** Announces all of an answer, and cuts the connection after half of its body: a fault. @returns as `with` does */
    half(outgoing: ServerResponse, sent: Sent, own: HeaderList): string {
      const bytes = Buffer.from(sent.body);
      const id = begin(outgoing, sent, own);
      outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.destroy());
      return id;
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
