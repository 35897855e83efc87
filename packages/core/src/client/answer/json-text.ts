import { ResponseError, sentences } from "../../errors.ts";
import type { Incoming, Outgoing } from "../chain.ts";

/** Method and path of a call, without its query. */
export function callOf({ method, url }: Outgoing): string {
  return `${method} ${url.pathname}`;
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error for an answer that is no JSON where JSON must be. */
export function notJson(request: Outgoing, answer: Incoming, text: string): ResponseError {
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "nothing";
  const isPage = type === "text/html" || /^\s*</.test(text);
  const { origin } = request.url;
  return new ResponseError(
    sentences(
      `${origin} answered ${answer.status} with ${isPage ? "a web page" : text === "" ? "nothing" : type}, not with JSON`,
      isPage
        ? `Is the base URL the API's root? A self-hosted forge has it at ${origin}/api/v3, github.com at https://api.github.com`
        : "The answer may have been cut off on its way",
    ),
    { about: `${callOf(request)}:`, route: request.operation.route, status: answer.status },
  );
}
