import { requestFor } from "../node-http.ts";
import { PROBLEMS, type Problem } from "./outcome.ts";

/** What came of posting a body: the answer, or in a few words why there is none. */
export type Outcome =
  | { readonly status: number; readonly headers: Record<string, string>; readonly body: string }
  | { readonly problem: Problem };

/** As much of a receiver's answer as is kept. */
const KEPT_BYTES = 256 * 1024;

/**
 * Posts a body with node's own client: fetch refuses some ports, and a receiver may listen on any.
 * @param options.timeout milliseconds for the whole exchange
 * @param options.verify check the certificate of an https address
 */
export function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
  options: { readonly timeout: number; readonly verify: boolean; readonly signal: AbortSignal },
): Promise<Outcome> {
  const deadline = AbortSignal.timeout(options.timeout);
  const request = requestFor(new URL(url));
  const answered = new Promise<Outcome>((resolve, reject) => {
    const outgoing = request(url, {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      signal: AbortSignal.any([options.signal, deadline]),
      rejectUnauthorized: options.verify,
    });
    outgoing.on("error", reject).on("response", (incoming) => {
      const chunks: Buffer[] = [];
      let size = 0;
      incoming
        .on("data", (chunk: Buffer) => {
          if (size < KEPT_BYTES) chunks.push(chunk);
          size += chunk.length;
        })
        .on("error", reject)
        .on("end", () => {
          const pairs = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
          const text = Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString("utf8");
          resolve({ status: incoming.statusCode ?? 0, headers: Object.fromEntries(pairs), body: text });
        });
    });
    outgoing.end(body);
  });
  // An address that the client takes none of throws as it is called: that is no connection either.
  return answered.catch((error: unknown) => ({ problem: deadline.aborted ? PROBLEMS.timeout : problemOf(error) }));
}

/** Node names what is wrong with a certificate by a code of its own. */
function problemOf(error: unknown): Problem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? PROBLEMS.certificate : PROBLEMS.connection;
}
