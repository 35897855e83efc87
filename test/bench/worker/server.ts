// Child process: a server that does nothing but send recorded responses, which the parent gives it. In reply to anything
// else, it reports the number of requests so far.
import * as z from "zod/mini";
import { serveForParent } from "./reply.ts";

const RecordedResponse = z.object({
  /** Method and path of the requests that get it; those of any other request if absent. */
  request: z.optional(z.string()),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type RecordedResponse = z.output<typeof RecordedResponse>;

const responses = new Map<string | undefined, Pick<RecordedResponse, "status" | "headers"> & { body: Buffer }>();
let requests = 0;

serveForParent(
  ({ method, url }, response) => {
    requests++;
    const recorded = responses.get(`${method} ${url}`) ?? responses.get(undefined);
    if (recorded) response.writeHead(recorded.status, recorded.headers).end(recorded.body);
    else response.writeHead(404).end();
  },
  (message) => {
    const { data = [] } = z.array(RecordedResponse).safeParse(message);
    for (const { request, body, ...head } of data) responses.set(request, { ...head, body: Buffer.from(body) });
    return requests;
  },
);
