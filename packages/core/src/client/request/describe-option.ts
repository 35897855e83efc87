import { optionNames } from "../call-options.ts";
import { type ExpectedValues, optionProblem } from "../shared-options.ts";

/** Of the options that only calls have, or not all clients. */
const EXPECTED: ExpectedValues = {
  signal: "an AbortSignal, such as the `signal` of an AbortController",
  version: "an API version such as 2026-03-10",
  mediaType: "the name of a media type; omit it for the default one",
  private: "true or false",
  prefetch: "true or false",
  maxPages: "a whole number, 1 or more",
};

/** Describes an invalid or unknown option of a call: continues the sentence after its name. */
export function callOptionProblem(name: string, options: unknown, isList: boolean): string {
  if (typeof options !== "object" || options === null) return "must be an object such as { signal }";
  const known = optionNames(isList);
  if (known.includes(name)) return optionProblem(name, Reflect.get(options, name), EXPECTED);
  return `is not an option of ${isList ? "a list" : "a call"}; the options are ${known.join(", ")}`;
}
