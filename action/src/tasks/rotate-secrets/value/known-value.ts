import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Problem, toOneLine } from "../../../problem.ts";
import type { RunContext } from "../../../run/run-context.ts";
import { maskedForms } from "../../../settings/mask.ts";
import { MAX_SECRET_SIZE } from "../../../settings/parse-values.ts";
import { workspaceOf } from "../../../workspace.ts";
import type { RotationEntry } from "../rotation-entry.ts";

/** Returns what is wrong with a value's size; undefined if nothing is. */
function sizeProblem(bytes: number): string | undefined {
  if (bytes <= MAX_SECRET_SIZE) return undefined;
  const [actual, maximum] = [bytes, MAX_SECRET_SIZE].map((size) => size.toLocaleString("en"));
  return `must be at most ${maximum} bytes (48 KB), got ${actual}`;
}

/** Returns what is wrong with a value; undefined if nothing is. */
export function valueProblem(value: Uint8Array): string | undefined {
  // A blank value is usually a secret that is not available to the workflow.
  if (Buffer.from(value).toString("latin1").trim() === "") return "must not be blank";
  return sizeProblem(value.length);
}

/**
 * Returns the masked value of an entry whose value need not be generated; otherwise undefined.
 * @throws Problem
 */
export function knownValue(
  { environment, log }: RunContext,
  { source, problem }: RotationEntry,
): Uint8Array | undefined {
  const value = readValue();
  if (value === undefined) return undefined;
  for (const form of maskedForms(value)) log.mask(form);
  const problemText = valueProblem(value);
  if (problemText !== undefined) throw problem(source.from, `gives an invalid value: it ${problemText}.`);
  return value;

  function readValue(): Uint8Array | undefined {
    switch (source.from) {
      case "value":
        return Buffer.from(source.text);
      case "value-env": {
        const text = environment[source.variable];
        if (text) return Buffer.from(text);
        const state = text === undefined ? "not set" : "empty";
        throw problem("value-env", `names ${source.variable}, which is ${state} in the environment of this step.`);
      }
      case "value-file":
        return readFile(resolve(workspaceOf(environment), source.path), (reason) =>
          problem("value-file", `names ${JSON.stringify(source.path)}, which ${reason}.`),
        );
      default:
        return undefined;
    }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  EACCES: "this step has no permission to read",
  EPERM: "this step has no permission to read",
  EISDIR: "is a folder",
};

/**
 * Reads a file's bytes.
 * @param problem creates a problem from text that continues after the file's name
 */
function readFile(path: string, problem: (reason: string) => Problem): Uint8Array {
  try {
    // Files that are far too large are not read.
    const tooLarge = sizeProblem(statSync(path).size);
    if (tooLarge !== undefined) throw problem(tooLarge);
    const value = readFileSync(path);
    if (value.length === 0) throw problem("is empty");
    return value;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw problem(REASONS[String(error.code)] ?? `can't be read (${toOneLine(error.message)})`);
  }
}
