import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Bench, Measured } from "../harness.ts";
import type { RoundComparison, Spread } from "../measure.ts";
import { usageOf } from "../processes.ts";
import { type Budget, createRow } from "../row.ts";
import type { LoadRequest } from "../worker/load.ts";
import type { RecordedResponse } from "../worker/server.ts";
import { type BenchEmulator, COMMAND, jsonEntry, startBenchEmulator } from "./bench-emulator.ts";
import { createSeed, OWNER, repositoryName } from "./bench-seed.ts";

/** Enough repositories for a full page, and some without webhooks. */
const REPOSITORIES = 50;

// A server's code is optimized after a few thousand calls.
const ROUNDS = { rounds: 9, warmUps: 2, quick: { rounds: 7 } };

const IN_FLIGHT = 50;

/** Calls that are sent in turn to both servers, all with the same response status. */
interface ServerWorkload {
  readonly calls: readonly { readonly method: string; readonly path: string }[];
  readonly status: number;
  /** Number of calls per round. */
  readonly count: number;
  /** Minimum throughput, relative to a server that does nothing. */
  readonly budget?: Budget;
}

const starOf = (method: string, index: number) => ({
  method,
  path: `/api/v3/user/starred/${OWNER}/${repositoryName(index)}`,
});
const repositoryIndexes = Array.from({ length: REPOSITORIES - 1 }, (_, index) => index + 1);

const WORKLOADS: Readonly<Record<string, ServerWorkload>> = {
  repository: {
    calls: [{ method: "GET", path: `/api/v3/repos/${OWNER}/${repositoryName(1)}` }],
    status: 200,
    count: 15_000,
    budget: { must: 0.5, aim: 0.7, steady: "rounds" },
  },
  list: {
    calls: [{ method: "GET", path: `/api/v3/orgs/${OWNER}/repos` }],
    status: 200,
    count: 3000,
    budget: { must: 0.35, aim: 0.55, steady: "rounds" },
  },
  write: {
    calls: repositoryIndexes.map((index) => starOf("PUT", index)),
    status: 204,
    count: 15_000,
    budget: { must: 0.35, aim: 0.5, steady: "rounds" },
  },
  // The same, but every call changes something: stars are removed and added again.
  change: {
    calls: repositoryIndexes.flatMap((index) => [starOf("DELETE", index), starOf("PUT", index)]),
    status: 204,
    count: 8000,
  },
};

const DurationReply = z.object({ seconds: z.number() });

/** Compares the emulator with a server that sends the same bytes and does nothing else. */
export async function measureServing(bench: Bench): Promise<Measured> {
  const seed = join(bench.createFolder(), "seed.json");
  writeFileSync(seed, JSON.stringify(createSeed(REPOSITORIES)));
  const load = await bench.startWorker("load.ts");
  const bare = await bench.startWorker("server.ts");
  const emulator = await startBenchEmulator(bench, [COMMAND, "--seed", seed]);
  const rows = [];
  const json = [];
  for (const [name, workload] of Object.entries(WORKLOADS)) {
    if (bench.isQuick && !workload.budget) continue;
    const { calls, count, status } = workload;
    const requests = calls.map(({ method, path }) => requestText(method, path, emulator.token));
    await bare.request(await recordResponses(emulator, workload));
    const send = async (port: number, pid: number) => {
      const before = usageOf(pid).cpu;
      const request = { port, requests, count, status, inFlight: IN_FLIGHT } satisfies LoadRequest;
      const { seconds } = DurationReply.parse(await load.request(request));
      return { cpu: usageOf(pid).cpu - before, seconds };
    };
    const by = await bench.compare(
      [
        { name: "emulator", cost: () => send(Number(new URL(emulator.apiUrl).port), emulator.pid) },
        { name: "bare", cost: () => send(z.int().parse(bare.ready), bare.pid) },
      ],
      ROUNDS,
      name,
    );
    const result = servingResult(
      name,
      by(({ cpu }) => cpu),
      by(({ seconds }) => seconds),
    );
    rows.push(...result.rows);
    json.push(...result.json);
  }
  return { rows, json };
}

/**
 * Reports a workload.
 * @param cpu CPU time of the server per round
 * @param wall wall-clock time per round, in seconds
 */
export function servingResult(
  name: string,
  cpu: RoundComparison<"emulator" | "bare">,
  wall: RoundComparison<"emulator" | "bare">,
) {
  const { count = 0, budget } = WORKLOADS[name] ?? {};
  // The longest duration becomes the lowest rate.
  const perSecond = ({ median, low, high }: Spread) => ({
    median: count / median,
    low: count / high,
    high: count / low,
  });
  const ratio = cpu.ratio("bare", "emulator");
  const rate = perSecond(wall.of("emulator"));
  const rows = [
    createRow(`${name}: ratio to a bare node:http`, "x", ratio, { ...budget, moreIsBetter: true }),
    createRow(`${name}: requests per second`, "/s", rate, { moreIsBetter: true }),
    createRow(`${name}: bare node:http`, "/s", perSecond(wall.of("bare")), { moreIsBetter: true }),
  ];
  return { rows, json: [jsonEntry(name, { ratio: ratio.median, rps: rate.median })] };
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

async function recordResponses({ apiUrl, token }: BenchEmulator, { calls, status }: ServerWorkload) {
  const responses: RecordedResponse[] = [];
  for (const { method, path } of calls) {
    const headers = { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" };
    const response = await fetch(new URL(path, apiUrl), { method, headers });
    const body = await response.text();
    if (response.status !== status) throw new Error(`${method} ${path} returned ${response.status}: ${body}`);
    responses.push({
      request: `${method} ${path}`,
      status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => !NODE_HEADERS.has(name))),
      body,
    });
  }
  return responses;
}
