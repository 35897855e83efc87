import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { type BenchProcess, startBenchProcess } from "../client/bench-process.ts";
import { collectSamples, compareSamples, type RoundComparison, type RoundOptions } from "../measure.ts";
import type { RecordedResponse } from "./bare.ts";
import type { LoadRequest } from "./load.ts";
import { usageOf } from "./program.ts";

const LOAD_MODULE = fileURLToPath(new URL("load.ts", import.meta.url));
const BARE_MODULE = fileURLToPath(new URL("bare.ts", import.meta.url));

/** Calls that are sent in turn to both servers, all with the same response status. */
export interface ServerWorkload {
  readonly calls: readonly { readonly method: string; readonly path: string }[];
  readonly status: number;
  /** Number of calls per round. */
  readonly count: number;
}

/** A server to measure. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
}

/** Results of two servers with the same workload. */
export interface ServerComparison {
  /** CPU time of the server per round, in milliseconds. */
  readonly cpu: RoundComparison<"emulator" | "bare">;
  /** Wall-clock time per round, in seconds. */
  readonly wall: RoundComparison<"emulator" | "bare">;
}

/** Sends workloads to servers. */
export interface ServerBench {
  /** Compares a server with one that sends the same bytes and does nothing else. */
  compare(
    emulator: ServerProcess,
    token: string,
    workload: ServerWorkload,
    rounds: RoundOptions,
  ): Promise<ServerComparison>;
  stop(): void;
}

const IN_FLIGHT = 50;

const DurationReply = z.object({ seconds: z.number() });

/** Starts the load generator and the bare server. */
export async function startServerBench(): Promise<ServerBench> {
  const children: BenchProcess[] = [];
  const startProcess = async (module: string) => {
    const child = startBenchProcess(module);
    children.push(child);
    return { child, firstMessage: await child.nextMessage() };
  };
  const { child: load } = await startProcess(LOAD_MODULE);
  const { child: bare, firstMessage } = await startProcess(BARE_MODULE);
  const bareServer: ServerProcess = { port: z.int().parse(firstMessage), pid: bare.pid };

  const send = async ({ port, pid }: ServerProcess, requests: string[], { count, status }: ServerWorkload) => {
    const before = usageOf(pid).cpu;
    const request = { port, requests, count, status, inFlight: IN_FLIGHT } satisfies LoadRequest;
    const { seconds } = DurationReply.parse(await load.request(request));
    return { cpu: usageOf(pid).cpu - before, seconds };
  };

  return {
    async compare(emulator, token, workload, rounds) {
      const requests = workload.calls.map(({ method, path }) => requestText(method, path, token));
      await bare.request(await recordResponses(emulator, token, workload));
      const samples = await collectSamples(
        [
          { name: "emulator", cost: () => send(emulator, requests, workload) },
          { name: "bare", cost: () => send(bareServer, requests, workload) },
        ],
        rounds,
      );
      return {
        cpu: compareSamples(samples, ({ cpu }) => cpu),
        wall: compareSamples(samples, ({ seconds }) => seconds),
      };
    },
    stop: () => {
      for (const child of children) child.stop();
    },
  };
}

/** Formats a request as clients send it. */
function requestText(method: string, path: string, token: string): string {
  const length = method === "GET" ? "" : "content-length: 0\r\n";
  return [
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n`,
    `accept: application/vnd.github+json\r\nuser-agent: bench\r\n${length}\r\n`,
  ].join("");
}

/** Headers that a Node server adds by itself. */
const NODE_HEADERS = new Set(["date", "connection", "keep-alive"]);

async function recordResponses(
  { port }: ServerProcess,
  token: string,
  { calls, status }: ServerWorkload,
): Promise<RecordedResponse[]> {
  const responses: RecordedResponse[] = [];
  for (const { method, path } of calls) {
    const headers = { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
    if (response.status !== status)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    responses.push({
      method,
      path,
      status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => !NODE_HEADERS.has(name))),
      body: await response.text(),
    });
  }
  return responses;
}
