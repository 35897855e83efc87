import * as z from "zod/mini";
import { type DefinedAnswer, isSchema, isVerbatim } from "../contract/defined.ts";
import type { Verbatim } from "../contract/definition.ts";
import { exactFields, quoteExact } from "../contract/exact.ts";
import { describeIssue } from "../contract/issue.ts";
import { fromWire } from "../dialect/names.ts";
import type { Asker } from "./caller.ts";
import type { Incoming, Outgoing } from "./chain.ts";
import { ResponseError } from "./errors.ts";
import { callOf, notJson, parseJson } from "./json-text.ts";
import { refusal } from "./refusal.ts";

/**
 * Reads the answer to a request: the operation's output.
 * @throws a ForgeError that says what to do, for every other answer
 */
export async function decode(request: Outgoing, answer: Incoming, asker: Asker): Promise<unknown> {
  const { success, absent, media } = request.definition;
  const { status } = answer;
  if (absent && Object.hasOwn(absent, status)) {
    const text = await answer.text();
    // A wrong base URL answers 404 too, with a page: that says nothing about the thing asked for.
    if (text !== "" && parseJson(text) === undefined) throw notJson(request, answer, text);
    return absent[status];
  }
  if (!Object.hasOwn(success, status)) throw await refusal(request, answer, asker);
  const expected: DefinedAnswer =
    request.mediaType !== undefined && status === 200 ? media?.[request.mediaType] : success[status];
  if (isVerbatim(expected)) return readVerbatim(expected, request, answer);
  const text = await answer.text();
  if (!isSchema(expected)) return expected;
  const data = parseJson(quoteExact(text, exactFields(expected)));
  if (data === undefined) throw notJson(request, answer, text);
  const named = fromWire(asker.dialect, expected, data);
  const parsed = z.safeParse(expected, named);
  if (parsed.success) return parsed.data;
  const { at, problem } = describeIssue(parsed.error.issues[0], named, "the whole body");
  throw broken(request, answer, `where ${at} ${problem}`);
}

async function readVerbatim({ verbatim }: Verbatim, request: Outgoing, answer: Incoming): Promise<unknown> {
  if (verbatim === "text") return answer.text();
  if (verbatim === "bytes") return answer.bytes();
  await answer.text();
  const location = answer.headers.get("location") || undefined;
  const url = location && URL.canParse(location, request.url.href) ? new URL(location, request.url) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url.href;
  throw broken(request, answer, "in its location header, which names no address");
}

function broken(request: Outgoing, { status }: Incoming, problem: string): ResponseError {
  return new ResponseError(`The answer is not what the contract says, ${problem}.`, {
    about: `${callOf(request)}:`,
    route: request.operation.route,
    status,
  });
}
