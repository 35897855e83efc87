import * as z from "zod/mini";
import { quoteExact } from "../contract/exact.ts";
import { isSchema } from "../contract/operation.ts";
import type { Incoming, Outgoing } from "./chain.ts";
import { ResponseError } from "./errors.ts";
import { type Asker, callOf, notJson, parseJson, refusal } from "./refusal.ts";

/**
 * Reads the answer to a request: the operation's output.
 * @throws a ForgeError that says what to do, for every other answer
 */
export async function decode(request: Outgoing, answer: Incoming, asker: Asker): Promise<unknown> {
  const { success, absent, exact } = request.definition;
  const { status } = answer;
  if (!Object.hasOwn(success, status) && !(absent && Object.hasOwn(absent, status))) {
    throw await refusal(request, answer, asker);
  }
  const text = await answer.text();
  if (absent && Object.hasOwn(absent, status)) {
    // A wrong base URL answers 404 too, with a page: that says nothing about the thing asked for.
    if (text !== "" && parseJson(text) === undefined) throw notJson(request, answer, text);
    return absent[status];
  }
  const expected = success[status];
  if (!isSchema(expected)) return expected;
  const data = parseJson(exact ? quoteExact(text, exact) : text);
  if (data === undefined) throw notJson(request, answer, text);
  const parsed = z.safeParse(expected, data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join(".") || "the whole body";
  throw new ResponseError(
    `The answer is not what the contract says, at ${where}: ${issue?.message ?? "it does not fit"}.`,
    { about: `${callOf(request)}:`, route: request.operation.route, status },
  );
}
