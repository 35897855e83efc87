// Run with --expose-gc: plans the recovery of so many records (default a million) as a client would give them, the worst
// that there can be: every one an event of its own, and all failed. Prints what it took as JSON: `{ bytes, seconds }`.
import { randomUUID } from "node:crypto";
import { type DeliveryRecord, planRecovery } from "@forgehand/core/recovery";

const RECORDS = Number(process.argv[2] ?? 1_000_000);
const PER_PAGE = 100;
const SAMPLE_EACH = 50_000;

const { gc } = globalThis;
if (!gc) throw new Error("run it with --expose-gc");

/** Bytes of the heap and beside it, array buffers included. */
function bytesNow(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function bytesInUse(): number {
  gc?.();
  return bytesNow();
}

const NEWEST = Date.parse("2026-01-03T00:00:00Z");

/** Records as they come from the service: texts of their own, parsed from a page. The newest come first. */
function pageFrom(first: number, count: number): DeliveryRecord[] {
  const records = Array.from({ length: count }, (_, n) => ({
    id: String(2n ** 60n - BigInt(first + n)),
    guid: randomUUID(),
    delivered_at: new Date(NEWEST - (first + n) * 100).toISOString(),
    ...{ redelivery: false, duration: 10.01, status: "timed out", status_code: 0 },
    ...{ event: "star", action: "created", installation_id: null, repository_id: 1 },
  }));
  return JSON.parse(JSON.stringify(records));
}

/** Plans, and goes through the plan. @returns the most bytes that were in use at any time, and the seconds of planning alone */
async function measure(count: number): Promise<{ readonly most: number; readonly seconds: number }> {
  let most = 0;
  let aside = 0;
  const sample = (bytes: number) => {
    most = Math.max(most, bytes);
  };
  function* pages() {
    for (let first = 0; first < count; first += PER_PAGE) {
      const began = performance.now();
      if (first % SAMPLE_EACH === 0) sample(bytesInUse());
      const page = pageFrom(first, Math.min(PER_PAGE, count - first));
      aside += performance.now() - began;
      yield page;
    }
    const began = performance.now();
    sample(bytesInUse());
    aside += performance.now() - began;
  }
  const began = performance.now();
  const plan = await planRecovery(pages(), { now: new Date(NEWEST), maxAttempts: 5 });
  const seconds = (performance.now() - began - aside) / 1000;
  // With what putting the events in order has left behind.
  sample(bytesNow());
  let seen = 0;
  for (const { attempts } of plan.redeliver) {
    if (seen % SAMPLE_EACH === 0) sample(bytesInUse());
    seen += attempts;
  }
  if (seen !== count || plan.redeliver.size !== count) throw new Error(`${seen} events of ${count} were planned`);
  return { most, seconds };
}

// What compiling needs is not the plan's.
await measure(10_000);
const before = bytesInUse();
const { most, seconds } = await measure(RECORDS);
process.stdout.write(`${JSON.stringify({ bytes: most - before, seconds })}\n`);
