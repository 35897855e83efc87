import type { FileRow, FileSummary } from "../../lists/files/parse-file.ts";

/** A file for `parse-worker.ts`, and the host of the account that it is for. */
export interface ParseRequest {
  readonly file: File;
  readonly origin: string;
}

/** Messages of `parse-worker.ts`: the rows in batches, then one that is not of the kind `rows`. */
export type ParseMessage =
  | { readonly kind: "rows"; readonly rows: readonly FileRow[] }
  | { readonly kind: "end"; readonly summary: FileSummary }
  /** The file can't be read, or parsing it takes too much memory. */
  | { readonly kind: "unreadable" };

/**
 * Reads and parses a list of repositories in a worker, so that the page responds to the user however long that takes.
 * @param onRows called for each batch of rows, in tasks of their own
 * @throws if the file can't be read, or the signal is aborted
 */
export async function readFile(
  request: ParseRequest,
  onRows: (rows: readonly FileRow[]) => void,
  signal: AbortSignal,
): Promise<FileSummary> {
  const worker = new Worker(new URL("./parse-worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`The file ${request.file.name} can't be read.`));
      signal.addEventListener("abort", fail);
      worker.addEventListener("error", fail);
      worker.addEventListener("message", ({ data }: MessageEvent<ParseMessage>) => {
        if (data.kind === "rows") onRows(data.rows);
        else if (data.kind === "end") resolve(data.summary);
        else fail();
      });
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}
