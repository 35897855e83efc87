import { Problem } from "@forgehand/tasks/problem";
import type { Questions } from "../terminal/ask.ts";

/** Maximum length in bytes: more than a secret can have. */
const MAX_LENGTH = 64 * 1024;

/**
 * Reads a new value from standard input; in a terminal, asks for it without showing it.
 * @throws Problem
 */
export async function readValueFromInput(
  stdin: AsyncIterable<Buffer | string>,
  questions: Questions | undefined,
): Promise<string> {
  if (questions !== undefined) return questions.secret("New value:");
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > MAX_LENGTH) throw new Problem("Standard input must be a new value of at most 48 KB, got more.");
    chunks.push(bytes);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
    // Programs print a line break at the end.
    const value = text.replace(/\r?\n$/, "");
    if (value !== "") return value;
  } catch {
    throw new Problem("Standard input must be UTF-8 text, got other bytes. Use --value-file with the path of a file.");
  }
  throw new Problem("Standard input must be the new value, got nothing.");
}
