import { createHmac } from "node:crypto";
import { createServer } from "node:http";

/** A delivery as a receiver got it. */
export interface Received {
  readonly guid: string;
  readonly event: string;
  /** Does the signature fit the body and the secret? Reckoned without any of the project's own code. */
  readonly genuine: boolean;
}

/** A receiver of webhooks that fails as often as it is told. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Answers 500 to so many deliveries from now on. */
  failNext(times: number): void;
  stop(): Promise<void>;
}

/** Starts a receiver on a port of its own. @param secret what the webhook signs with */
export async function startReceiver(secret: string): Promise<Receiver> {
  const received: Received[] = [];
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
          genuine: request.headers["x-hub-signature-256"] === `sha256=${signature}`,
        });
        const fails = failures > 0;
        if (fails) failures -= 1;
        response.writeHead(fails ? 500 : 204).end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The receiver has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/deliveries`,
    received,
    failNext(times) {
      failures = times;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
