import type { Client } from "@forgehand/core";
import { createRepositoryVariable, getRepositoryVariable, updateRepositoryVariable } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { Problem } from "../../problem.ts";
import { serviceTime } from "../../service-time.ts";

const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

/** What one run keeps for the next, as JSON in a repository variable: when each webhook was last looked at. */
const Kept = z.object({ hooks: z.record(z.string().check(z.regex(/^\d+$/)), time) });

/** When a repository's webhooks were last looked at, by their ids. */
export interface LastRuns {
  readonly hooks: ReadonlyMap<number, Date>;
  /** The variable's value, where no run can have written it. */
  readonly damaged: string | undefined;
  readonly exists: boolean;
}

interface Place {
  readonly owner: string;
  readonly repo: string;
  readonly variable: string;
}

/**
 * Reads the times of the last runs. What is no time, or lies ahead, is told and counts as none.
 * @returns them, and the service's time now
 */
export async function readLastRuns(
  { call }: Client,
  { owner, repo, variable }: Place,
): Promise<{ readonly lastRuns: LastRuns; readonly now: Date }> {
  const { output, headers } = await call.raw(getRepositoryVariable, { owner, repo, name: variable });
  const now = serviceTime(headers);
  if (!now) throw new Problem("The service's answers carry no date, so the time of this run can't be told.");
  if (!output) return { lastRuns: { hooks: new Map(), damaged: undefined, exists: false }, now };
  const parsed = z.safeParse(Kept, parseJson(output.value));
  const times = Object.entries(parsed.data?.hooks ?? {}).map(([id, at]): [number, Date] => [Number(id), new Date(at)]);
  const past = times.filter(([, at]) => at <= now);
  const damaged = parsed.success && past.length === times.length ? undefined : output.value;
  return { lastRuns: { hooks: new Map(past), damaged, exists: true }, now };
}

/** Keeps the time at which these webhooks were looked at; what is kept of others stays. */
export async function writeLastRuns(
  { call }: Client,
  { owner, repo, variable }: Place,
  before: LastRuns,
  hooks: readonly number[],
  at: Date,
): Promise<void> {
  const times = new Map([...before.hooks, ...hooks.map((id): [number, Date] => [id, at])]);
  const value = JSON.stringify({ hooks: Object.fromEntries(times), run: process.env["GITHUB_RUN_ID"] ?? null });
  if (before.exists) await call(updateRepositoryVariable, { owner, repo, name: variable, value });
  else await call(createRepositoryVariable, { owner, repo, name: variable, value });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
