import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { oneLine, type Problem } from "../../../problem.ts";
import type { Run } from "../../../run/run.ts";
import { LARGEST_VALUE } from "../../../settings/forms.ts";
import { maskingOf } from "../../../settings/mask.ts";
import { workspaceOf } from "../../../workspace.ts";
import type { Entry } from "../entry.ts";

/** What is wrong with a value's size; undefined where nothing is. */
function sizeProblem(bytes: number): string | undefined {
  if (bytes <= LARGEST_VALUE) return undefined;
  const [is, most] = [bytes, LARGEST_VALUE].map((size) => size.toLocaleString("en"));
  return `is ${is} bytes long, and the service takes ${most} (48 KB)`;
}

/** What is wrong with a value; undefined where nothing is. */
export function valueProblem(value: Uint8Array): string | undefined {
  // What was to stand in it is missing, as a secret is that the workflow does not get.
  if (Buffer.from(value).toString("latin1").trim() === "") return "is nothing but white space";
  return sizeProblem(value.length);
}

/** The value of an entry that needs nothing made, masked; undefined where something makes it. @throws Problem */
export function knownValue({ environment, log }: Run, { source, problem }: Entry): Uint8Array | undefined {
  const value = readValue();
  if (value === undefined) return undefined;
  for (const form of maskingOf(value)) log.mask(form);
  const wrong = valueProblem(value);
  if (wrong !== undefined) throw problem(source.from, `gives a value that ${wrong}.`);
  return value;

  function readValue(): Uint8Array | undefined {
    switch (source.from) {
      case "value":
        return Buffer.from(source.text);
      case "value-env": {
        const text = environment[source.variable];
        if (text) return Buffer.from(text);
        const is = text === undefined ? "not set" : "empty";
        throw problem("value-env", `names ${source.variable}, which is ${is} in the environment of this step.`);
      }
      case "value-file":
        return readFile(resolve(workspaceOf(environment), source.path), (is) =>
          problem("value-file", `names ${JSON.stringify(source.path)}, which ${is}.`),
        );
      default:
        return undefined;
    }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "is not there",
  ENOTDIR: "is not there",
  EACCES: "this step may not read",
  EPERM: "this step may not read",
  EISDIR: "is a folder",
};

/** A file's bytes, as they are. @param problem goes on from the file's name */
function readFile(path: string, problem: (is: string) => Problem): Uint8Array {
  try {
    // What is far too large is not even read.
    const tooLarge = sizeProblem(statSync(path).size);
    if (tooLarge !== undefined) throw problem(tooLarge);
    const value = readFileSync(path);
    if (value.length === 0) throw problem("is empty");
    return value;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw problem(REASONS[String(error.code)] ?? `can't be read (${oneLine(error.message)})`);
  }
}
