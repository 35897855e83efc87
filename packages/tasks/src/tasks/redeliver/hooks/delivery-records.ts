import type { DeliveryRecord } from "@forgehand/core/recovery";
import type { Redelivery } from "../plan.ts";

/** Yields the delivery records since a time. Records come newest first, so older pages are not requested. */
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

/** Groups the records of planned redeliveries by GUID. */
export async function byGuid(
  records: AsyncIterable<DeliveryRecord>,
  redeliveries: readonly Redelivery[],
): Promise<ReadonlyMap<string, readonly DeliveryRecord[]>> {
  const guids = new Set(redeliveries.map(({ delivery }) => delivery.guid));
  const recordsByGuid = new Map<string, DeliveryRecord[]>();
  for await (const record of records) {
    if (!guids.has(record.guid)) continue;
    const group = recordsByGuid.get(record.guid);
    if (group) group.push(record);
    else recordsByGuid.set(record.guid, [record]);
  }
  return recordsByGuid;
}

/** Returns true if the first was attempted after the second. Ids increase, and exceed the range of safe integers. */
export function isLater(a: { readonly id: string }, b: { readonly id: string }): boolean {
  return BigInt(a.id) > BigInt(b.id);
}
