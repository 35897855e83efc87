import { createHmac } from "node:crypto";
import { createServer } from "node:http";

/** A delivery that the receiver got. */
export interface ReceivedDelivery {
  readonly guid: string;
  readonly event: string;
  /** True if the signature matches the body and the secret. Computed without the project's own code. */
  readonly isSignatureValid: boolean;
}

/** A webhook receiver that can be made to fail. */
export interface FailingReceiver {
  readonly url: string;
  /** Its host and port, for `allowHookHost`. */
  readonly host: string;
  readonly received: readonly ReceivedDelivery[];
  /** Responds with status 500 to the next deliveries. */
  failNext(times: number): void;
  stop(): Promise<void>;
}

/**
 * Starts a receiver on a free port.
 * @param secret the webhook's secret
 */
export async function startReceiver(secret: string): Promise<FailingReceiver> {
  const received: ReceivedDelivery[] = [];
  let failures = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const signature = createHmac("sha256", secret).update(Buffer.concat(chunks)).digest("hex");
        const header = (suffix: string) => {
          const entry = Object.entries(request.headers).find(([name]) => name.endsWith(suffix));
          return String(entry?.[1] ?? "");
        };
        received.push({
          guid: header("-delivery"),
          event: header("-event"),
          isSignatureValid: request.headers["x-hub-signature-256"] === `sha256=${signature}`,
        });
        const fails = failures > 0;
        if (fails) failures -= 1;
        response.writeHead(fails ? 500 : 204).end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The receiver does not listen on a port.");
  const host = `127.0.0.1:${address.port}`;
  return {
    url: `http://${host}/deliveries`,
    host,
    received,
    failNext(times) {
      failures = times;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
