import type { AnyOperation } from "../contract/operation-types.ts";
import { InputError } from "../errors.ts";
import type { AnyCallOptions } from "./call-options.ts";
import type { CallPipeline } from "./call-pipeline.ts";
import type { Send } from "./middleware.ts";
import { untypedOperation } from "./request/untyped-operation.ts";
import { assertDownloadable, downloadFromLink, openDownload, requestForLink } from "./response/download.ts";

interface DownloadDeps {
  readonly pipeline: CallPipeline;
  readonly send: Send;
  /** Sends without a token. */
  readonly unauthenticated: Send;
}

/** Downloads the result of an operation, or a link. */
export async function startDownload(
  { pipeline: { prepareCall, read, run, dialect }, send, unauthenticated }: DownloadDeps,
  operationOrLink: AnyOperation | string,
  input: unknown = {},
  callOptions: AnyCallOptions = {},
) {
  if (typeof operationOrLink !== "string") {
    const prepared = await prepareCall(operationOrLink, input, callOptions);
    assertDownloadable(prepared);
    return run({ ...prepared, responseType: "stream" }, send, (response) =>
      openDownload(prepared, response, read, unauthenticated, dialect),
    );
  }
  const url = URL.canParse(operationOrLink) ? new URL(operationOrLink) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new InputError("A download link must be an http or https URL.", { field: "link" });
  }
  const template = await prepareCall(untypedOperation("GET /{link}", {}), { link: "link" }, callOptions);
  const prepared = requestForLink(template, url);
  return run(prepared, unauthenticated, (response) => downloadFromLink(prepared, response, dialect));
}
