import { describeIssue } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { readYamlFile, type YamlFile } from "../read-yaml-file.ts";
import { LIMIT_PRESETS, LimitSettings, overridePublished } from "./settings.ts";

/**
 * Reads limit settings.
 * @param limits the name of a preset; or overrides of `published`, as an object or as the path of a YAML or JSON file
 * @throws Error with one line that names the location and the problem: `limits.yaml:12:5: ...`
 */
export async function readLimits(limits: string | object): Promise<LimitSettings> {
  if (typeof limits === "object") return validateSettings(limits);
  for (const [name, preset] of Object.entries(LIMIT_PRESETS)) if (name === limits) return preset;
  const file = await readYamlFile(limits).catch((error) => throwMissingFile(limits, error));
  return validateSettings(file.content, file);
}

function throwMissingFile(limits: string, error: unknown): never {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  const choices = Object.keys(LIMIT_PRESETS).join(", ");
  throw new Error(`limits must be ${choices} or the path of a YAML or JSON file, got ${JSON.stringify(limits)}.`);
}

function validateSettings(overrides: unknown, file?: YamlFile): LimitSettings {
  const settings = overridePublished(overrides);
  const checked = z.safeParse(LimitSettings, settings);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const unknownPath = issue?.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : [];
  const path = (unknownPath.length > 0 ? unknownPath : (issue?.path ?? [])).map(String);
  const location = file ? `${file.locate(path)}: ` : "";
  if (unknownPath.length > 0) throw new Error(`${location}${path.join(".")} is not a known limit.`);
  const { at, problem } = describeIssue(issue, settings, "limits");
  // An existing part can be off; a missing part can't be completed by "off".
  const orOff = problem === "must be an object" && path.length > 0 ? ", or the word off" : "";
  throw new Error(`${location}${at} ${problem}${orOff}.`);
}
