import type { Client } from "@forgehand/core";
import { createRepositoryVariable, getRepositoryVariable, updateRepositoryVariable } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { serviceTime } from "../../task.ts";

/** What one run keeps for the next, as JSON in a repository variable. */
const LastRun = z.object({ at: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))) });

/** When a repository's webhooks were last looked at. */
export type LastRunState =
  | { readonly kind: "never" }
  | { readonly kind: "at"; readonly at: Date }
  /** Somebody else wrote there. */
  | { readonly kind: "damaged"; readonly value: string };

interface Place {
  readonly owner: string;
  readonly repo: string;
  readonly variable: string;
}

/**
 * Reads the time of the last run; a value that is none is told, not guessed at.
 * @returns it, and the service's time now
 */
export async function readLastRun(
  { call }: Client,
  { owner, repo, variable }: Place,
): Promise<{ readonly lastRun: LastRunState; readonly now: Date }> {
  const { output, headers } = await call.raw(getRepositoryVariable, { owner, repo, name: variable });
  const now = serviceTime(headers);
  if (!output) return { lastRun: { kind: "never" }, now };
  const parsed = z.safeParse(LastRun, parseJson(output.value));
  const lastRun: LastRunState = parsed.success
    ? { kind: "at", at: new Date(parsed.data.at) }
    : { kind: "damaged", value: output.value };
  return { lastRun, now };
}

/** Keeps the time of this run. */
export async function writeLastRun(
  { call }: Client,
  { owner, repo, variable }: Place,
  before: LastRunState,
  at: Date,
): Promise<void> {
  const value = JSON.stringify({ at: at.toISOString(), run: process.env["GITHUB_RUN_ID"] ?? null });
  if (before.kind === "never") await call(createRepositoryVariable, { owner, repo, name: variable, value });
  else await call(updateRepositoryVariable, { owner, repo, name: variable, value });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
