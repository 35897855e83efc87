import type { DeliveryRecord } from "@forgehand/core/recovery";
import type { Redelivery } from "../plan.ts";

/** Those of a webhook's records that were made since a moment. The newest come first: nothing further back is asked for. */
export async function* recordsSince(
  pages: AsyncIterable<readonly DeliveryRecord[]>,
  since: Date,
): AsyncGenerator<DeliveryRecord> {
  for await (const page of pages) {
    const recent = page.filter(({ delivered_at }) => Date.parse(delivered_at) >= since.getTime());
    yield* recent;
    if (recent.length === 0) return;
  }
}

/** The records of events that are to be sent again, by their GUIDs. */
export async function byGuid(
  records: AsyncIterable<DeliveryRecord>,
  redeliveries: readonly Redelivery[],
): Promise<ReadonlyMap<string, readonly DeliveryRecord[]>> {
  const wanted = new Set(redeliveries.map(({ delivery }) => delivery.guid));
  const found = new Map<string, DeliveryRecord[]>();
  for await (const record of records) {
    if (!wanted.has(record.guid)) continue;
    const own = found.get(record.guid);
    if (own) own.push(record);
    else found.set(record.guid, [record]);
  }
  return found;
}

/** Was the first attempted after the second? Ids grow, and hold more digits than numbers do. */
export function isLater(a: { readonly id: string }, b: { readonly id: string }): boolean {
  return BigInt(a.id) > BigInt(b.id);
}
