import { expectedAnswer, isSchema, isVerbatim } from "../../contract/defined.ts";
import type { Verbatim } from "../../contract/definition.ts";
import { exactFields, quoteExact } from "../../contract/exact.ts";
import { fromWire } from "../../dialect/names.ts";
import { ResponseError, sentences } from "../../errors.ts";
import { parseJson } from "../../internal/parse-json.ts";
import type { Validation } from "../../validation/validation.ts";
import { aboutCall } from "../about.ts";
import type { Incoming, Outgoing } from "../chain.ts";
import { notJson, wasDone } from "./json-text.ts";
import { type RefusalReader, refusal } from "./refusal.ts";

/** What it takes to read answers, beside them. */
export interface Reader extends RefusalReader {
  readonly validation: Validation;
}

/**
 * Reads the answer to a request: the operation's output.
 * @throws a ForgeError that says what to do, for every other answer
 */
export function decode(request: Outgoing, answer: Incoming, reader: Reader): unknown {
  const { success, absent } = request.definition;
  const { status, text } = answer;
  if ("output" in answer) return answer.output;
  if (absent && Object.hasOwn(absent, status)) {
    // A wrong base URL answers 404 too, with a page: that says nothing about the thing asked for.
    if (text !== "" && parseJson(text) === undefined) throw notJson(request, answer, text);
    return absent[status];
  }
  if (!Object.hasOwn(success, status)) throw refusal(request, answer, reader);
  const expected = expectedAnswer(request.definition, status, request.mediaType);
  if (isVerbatim(expected)) return readVerbatim(expected, request, answer);
  if (!isSchema(expected)) return expected;
  const data = parseJson(quoteExact(text, exactFields(expected)));
  if (data === undefined) throw notJson(request, answer, text);
  const named = fromWire(reader.dialect, expected, data);
  const checked = reader.validation(expected, named);
  if ("data" in checked) return checked.data;
  throw broken(request, answer, `where ${checked.at} ${checked.problem}`);
}

function readVerbatim({ verbatim }: Verbatim, request: Outgoing, answer: Incoming): unknown {
  if (verbatim === "text") return answer.text;
  if (verbatim === "bytes") return answer.bytes ?? new Uint8Array();
  const location = answer.headers.get("location") || undefined;
  const url = location && URL.canParse(location, request.url.href) ? new URL(location, request.url) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url.href;
  throw broken(request, answer, "in its location header, which names no address");
}

function broken(request: Outgoing, answer: Incoming, problem: string): ResponseError {
  const { status } = answer;
  const words = sentences(`The answer is not what the contract says, ${problem}`, wasDone(request, answer));
  return new ResponseError(words, { ...aboutCall(request), status });
}
