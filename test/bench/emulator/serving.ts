import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { type Child, startChild } from "../client/child.ts";
import { figuresOf, type RoundOptions, type Rounds, samplesOf } from "../measure.ts";
import type { BareAnswer } from "./bare.ts";
import type { Load } from "./load.ts";
import { usedBy } from "./process.ts";

const LOAD = fileURLToPath(new URL("load.ts", import.meta.url));
const BARE = fileURLToPath(new URL("bare.ts", import.meta.url));

/** What is asked of both servers: calls that all answer with one status, in turn. */
export interface Workload {
  readonly calls: readonly { readonly method: string; readonly path: string }[];
  readonly status: number;
  /** How many in a round. */
  readonly count: number;
}

/** A server that is measured. */
export interface Server {
  readonly port: number;
  readonly pid: number;
}

/** How two servers fared with the same workload. */
export interface Served {
  /** Milliseconds of the server's CPU for a round. */
  readonly cpu: Rounds<"emulator" | "bare">;
  /** Seconds that a round took. */
  readonly wall: Rounds<"emulator" | "bare">;
}

/** Sends workloads to servers. */
export interface Bench {
  /** Compares a server with one that sends the same bytes and does nothing else. */
  compare(emulator: Server, token: string, workload: Workload, rounds: RoundOptions): Promise<Served>;
  stop(): void;
}

const IN_FLIGHT = 50;

const Took = z.object({ seconds: z.number() });

/** Starts what sends, and the server that does nothing. */
export async function startBench(): Promise<Bench> {
  const children: Child[] = [];
  const startOne = async (module: string) => {
    const child = startChild(module);
    children.push(child);
    return { child, said: await child.heard() };
  };
  const { child: load } = await startOne(LOAD);
  const { child: bare, said } = await startOne(BARE);
  const bareServer: Server = { port: z.int().parse(said), pid: bare.pid };

  const send = async ({ port, pid }: Server, requests: string[], { count, status }: Workload) => {
    const before = usedBy(pid).cpu;
    const asked = { port, requests, count, status, inFlight: IN_FLIGHT } satisfies Load;
    const { seconds } = Took.parse(await load.ask(asked));
    return { cpu: usedBy(pid).cpu - before, seconds };
  };

  return {
    async compare(emulator, token, workload, rounds) {
      const requests = workload.calls.map(({ method, path }) => requestText(method, path, token));
      await bare.ask(await answersOf(emulator, token, workload));
      const samples = await samplesOf(
        [
          { name: "emulator", cost: () => send(emulator, requests, workload) },
          { name: "bare", cost: () => send(bareServer, requests, workload) },
        ],
        rounds,
      );
      return { cpu: figuresOf(samples, ({ cpu }) => cpu), wall: figuresOf(samples, ({ seconds }) => seconds) };
    },
    stop: () => {
      for (const child of children) child.stop();
    },
  };
}

/** A call as clients send it. */
function requestText(method: string, path: string, token: string): string {
  const length = method === "GET" ? "" : "content-length: 0\r\n";
  return [
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n`,
    `accept: application/vnd.github+json\r\nuser-agent: bench\r\n${length}\r\n`,
  ].join("");
}

/** Headers that a server of Node's writes by itself. */
const OWN = new Set(["date", "connection", "keep-alive"]);

async function answersOf({ port }: Server, token: string, { calls, status }: Workload): Promise<BareAnswer[]> {
  const answers: BareAnswer[] = [];
  for (const { method, path } of calls) {
    const headers = { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
    if (answer.status !== status) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`);
    answers.push({
      ...{ method, path, status },
      headers: Object.fromEntries([...answer.headers].filter(([name]) => !OWN.has(name))),
      body: await answer.text(),
    });
  }
  return answers;
}
