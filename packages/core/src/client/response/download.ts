import { expectedResponse, isVerbatim } from "../../contract/definition.ts";
import type { WireNames } from "../../dialect/dialect.ts";
import { InputError, ResponseError } from "../../errors.ts";
import type { Redact } from "../../internal/redact-secrets.ts";
import { callErrorContext, operationErrorContext } from "../error-context.ts";
import type { CallRequest, CallResponse, Send } from "../middleware.ts";
import { redactorOf } from "./redactor-of.ts";

/** A download as a stream. Cancel the stream if it is not read to its end. */
export interface Download {
  readonly stream: ReadableStream<Uint8Array>;
  readonly status: number;
  readonly headers: Headers;
  /** Size in bytes, if the service reports it. */
  readonly size: number | undefined;
}

/**
 * The request for a link's target. Sent without a token: the link itself is signed.
 * @param redact removes what was sent to get the link
 * @throws ResponseError if the link contains a password, or is not encrypted although the service's URL is
 */
export function requestForLink(template: CallRequest, link: URL, redact?: Redact): CallRequest {
  const rejected = (problem: string) =>
    new ResponseError(`The link ${problem}. It was not followed.`, callErrorContext(template));
  if (link.username || link.password) throw rejected("contains a user name or password");
  if (template.url.protocol === "https:" && link.protocol === "http:") throw rejected("is not encrypted");
  return { ...template, url: link, headers: { accept: "*/*" }, responseType: "stream", anonymous: true, redact };
}

/** @throws InputError if an operation returns neither bytes nor a link to them */
export function assertDownloadable(request: CallRequest): void {
  const { definition, mediaType } = request;
  const expectedResponses = [expectedResponse(definition, 200, mediaType), ...Object.values(definition.success)];
  const isDownload = mediaType === undefined ? expectedResponses.some(isVerbatim) : isVerbatim(expectedResponses[0]);
  if (isDownload) return;
  const mediaTypes = Object.entries(definition.media ?? {}).flatMap(([name, response]) =>
    isVerbatim(response) ? name : [],
  );
  const advice = mediaTypes.length > 0 ? `; request the media type ${mediaTypes.join(" or ")}` : "; use call";
  throw new InputError(`operation returns JSON, not a download${advice}.`, {
    ...callErrorContext(request),
    field: "operation",
  });
}

/** The download that a response contains, or that its link leads to. */
export async function openDownload(
  request: CallRequest,
  response: CallResponse,
  read: (request: CallRequest, response: CallResponse) => Promise<unknown>,
  send: Send,
  dialect: WireNames,
): Promise<Download> {
  if (response.stream) return toDownload(response);
  const output = await read(request, response);
  if (typeof output !== "string" || !URL.canParse(output)) return toDownload(response);
  const link = requestForLink(request, new URL(output), redactorOf(response, request));
  return downloadFromLink(link, await send(link), dialect);
}

/**
 * The download in the response to a link.
 * @throws ResponseError if the link is no longer valid
 */
export function downloadFromLink(request: CallRequest, response: CallResponse, dialect: WireNames): Download {
  if (response.status >= 200 && response.status < 300) return toDownload(response);
  // The link can contain a signature, so the message does not name it.
  throw new ResponseError(`The download link returned ${response.status}. It may have expired: request a new one.`, {
    ...operationErrorContext(request.operation, dialect),
    status: response.status,
  });
}

function toDownload({ stream, status, headers }: CallResponse): Download {
  const size = headers.get("content-length");
  return {
    // An empty response has no stream.
    stream: stream ?? new Blob([]).stream(),
    status,
    headers,
    // The content length of a compressed body is its compressed size.
    size: size !== null && /^\d+$/.test(size) && !headers.has("content-encoding") ? Number(size) : undefined,
  };
}
