import { ResponseError, sentences } from "../../errors.ts";
import { aboutCall } from "../about.ts";
import type { Incoming, Outgoing } from "../chain.ts";

/** Said of a write that was a success, though its answer can't be read: repeating it would do it twice. */
export function wasDone({ definition }: Outgoing, { status }: Incoming): string | undefined {
  return status >= 200 && status < 300 && definition.retry !== "safe" ? "It was done all the same" : undefined;
}

/** The error for an answer that is no JSON where JSON must be. */
export function notJson(request: Outgoing, answer: Incoming, text: string): ResponseError {
  const named = answer.headers.get("content-type")?.split(";")[0] ?? "";
  const type = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(named) ? named : "something of no type";
  const isPage = type === "text/html" || /^\s*</.test(text);
  const { origin } = request.url;
  return new ResponseError(
    sentences(
      `${origin} answered ${answer.status} with ${isPage ? "a web page" : text === "" ? "nothing" : type}, not with JSON`,
      wasDone(request, answer),
      isPage
        ? `Is the base URL the API's root? A self-hosted forge has it at ${origin}/api/v3, github.com at https://api.github.com`
        : "The answer may have been cut off on its way",
    ),
    { ...aboutCall(request), status: answer.status },
  );
}
