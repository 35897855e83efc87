import { isUtf8 } from "node:buffer";
import { resolve } from "node:path";
import { credentialDetector, isProtectedVariable } from "../../../credentials/credential-detector.ts";
import type { Environment } from "../../../host.ts";
import { type Problem, toOneLine } from "../../../problem.ts";
import { readUnprotectedFile } from "../../../protected-files.ts";
import type { RunContext } from "../../../run/run-context.ts";
import { MAX_SECRET_SIZE } from "../../../settings/parse-values.ts";
import { isWebhookEntry, type RotationEntry } from "../rotation-entry.ts";
import { withoutLineBreak } from "./value-source.ts";

/** Returns what is wrong with a value's size; undefined if nothing is. */
function sizeProblem(bytes: number): string | undefined {
  if (bytes <= MAX_SECRET_SIZE) return undefined;
  const [actual, maximum] = [bytes, MAX_SECRET_SIZE].map((size) => size.toLocaleString("en"));
  return `must be at most ${maximum} bytes (48 KB), got ${actual}`;
}

/** Returns what is wrong with a value; undefined if nothing is. */
export function valueProblem(entry: RotationEntry, value: Uint8Array): string | undefined {
  // A blank value is usually a secret that is not available to the workflow.
  if (Buffer.from(value).toString("latin1").trim() === "") return "must not be blank";
  if (isWebhookEntry(entry) && !isUtf8(value)) return "must be text in UTF-8 for a webhook";
  return sizeProblem(value.length);
}

/**
 * Returns the masked value of an entry whose value need not be generated; otherwise undefined.
 * @throws Problem
 */
export function knownValue(
  { environment, workspace, credentials, log }: RunContext,
  entry: RotationEntry,
): Uint8Array | undefined {
  const { source, trim, problem } = entry;
  const given = readValue();
  if (given === undefined) return undefined;
  const value = trim === "line-break" ? withoutLineBreak(given) : given;
  log.mask(value);
  const problemText = valueProblem(entry, value);
  if (problemText !== undefined) throw problem(source.from, `gives an invalid value: it ${problemText}.`);
  return value;

  function readValue(): Uint8Array | undefined {
    switch (source.from) {
      case "value":
        return Buffer.from(source.text);
      case "value-env": {
        const text = environment[source.variable];
        if (isProtectedVariable(source.variable)) {
          throw problem(
            "value-env",
            `must not name an input or a credential of the runner, got ${JSON.stringify(source.variable)}.`,
          );
        }
        if (text) return foreignValue(Buffer.from(text), "value-env");
        const state = text === undefined ? "not set" : "empty";
        throw problem("value-env", `names ${source.variable}, which is ${state} in the environment of this step.`);
      }
      case "value-file":
        return foreignValue(
          readFile(resolve(workspace, source.path), environment, (reason) =>
            problem("value-file", `names ${JSON.stringify(source.path)}, which ${reason}.`),
          ),
          "value-file",
        );
      default:
        return undefined;
    }
  }

  /** A configuration file can name the source of a value, and must not publish the token of the workflow with it. */
  function foreignValue(value: Uint8Array, name: "value-env" | "value-file"): Uint8Array {
    if (!credentialDetector(credentials)(value)) return value;
    throw problem(name, "must not give a value that contains a credential of this step itself. Use one of its own.");
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
function readFile(path: string, environment: Environment, problem: (reason: string) => Problem): Uint8Array {
  try {
    const reading = readUnprotectedFile(path, environment, MAX_SECRET_SIZE);
    if ("problem" in reading) throw problem(reading.problem);
    if ("tooLarge" in reading) throw problem(sizeProblem(reading.tooLarge) ?? "is too large");
    if (reading.bytes.length === 0) throw problem("is empty");
    return reading.bytes;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw problem(REASONS[String(error.code)] ?? `can't be read (${toOneLine(error.message)})`);
  }
}
