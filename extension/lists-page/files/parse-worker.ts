import { parseFile } from "../../lists/files/parse-file.ts";
import type { ParseMessage, ParseRequest } from "./read-file.ts";

/** Number of rows in a message, which the page handles in a few milliseconds. */
const BATCH_SIZE = 2500;

addEventListener("message", ({ data }: MessageEvent<ParseRequest>) => void parse(data));

async function parse({ file, origin }: ParseRequest): Promise<void> {
  const post = (message: ParseMessage) => postMessage(message);
  try {
    const { rows, ...summary } = parseFile(await file.text(), origin);
    for (let at = 0; at < rows.length; at += BATCH_SIZE) post({ kind: "rows", rows: rows.slice(at, at + BATCH_SIZE) });
    post({ kind: "end", summary });
  } catch {
    post({ kind: "unreadable" });
  }
}
