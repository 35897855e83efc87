import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { test as emulatorTest } from "@forgehand/emulator/vitest";

/** A proxy in front of an emulator's API that can hold responses back. */
export interface HoldingProxy {
  readonly apiUrl: string;
  /** All calls so far, such as `GET /api/v3/user`. */
  readonly calls: readonly string[];
  /** Holds the responses to all later calls that match, such as `GET /api/v3/user`. The service executes them. */
  readonly hold: (call: RegExp) => void;
  readonly heldCount: () => number;
  /** Delivers the held responses, and holds no others. */
  readonly release: () => void;
}

/** Vitest's `test` with an emulator, and a proxy for its API. */
export const test = emulatorTest.extend<{ proxy: HoldingProxy }>({
  proxy: async ({ emulator }, use) => {
    const api = new URL(emulator.apiUrl);
    const calls: string[] = [];
    let held: PromiseWithResolvers<void> | undefined;
    let heldCalls: RegExp | undefined;
    let heldCount = 0;
    const server = createServer((incoming, outgoing) => {
      const { method = "", url = "" } = incoming;
      const call = `${method} ${url}`;
      calls.push(call);
      const holding = heldCalls?.test(call) ? held?.promise : undefined;
      const forwarded = request(new URL(url, api), { method, headers: { ...incoming.headers, host: api.host } });
      incoming.pipe(forwarded);
      // The service closed the connection without a response.
      forwarded.on("error", () => outgoing.destroy());
      forwarded.on("response", async (response) => {
        if (holding) heldCount += 1;
        await holding;
        outgoing.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(outgoing);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await use({
      apiUrl: `http://127.0.0.1:${port}${api.pathname}`,
      calls,
      hold(call) {
        held = Promise.withResolvers();
        heldCalls = call;
      },
      heldCount: () => heldCount,
      release() {
        heldCalls = undefined;
        held?.resolve();
      },
    });
    held?.resolve();
    server.closeAllConnections();
    server.close();
  },
});

/** Number of turns of the event loop in which everything ends that waits for nothing but the databases. */
const TURNS = 300;

/** Lets everything run that does not wait for a response. */
export async function runPending(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
}
