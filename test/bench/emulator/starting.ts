import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { figuresOf, type Rounds, type Spread, samplesOf, spreadOf } from "../measure.ts";
import type { Order } from "../order.ts";
import { start, usedBy } from "./process.ts";

/** How a program starts. */
export interface Starts {
  /** Milliseconds from the spawn to the line that says that it is ready; and the same of a Node that does nothing. */
  readonly ready: Rounds<"emulator" | "node">;
  /** Milliseconds from the spawn to the first answer. */
  readonly answered: Spread;
  /** MB that it holds when nobody has asked for more. */
  readonly rss: Spread;
}

const ROUNDS = { rounds: 9, warmUps: 1 };
const QUICK_ROUNDS = { rounds: 7, warmUps: 1 };

/** A Node that says that it is ready, and does nothing else. */
const NOTHING = ["--eval", 'console.log("ready"); setInterval(() => {}, 1000)'];

/** How long a program is left alone before its memory is looked at, in milliseconds. */
const IDLE = 300;

const Ready = z.object({ apiUrl: z.string() });

/** Starts the command again and again. */
export async function measureStarts(command: string, { isQuick, tell }: Order): Promise<Starts> {
  const candidates = [
    { name: "emulator" as const, cost: () => startOnce(command) },
    { name: "node" as const, cost: startNothing },
  ];
  const samples = await samplesOf(candidates, {
    ...(isQuick ? QUICK_ROUNDS : ROUNDS),
    tell: (round) => tell(`start, ${round}`),
  });
  const own = samples.get("emulator") ?? [];
  return {
    ready: figuresOf(samples, ({ ready }) => ready),
    answered: spreadOf(own.map(({ answered }) => answered)),
    rss: spreadOf(own.map(({ rss }) => rss)),
  };
}

interface Start {
  readonly ready: number;
  readonly answered: number;
  readonly rss: number;
}

async function startOnce(command: string): Promise<Start> {
  const program = await start([command]);
  const { apiUrl } = Ready.parse(JSON.parse(program.line));
  const answer = await fetch(`${apiUrl}/repos/acme/widgets`);
  await answer.text();
  const answered = performance.now() - program.began;
  if (answer.status !== 200) throw new Error(`the first answer was ${answer.status}`);
  await wait(IDLE);
  const { rss } = usedBy(program.pid);
  await program.stop();
  return { ready: program.ready, answered, rss };
}

async function startNothing(): Promise<Start> {
  const program = await start(NOTHING);
  await program.stop();
  return { ready: program.ready, answered: 0, rss: 0 };
}
