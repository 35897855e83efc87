// A process of its own: sends one request after the other at a steady pace, whether those before were answered or not, and
// tells how long each took to be answered.
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { createReader } from "./reader.ts";

const PacedLoad = z.object({
  port: z.int(),
  /** Requests as they go over the wire, in turn. */
  requests: z.array(z.string()),
  count: z.int(),
  perSecond: z.int(),
  /** The status that every answer must have. */
  status: z.int(),
});
export type PacedLoad = z.output<typeof PacedLoad>;

/** Milliseconds that each call took. */
export interface PacedResult {
  readonly latencies: readonly number[];
}

/** A connection over which nothing is under way. */
interface Line {
  send(text: Buffer): Promise<number>;
}

async function run({ port, requests, count, perSecond, status }: PacedLoad): Promise<PacedResult> {
  const texts = requests.map((text) => Buffer.from(text, "latin1"));
  const idle: Line[] = await Promise.all(Array.from({ length: 8 }, () => open(port, status)));
  const latencies: number[] = [];
  const start = performance.now();
  const answers: Promise<void>[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const text = texts[sent % texts.length];
    if (!text) break;
    const due = start + (sent * 1000) / perSecond;
    for (let left = due - performance.now(); left > 0; left = due - performance.now()) await wait(left);
    const line = idle.shift() ?? (await open(port, status));
    answers.push(
      line.send(text).then((took) => {
        latencies.push(took);
        idle.push(line);
      }),
    );
  }
  await Promise.all(answers);
  return { latencies };
}

function open(port: number, expected: number): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1", () => resolve(lineOf(socket, expected))).setNoDelay(true);
    socket.once("error", reject).unref();
  });
}

function lineOf(socket: Socket, expected: number): Line {
  let answered: (status: number) => void = () => {};
  socket.on(
    "data",
    createReader((status) => answered(status)),
  );
  return {
    send: (text) =>
      new Promise((resolve, reject) => {
        const began = performance.now();
        answered = (status) => {
          if (status === expected) resolve(performance.now() - began);
          else reject(new Error(`An answer has status ${status} where ${expected} was expected.`));
        };
        socket.write(text);
      }),
  };
}

process.on("message", async (message) => process.send?.(await run(PacedLoad.parse(message))));
process.on("disconnect", () => process.exit());
process.send?.("ready");
