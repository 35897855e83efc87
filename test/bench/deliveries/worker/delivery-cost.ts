import type { ReceiveDelivery } from "./receivers.ts";

/** Deliveries per batch, and how many of them concurrently. */
const DELIVERIES = 2000;
const IN_FLIGHT = 50;

/** Milliseconds per delivery: wall-clock time, CPU time of all threads, CPU time of the event loop's thread. */
export interface DeliveryCost {
  readonly wall: number;
  readonly cpu: number;
  readonly loop: number;
}

/** Receives a batch of deliveries. */
export async function runReceiver(receive: ReceiveDelivery): Promise<DeliveryCost> {
  const [cpu, loop, start] = [process.cpuUsage(), process.threadCpuUsage(), performance.now()];
  for (let received = 0; received < DELIVERIES; received += IN_FLIGHT) {
    await Promise.all(Array.from({ length: IN_FLIGHT }, () => receive()));
  }
  const wall = (performance.now() - start) / DELIVERIES;
  const perDelivery = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000 / DELIVERIES;
  return { wall, cpu: perDelivery(process.cpuUsage(cpu)), loop: perDelivery(process.threadCpuUsage(loop)) };
}
