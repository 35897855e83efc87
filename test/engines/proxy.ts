import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy in front of a server, whose network a test can break. */
export interface Proxy {
  readonly port: number;
  /** Forwards nothing, as if the network lost all packets; what was sent meanwhile arrives after `resume`. */
  readonly pause: () => void;
  /** Ends all connections and refuses new ones. */
  readonly disconnect: () => void;
  readonly resume: () => void;
  readonly close: () => Promise<void>;
}

/** Starts a proxy for a port of this machine. */
export async function startProxy(target: number): Promise<Proxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: "open" | "paused" | "disconnected" = "open";
  const forward = ([one, other]: readonly [Socket, Socket]) => {
    one.pipe(other);
    other.pipe(one);
  };
  const server = createServer((socket) => {
    if (state === "disconnected") return void socket.destroy();
    const pair = [socket, connect(target, "127.0.0.1")] as const;
    pairs.add(pair);
    for (const end of pair) {
      end
        .on("error", () => {})
        .on("close", () => {
          pairs.delete(pair);
          for (const socket of pair) socket.destroy();
        });
    }
    if (state === "open") forward(pair);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy must have a port.");
  const disconnect = () => {
    state = "disconnected";
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    port: address.port,
    pause() {
      state = "paused";
      for (const pair of pairs) for (const socket of pair) socket.unpipe().pause();
    },
    disconnect,
    resume() {
      if (state === "paused") for (const pair of pairs) forward(pair);
      state = "open";
    },
    async close() {
      disconnect();
      server.close();
      await once(server, "close");
    },
  };
}
