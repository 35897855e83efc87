import { parseJson } from "@forgehand/core/internal";
import * as z from "zod/mini";
import type { StoredVariable } from "../kept/store.ts";
import { IN_FLIGHT, readSent, type Sent, Time, timeText, WrittenSent, writeSent } from "./sent.ts";

/** What a lock says: whose it is, and what was sent under it. */
export interface LockValue {
  /** No two runs have the same, nor two attempts at one. */
  readonly holder: string;
  /** The repository of the workflow's run. */
  readonly repository: string | null;
  readonly run: string | null;
  readonly attempt: string | null;
  readonly time: string;
  readonly sent: readonly Sent[];
}

const Written = z.object({
  holder: z.string(),
  repository: z.nullable(z.string()),
  run: z.nullable(z.string()),
  attempt: z.nullable(z.string()),
  time: Time,
  sent: WrittenSent,
});

/** A lock that was not renewed for so long is nobody's. */
const ABANDONED = 120_000;

export function lockText({ sent, ...value }: Omit<LockValue, "time">, now: number): string {
  return JSON.stringify({ ...value, time: timeText(now), sent: writeSent(sent) });
}

/** @returns undefined for what no run has written */
export function readLock(text: string): LockValue | undefined {
  const { data } = z.safeParse(Written, parseJson(text));
  return data && { ...data, sent: readSent(data.sent) };
}

/** When a lock was last renewed, in milliseconds: as the service has it, who says it himself may be wrong. */
export function renewedAt({ updated, now }: StoredVariable, lock: LockValue | undefined): number {
  return updated?.getTime() ?? (lock ? Date.parse(lock.time) : now.getTime());
}

/** Is it nobody's any more? One that can't be read may be of who has sent what nobody knows: that must have its record. */
export function isAbandoned(found: StoredVariable, lock: LockValue | undefined): boolean {
  return found.now.getTime() - renewedAt(found, lock) > (lock ? ABANDONED : IN_FLIGHT);
}

/** Whose it is, in words. */
export function holderName(lock: LockValue | undefined): string {
  return lock?.run ? `run ${lock.run}` : "somebody";
}
