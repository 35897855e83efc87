// Child process in a folder with packages installed as from a registry: receives deliveries in one way, in batches that
// the parent requests. Sends the parent the size of a delivery first.
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { isReceiverName, RECEIVERS, signPayload } from "./receivers.ts";
import { replyToParent } from "./reply.ts";

/** Deliveries per batch, and how many of them concurrently. */
const DELIVERIES = 2000;
const IN_FLIGHT = 50;

const Payload = z.record(z.string(), z.unknown());

const [name = "", payloadFile = ""] = process.argv.slice(2);
if (!isReceiverName(name)) throw new Error(`unknown receiver ${name}`);
const signed = await signPayload(Payload.parse(JSON.parse(readFileSync(payloadFile, "utf8"))));
const receive = await RECEIVERS[name](signed);

/** Milliseconds per delivery: wall-clock time, CPU time of all threads, CPU time of the event loop's thread. */
export interface DeliveryCost {
  readonly wall: number;
  readonly cpu: number;
  readonly loop: number;
}

replyToParent(async (): Promise<DeliveryCost> => {
  const [cpu, loop, start] = [process.cpuUsage(), process.threadCpuUsage(), performance.now()];
  for (let received = 0; received < DELIVERIES; received += IN_FLIGHT) {
    await Promise.all(Array.from({ length: IN_FLIGHT }, () => receive()));
  }
  const wall = (performance.now() - start) / DELIVERIES;
  const perDelivery = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000 / DELIVERIES;
  return { wall, cpu: perDelivery(process.cpuUsage(cpu)), loop: perDelivery(process.threadCpuUsage(loop)) };
}, signed.body.length);
