import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { listenOnFreePort } from "../service/listen.ts";
import { isFullRun, pickSize } from "../test-size.ts";

const EMULATOR = fileURLToPath(new URL("processes/measured-emulator.ts", import.meta.url));

/** Calls in flight. */
const CONCURRENCY = 8;
const MEGABYTE = 1024 * 1024;

const Started = z.object({ apiUrl: z.string(), webUrl: z.string(), tokens: z.record(z.string(), z.string()) });
/** Bytes in JavaScript's heap, and all other resident memory: SQLite's and buffers. */
const Memory = z.object({ heap: z.number(), other: z.number() });
type Memory = z.output<typeof Memory>;

async function startMeasuredEmulator(options: object) {
  // Limits how much V8 allocates before it collects garbage.
  const child = fork(EMULATOR, [JSON.stringify(options)], { execArgv: ["--max-semi-space-size=4"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [started] = await once(child, "message");
  return {
    ...z.parse(Started, started),
    /** Waits for all deliveries, collects garbage and returns what is left. */
    async measure(): Promise<Memory> {
      child.send("measure");
      const [memory] = await once(child, "message");
      return z.parse(Memory, memory);
    },
  };
}

type MeasuredEmulator = Awaited<ReturnType<typeof startMeasuredEmulator>>;

/** @returns its host and port */
async function startReceiver(respond: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => respond(request, response));
  });
  return `127.0.0.1:${await listenOnFreePort(server)}`;
}

const LARGE_RESPONSE = "x".repeat(250_000);

/** A repository with webhooks whose receivers respond quickly, at length, with an error, late and not at all. */
async function createSeed() {
  const quick = await startReceiver((_, response) => response.end("thanks"));
  const large = await startReceiver((_, response) => response.end(LARGE_RESPONSE));
  const failing = await startReceiver((_, response) => response.writeHead(500).end("no"));
  const cutting = await startReceiver(({ socket }) => socket.destroy());
  const silent = await startReceiver(() => undefined);
  const hook = (host: string, events: readonly string[]) => ({
    url: `http://${host}/${"path".repeat(10)}`,
    content_type: "json",
    secret: "s",
    events,
  });
  const description = "Widgets for every occasion. ".repeat(10);
  return {
    users: { alice: {}, bob: {} },
    organizations: { acme: { members: { alice: "owner", bob: "member" }, hooks: [hook(quick, ["star", "push"])] } },
    repositories: {
      "acme/widgets": {
        description,
        files: { "README.md": "# Widgets\n\nSome *text*.\n" },
        hooks: [hook(large, ["star"]), hook(failing, ["star"]), hook(cutting, ["star"]), hook(silent, ["watch"])],
      },
      "acme/gears": { private: true, description },
    },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: "all" },
      bob: { kind: "classic", user: "bob", scopes: [] },
    },
  };
}

interface SoakCall {
  readonly method?: string;
  readonly url: string;
  readonly token?: string;
  readonly body?: object;
}

/** Returns the nth call: every kind in turn, with texts that never repeat. None adds data for good. */
function callAt({ apiUrl, webUrl }: MeasuredEmulator, n: number): SoakCall {
  const round = Math.floor(n / 16);
  const widgets = `${apiUrl}/repos/acme/widgets`;
  const star = { url: `${apiUrl}/user/starred/acme/widgets`, method: round % 2 === 0 ? "PUT" : "DELETE" };
  const name = `V_${round}`;
  const calls: readonly SoakCall[] = [
    star,
    { ...star, token: "bob" },
    { url: widgets },
    { url: widgets, token: "unknown" },
    { url: `${widgets}/${"long".repeat(1000)}/${n}` },
    { url: `${widgets}/actions/variables`, method: "POST", body: { name, value: "v".repeat(5000) } },
    { url: `${widgets}/actions/variables/${name}`, method: "DELETE" },
    { url: `${apiUrl}/search/issues?q=${"word".repeat(round % 50)}+w${n}+in:title` },
    { url: `${apiUrl}/orgs/acme/properties/values?repository_query=${"a:b+".repeat(round % 200)}w${n}` },
    { url: `${widgets}/hooks/2/deliveries?per_page=100` },
    { url: `${webUrl}/acme/widgets`, token: "" },
    { url: `${apiUrl}/repos/acme/gears`, method: "PATCH", body: { description: `Gear ${n} ${"text ".repeat(20)}` } },
    { url: `${apiUrl}/orgs/acme/repos?per_page=100&page=1` },
    { url: `${widgets}/hooks`, method: "POST", body: { config: { url: `http://127.0.0.1:${n % 60_000}/` } } },
    { url: `${widgets}/subscription`, method: "PUT", body: { subscribed: true, unknown: "x".repeat(1000) } },
    { url: `${widgets}/hooks/5/pings`, method: round % 20 === 0 ? "POST" : "GET" },
  ];
  return calls[n % calls.length] ?? star;
}

/** Makes calls until the time or count is reached. Returns the number of calls and of server errors. */
async function load(emulator: MeasuredEmulator, first: number, isDone: (calls: number) => boolean) {
  let next = first;
  let errors = 0;
  const worker = async () => {
    while (!isDone(next - first)) {
      const { url, method = "GET", token = "alice", body } = callAt(emulator, next++);
      const authorization = token === "" ? {} : { authorization: `Bearer ${emulator.tokens[token] ?? "ghp_unknown"}` };
      const response = await fetch(url, {
        method,
        headers: authorization,
        ...(body && { body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
      if (response.status >= 500) errors += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { next, errors };
}

const toMegabytes = (bytes: number) => Math.round(bytes / MEGABYTE);

/** Fills the logs and caches, whose size is limited. */
const WARM_UP = pickSize(4000, 20_000);
const PHASES = pickSize(2, 5);

test("memory stays flat under mixed calls with failing, slow and talkative receivers", {
  timeout: pickSize(300_000, 2_700_000),
}, async () => {
  const emulator = await startMeasuredEmulator({ seed: await createSeed(), hookTimeout: 0.2 });
  const warmUp = await load(emulator, 0, (calls) => calls >= WARM_UP);
  const samples = [await emulator.measure()];
  let next = warmUp.next;
  let errors = warmUp.errors;
  for (let phase = 1; phase <= PHASES; phase++) {
    const end = performance.now() + 5 * 60_000;
    const isDone = isFullRun ? () => performance.now() > end : (calls: number) => calls >= 500;
    const result = await load(emulator, next, isDone);
    next = result.next;
    errors += result.errors;
    samples.push(await emulator.measure());
  }
  const report = samples.map(({ heap, other }) => `${toMegabytes(heap)} + ${toMegabytes(other)}`).join(", ");
  process.stdout.write(`Soak: ${next} calls; memory in MB (heap + other): ${report}\n`);
  expect(errors).toBe(0);
  const [before, after] = [samples[0], samples.at(-1)];
  expect(toMegabytes((after?.heap ?? 0) - (before?.heap ?? 0))).toBeLessThan(20);
  expect(toMegabytes((after?.other ?? 0) - (before?.other ?? 0))).toBeLessThan(60);
});
