import type { BenchPart } from "../harness.ts";
import { measureKilledReceivers, measureReceivers } from "./receivers.ts";
import { measureReservations } from "./reservations.ts";
import { measureSharedQuota } from "./shared-quota.ts";

/** Processes that share quotas and deliveries. */
export const SCALE: readonly BenchPart[] = [
  { measure: measureReservations },
  { measure: measureSharedQuota },
  { isSlow: true, measure: measureReceivers },
  { measure: measureKilledReceivers },
];
