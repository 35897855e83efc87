import { describeIssue } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { readSeedFile, type SeedFile } from "../seed/read.ts";
import { changePublished, LIMIT_PRESETS, LimitSettings } from "./settings.ts";

/**
 * What a service limits.
 * @param limits the name of a preset; or what to change of `published`, as the path of a YAML or JSON file or as it is
 * @throws Error in one line that says what is wrong and where: `limits.yaml:12:5: ...`
 */
export async function readLimits(limits: string | object): Promise<LimitSettings> {
  if (typeof limits === "object") return check(limits);
  for (const [name, preset] of Object.entries(LIMIT_PRESETS)) if (name === limits) return preset;
  const file = await readSeedFile(limits).catch((error) => missing(limits, error));
  return check(file.content, file);
}

function missing(limits: string, error: unknown): never {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  const choices = Object.keys(LIMIT_PRESETS).join(", ");
  throw new Error(`limits is ${JSON.stringify(limits)}; it must be ${choices} or the path of a YAML or JSON file.`);
}

function check(change: unknown, file?: SeedFile): LimitSettings {
  const settings = changePublished(change);
  const checked = z.safeParse(LimitSettings, settings);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : [];
  const path = (unknown.length > 0 ? unknown : (issue?.path ?? [])).map(String);
  const place = file ? `${file.locate(path)}: ` : "";
  if (unknown.length > 0) throw new Error(`${place}${path.join(".")} is no limit that there is.`);
  const { at, problem } = describeIssue(issue, settings, "limits");
  // A part that is there could be off; one that is missing can't do without.
  const orOff = problem === "must be an object" && path.length > 0 ? ", or the word off" : "";
  throw new Error(`${place}${at} ${problem}${orOff}.`);
}
