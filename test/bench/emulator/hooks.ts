import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { type Child, startChild } from "../client/child.ts";
import { figuresOf, median, type Rounds, samplesOf } from "../measure.ts";
import type { PacedLoad } from "./paced.ts";
import { type Started, start } from "./process.ts";
import { OWNER, repositoryName, worldOf } from "./world.ts";

const PACED = fileURLToPath(new URL("paced.ts", import.meta.url));
const RECEIVER = fileURLToPath(new URL("hook-receiver.ts", import.meta.url));

/** Calls in a second, each on a repository of its own; each event goes to so many hooks. */
const CALLS = 1000;
const HOOKS = 3;

const ROUNDS = { rounds: 9, warmUps: 2 };

/** Until a delivery counts as missing, in milliseconds: the receiver is the last to get a loaded machine's time. */
const PATIENCE = 60_000;

/** What webhooks cost those who call. */
export interface HookCosts {
  /** Milliseconds that a call takes, the median of a second's: told to three webhooks, and to none. */
  readonly call: Rounds<"hooks" | "none">;
  /** Seconds from the first call to the last delivery. */
  readonly delivered: Rounds<"hooks" | "none">;
}

interface Service {
  readonly program: Started;
  readonly token: string;
  /** What takes every star back, and what gives it again. */
  readonly rounds: readonly PacedLoad["calls"][];
  round: number;
}

const Ready = z.object({ apiUrl: z.string(), tokens: z.object({ alice: z.string() }) });
const Told = z.array(z.array(z.string()));

/** A thousand stars in a second. @throws Error where a delivery is missing, or comes out of order */
export async function measureHooks(command: string, tell: (round: string) => void): Promise<HookCosts> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-bench-"));
  const children: Child[] = [startChild(PACED), startChild(RECEIVER)];
  const [paced, receiver] = children;
  const services: Service[] = [];
  try {
    if (!paced || !receiver) throw new Error("the bench has no processes");
    await paced.heard();
    const url = `http://127.0.0.1:${z.int().parse(await receiver.heard())}/`;
    for (const count of [HOOKS, 0]) {
      services.push(await startService(command, join(folder, `${count}.json`), url, count));
    }
    const [hooked, bare] = services;
    if (!hooked || !bare) throw new Error("the bench has no services");
    let expected = 0;
    const round = async (service: Service) => {
      const began = performance.now();
      const { token, rounds } = service;
      const calls = rounds[service.round++ % rounds.length] ?? [];
      const headers = { authorization: `Bearer ${token}` };
      const load = { calls, headers, perSecond: CALLS, status: 204 } satisfies PacedLoad;
      const { latencies } = z.object({ latencies: z.array(z.number()) }).parse(await paced.ask(load));
      if (service === hooked) {
        expected += CALLS;
        await allDelivered(receiver, expected);
      }
      return { call: median(latencies), delivered: (performance.now() - began) / 1000 };
    };
    const samples = await samplesOf(
      [
        { name: "hooks", cost: () => round(hooked) },
        { name: "none", cost: () => round(bare) },
      ],
      { ...ROUNDS, tell },
    );
    return {
      call: figuresOf(samples, ({ call }) => call),
      delivered: figuresOf(samples, (sample) => sample.delivered),
    };
  } finally {
    for (const child of children) child.stop();
    await Promise.all(services.map(({ program }) => program.stop()));
    rmSync(folder, { recursive: true });
  }
}

async function startService(command: string, seed: string, url: string, count: number): Promise<Service> {
  const hooks = Array.from({ length: count }, (_, index) => ({
    ...{ url: `${url}${index}`, content_type: "json", events: ["star"], secret: "s" },
  }));
  writeFileSync(seed, JSON.stringify(worldOf(CALLS, hooks)));
  const program = await start([command, "--seed", seed]);
  const { apiUrl, tokens } = Ready.parse(JSON.parse(program.line));
  const starOf = (method: string, index: number) => ({
    ...{ method, url: `${apiUrl}/user/starred/${OWNER}/${repositoryName(index)}` },
  });
  // All of them are there at the start.
  const rounds = ["DELETE", "PUT"].map((method) => Array.from({ length: CALLS }, (_, index) => starOf(method, index)));
  return { program, token: tokens.alice, rounds, round: 0 };
}

/** @throws Error where not all arrive soon, or one hook is told in another order than the next */
async function allDelivered(receiver: Child, expected: number): Promise<void> {
  const patience = performance.now() + PATIENCE;
  let told: string[][] = [];
  while (told.length < HOOKS || told.some((guids) => guids.length < expected)) {
    if (performance.now() > patience) {
      throw new Error(`of ${expected} events hooks were told ${told.map((guids) => guids.length).join(", ")}`);
    }
    await wait(5);
    told = Told.parse(await receiver.ask("what were they told"));
  }
  const [first = [], ...others] = told;
  for (const guids of told) {
    if (guids.length !== expected || new Set(guids).size !== expected) throw new Error("a hook was told twice");
  }
  for (const guids of others) {
    if (guids.some((guid, index) => guid !== first[index])) throw new Error("hooks were told in different orders");
  }
}
