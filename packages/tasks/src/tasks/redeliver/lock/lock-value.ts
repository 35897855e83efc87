import { parseJson } from "@forgehand/core/internal";
import * as z from "zod/mini";
import type { StoredVariable } from "../checkpoint/variable-store.ts";
import {
  formatTime,
  IN_FLIGHT_WINDOW,
  parseSent,
  type SentRedelivery,
  SerializedSent,
  serializeSent,
  TimeSchema,
} from "./sent-redeliveries.ts";

/** Contents of a lock variable: its holder, and what was sent under it. */
export interface LockValue {
  /** Unique for each attempt of each run. */
  readonly holder: string;
  /** Repository of the workflow run. */
  readonly repository: string | null;
  readonly run: string | null;
  readonly attempt: string | null;
  readonly time: string;
  readonly sent: readonly SentRedelivery[];
}

const LockSchema = z.object({
  holder: z.string(),
  repository: z.nullable(z.string()),
  run: z.nullable(z.string()),
  attempt: z.nullable(z.string()),
  time: TimeSchema,
  sent: SerializedSent,
});

/** A lock that was not renewed for this long is abandoned, in milliseconds. */
const ABANDONED_AFTER = 120_000;

export function serializeLock({ sent, ...value }: Omit<LockValue, "time">, now: number): string {
  return JSON.stringify({ ...value, time: formatTime(now), sent: serializeSent(sent) });
}

/** @returns undefined if the text is not a lock written by this action */
export function parseLock(text: string): LockValue | undefined {
  const { data } = z.safeParse(LockSchema, parseJson(text));
  return data && { ...data, sent: parseSent(data.sent) };
}

/** Time of the last renewal in milliseconds, by the service's clock: the holder's own clock may be wrong. */
export function renewedAt({ updated, now }: StoredVariable, lock: LockValue | undefined): number {
  return updated?.getTime() ?? (lock ? Date.parse(lock.time) : now.getTime());
}

/**
 * Returns true if the lock can be taken over. An unreadable lock doesn't show what was sent under it, so it is only
 * taken over when everything sent must have its record.
 */
export function isAbandoned(found: StoredVariable, lock: LockValue | undefined): boolean {
  return found.now.getTime() - renewedAt(found, lock) > (lock ? ABANDONED_AFTER : IN_FLIGHT_WINDOW);
}

/** Describes the holder for messages. */
export function holderName(lock: LockValue | undefined): string {
  return lock?.run ? `run ${lock.run}` : "another process";
}
