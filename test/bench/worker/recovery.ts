// Run with --expose-gc: plans the recovery of many records (default: a million) in the worst case, in which every
// record is a failed event of its own. Prints the memory and time as JSON: `{ bytes, seconds }`.
import { randomUUID } from "node:crypto";
import { type DeliveryRecord, planRecovery } from "@forgehand/core/recovery";

const RECORDS = Number(process.argv[2] ?? 1_000_000);
const PER_PAGE = 100;
const SAMPLE_EACH = 50_000;

const { gc } = globalThis;
if (!gc) throw new Error("run it with --expose-gc");

/** Bytes of the heap and of external memory, including array buffers. */
function bytesNow(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function bytesInUse(): number {
  gc?.();
  return bytesNow();
}

const NEWEST = Date.parse("2026-01-03T00:00:00Z");

/** Creates a page of records, newest first. Parsed from JSON, so that they share no strings, as in real responses. */
function pageFrom(first: number, count: number): DeliveryRecord[] {
  const records = Array.from({ length: count }, (_, n) => ({
    id: String(2n ** 60n - BigInt(first + n)),
    guid: randomUUID(),
    delivered_at: new Date(NEWEST - (first + n) * 100).toISOString(),
    redelivery: false,
    duration: 10.01,
    status: "timed out",
    status_code: 0,
    event: "star",
    action: "created",
    installation_id: null,
    repository_id: 1,
  }));
  return JSON.parse(JSON.stringify(records));
}

/**
 * Plans the recovery and iterates over the plan.
 * @returns peak memory in bytes, and the seconds of planning alone
 */
async function measure(count: number): Promise<{ readonly peak: number; readonly seconds: number }> {
  let peak = 0;
  let excludedTime = 0;
  const sample = (bytes: number) => {
    peak = Math.max(peak, bytes);
  };
  function* pages() {
    for (let first = 0; first < count; first += PER_PAGE) {
      const startedAt = performance.now();
      if (first % SAMPLE_EACH === 0) sample(bytesInUse());
      const page = pageFrom(first, Math.min(PER_PAGE, count - first));
      excludedTime += performance.now() - startedAt;
      yield page;
    }
    const startedAt = performance.now();
    sample(bytesInUse());
    excludedTime += performance.now() - startedAt;
  }
  const startedAt = performance.now();
  const plan = await planRecovery(pages(), { now: new Date(NEWEST), maxAttempts: 5 });
  const seconds = (performance.now() - startedAt - excludedTime) / 1000;
  // Includes garbage from sorting the events.
  sample(bytesNow());
  let planned = 0;
  for (const { attempts } of plan.redeliver) {
    if (planned % SAMPLE_EACH === 0) sample(bytesInUse());
    planned += attempts;
  }
  if (planned !== count || plan.redeliver.size !== count) throw new Error(`${planned} events of ${count} were planned`);
  return { peak, seconds };
}

// Warm-up, so that memory for compilation is not counted.
await measure(10_000);
const before = bytesInUse();
const { peak, seconds } = await measure(RECORDS);
process.stdout.write(`${JSON.stringify({ bytes: peak - before, seconds })}\n`);
