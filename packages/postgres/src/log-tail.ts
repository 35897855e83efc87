import { parseJson } from "@forgehand/core/internal";
import { hasType, objectOf, type ValueOf } from "@forgehand/core/schema";

const LogTail = objectOf({
  generation: "string",
  position: "number",
  start: "number",
  snapshot: { type: "nullable", of: "string" },
  commands: { type: "array", of: objectOf({ at: "number", command: "anything" }) },
});

/** The end of a quota's log: the commands after a position, and the state there if the process does not know it. */
export type LogTail = ValueOf<typeof LogTail>;

/** @throws Error if the value is not the whole end of a log */
export function parseLogTail(text: unknown): LogTail {
  const tail = typeof text === "string" ? parseJson(text) : undefined;
  if (hasType(LogTail, tail) && tail.position - tail.start === tail.commands.length) return tail;
  throw new Error("The quota's log is invalid. Delete the rows of its tables to start again.");
}
