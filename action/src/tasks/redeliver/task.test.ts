import { type DeliveryRecord, planRecovery } from "@forgehand/core/recovery";
import { expect, test } from "vitest";
import { redeliver } from "./task.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-01-10T00:00:00Z");

let ids = 2n ** 53n;

/** A record of a failure so many hours ago. */
function failed(hoursAgo: number, guid: string, redelivery = false): DeliveryRecord {
  ids += 1n;
  const delivered_at = new Date(NOW - hoursAgo * HOUR).toISOString();
  return { id: String(ids), guid, status: "timed out", delivered_at, event: "ping", action: null, redelivery };
}

test("what is planned says what failed, and what is let go says why", async () => {
  const repository = { owner: "acme", repo: "widgets" };
  const options = {
    ...{ repositories: [repository], hook: undefined, variable: "TIME", wait: 0 },
    ...{ overlapMinutes: 60, maxAttempts: 2 },
  };
  const records = [
    ...[failed(200, "gone"), failed(30, "old"), failed(9, "twice"), failed(2, "first", false), failed(1, "then")],
    ...[failed(8, "twice", true), failed(1, "gone", true)],
  ];
  const recovery = await planRecovery(records, {
    ...{ now: new Date(NOW), retention: 7 * 24 * HOUR, maxAttempts: options.maxAttempts },
    ...{ since: new Date(NOW - 3 * HOUR), overlap: HOUR },
  });
  const lastRuns = { hooks: new Map(), damaged: undefined, exists: true };
  const hooks = [{ id: 7, receiver: "example.com", recovery }];
  const states = [{ repository, began: new Date(NOW), lastRuns, hooks }];
  const { changes, skipped, notes } = redeliver.plan({ states, unreadable: [] }, options);
  expect(changes).toMatchObject([
    {
      ...{ target: "acme/widgets, webhook 7: ping first", what: "redeliver to example.com", hook: 7 },
      ...{ before: '1 failed, the last with "timed out"', after: "attempt 2", delivery: { guid: "first" } },
    },
    { target: "acme/widgets, webhook 7: ping then" },
  ]);
  expect(skipped).toEqual([
    {
      target: "acme/widgets, webhook 7: ping gone",
      why: 'first failed longer ago than records are kept; last 2026-01-09T23:00:00Z with "timed out"',
    },
    {
      target: "acme/widgets, webhook 7: ping old",
      why: 'last failed 2026-01-08T18:00:00Z with "timed out", before what this run looks at: overlap-minutes has it look further back',
    },
    { target: "acme/widgets, webhook 7: ping twice", why: 'failed 2 times or more, the last with "timed out"' },
  ]);
  expect(notes).toEqual([]);
});
