import { type Accounting, createAccounting } from "./accounting.ts";
import { readLimits } from "./read.ts";

/** Limits a service. @returns undefined where nothing is limited. @throws Error as {@link readLimits} does */
export async function startLimits(limits: string | object): Promise<Accounting | undefined> {
  const settings = await readLimits(limits);
  return settings.primary || settings.secondary ? createAccounting(settings) : undefined;
}
