import { expectedAnswer, isVerbatim } from "../../contract/defined.ts";
import { ResponseError } from "../../errors.ts";
import { aboutOperation } from "../about.ts";
import type { Incoming, Outgoing, Send } from "../chain.ts";
import { complaintAbout } from "../request/input.ts";

/** A download: its bytes as they come. Whoever doesn't read it to its end cancels it. */
export interface Download {
  readonly stream: ReadableStream<Uint8Array>;
  readonly status: number;
  readonly headers: Headers;
  /** Bytes, where the service says so. */
  readonly size: number | undefined;
}

/** The request for what a link leads to. It goes without a token: whoever gave the link has signed it. */
export function linkRequest(template: Outgoing, link: URL): Outgoing {
  if (link.username || link.password) {
    const problem = "The link holds a user name or a password. It was not followed.";
    throw new ResponseError(problem, aboutOperation(template.operation));
  }
  return { ...template, url: link, headers: { accept: "*/*" }, reads: "stream", anonymous: true };
}

/**
 * @throws InputError where an operation answers with neither bytes nor a link to them
 */
export function checkDownload({ operation, definition, mediaType }: Outgoing): void {
  const answers = [expectedAnswer(definition, 200, mediaType), ...Object.values(definition.success)];
  const isDownload = mediaType === undefined ? answers.some(isVerbatim) : isVerbatim(answers[0]);
  if (isDownload) return;
  const media = Object.entries(definition.media ?? {}).flatMap(([name, answer]) => (isVerbatim(answer) ? name : []));
  const advice = media.length > 0 ? `; ask for the media type ${media.join(" or ")}` : "; use call";
  throw complaintAbout(operation)("operation", `answers with JSON, which is no download${advice}`);
}

/** The download that an answer is, or that the link in it leads to. */
export async function openDownload(
  request: Outgoing,
  answer: Incoming,
  read: (request: Outgoing, answer: Incoming) => unknown,
  send: Send,
): Promise<Download> {
  if (answer.stream) return downloadOf(answer);
  const output = read(request, answer);
  if (typeof output !== "string" || !URL.canParse(output)) return downloadOf(answer);
  const link = linkRequest(request, new URL(output));
  return linkedDownload(link, await send(link));
}

/** The download that a link has led to. @throws ResponseError where it leads nowhere any more */
export function linkedDownload(request: Outgoing, answer: Incoming): Download {
  if (answer.status >= 200 && answer.status < 300) return downloadOf(answer);
  // The link itself may be signed, so it is not named.
  throw new ResponseError(`The download link answered ${answer.status}. It may have run out: ask for a new one.`, {
    ...aboutOperation(request.operation),
    status: answer.status,
  });
}

function downloadOf({ stream, status, headers }: Incoming): Download {
  const size = headers.get("content-length");
  return {
    // An empty answer has no stream of its own.
    stream: stream ?? new Blob([]).stream(),
    status,
    headers,
    // Of a packed body it is the size of the pack.
    size: size !== null && /^\d+$/.test(size) && !headers.has("content-encoding") ? Number(size) : undefined,
  };
}
