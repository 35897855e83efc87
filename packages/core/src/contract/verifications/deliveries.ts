import { readProperty } from "../../internal/read-property.ts";

/** Difference in milliseconds between clocks that agree: dates are whole seconds. */
const CLOCK_TOLERANCE = 5000;
/** Largest difference in milliseconds between the clocks that wrote the response's date and the deliveries' times. */
const MAX_CLOCK_DIFFERENCE = 3_600_000;

/**
 * Returns whether the event was redelivered since the call; undefined if the delivery is no longer listed, or a
 * redelivery is only a little older than the call by clocks that can differ.
 */
export function wasRedelivered(
  output: unknown,
  input: Readonly<Record<string, unknown>>,
  sentAt: Date,
  now: Date,
): boolean | undefined {
  const deliveries = Array.isArray(output) ? output.flatMap(readDelivery) : [];
  const original = deliveries.find(({ id }) => id === input["delivery_id"]);
  if (!original) return undefined;
  const ages = deliveries
    .filter(({ id, guid, redelivery }) => redelivery && guid === original.guid && BigInt(id) > BigInt(original.id))
    .map(({ delivered_at }) => sentAt.getTime() - Date.parse(delivered_at));
  // A time after the present proves that the clocks differ.
  const youngest = sentAt.getTime() - now.getTime() - CLOCK_TOLERANCE;
  if (ages.some((age) => age < youngest)) return undefined;
  if (ages.some((age) => age <= CLOCK_TOLERANCE)) return true;
  return ages.every((age) => age > MAX_CLOCK_DIFFERENCE) ? false : undefined;
}

/** A delivery in a list, as far as it is needed here. */
interface ListedDelivery {
  readonly id: string;
  readonly guid: string;
  readonly redelivery: boolean;
  readonly delivered_at: string;
}

function readDelivery(item: unknown): ListedDelivery | [] {
  const [id, guid, redelivery, delivered_at] = ["id", "guid", "redelivery", "delivered_at"].map((name) =>
    readProperty(item, name),
  );
  if (typeof id !== "string" || typeof guid !== "string" || typeof delivered_at !== "string") return [];
  return { id, guid, redelivery: redelivery === true, delivered_at };
}
