import type { Dialect } from "../../dialect/dialect.ts";
import type { Clock } from "../clock.ts";
import { renewed } from "./renewed.ts";
import { fieldOf, readToken, wrong } from "./token.ts";
import type { Fresh, TokenSource } from "./token-source.ts";

/** A token is not sent in its last minute: it would end on the way. */
const SPARE = 60_000;

/** One name for each function, so that clients that share one share what belongs to its account. */
const names = /* @__PURE__ */ new WeakMap<() => unknown, string>();
let named = 0;

/** Tokens that the user's function gives. */
export function functionSource(dialect: Dialect, give: () => unknown, clock: Clock): TokenSource {
  const { known, next, refused } = renewed(clock, undefined);
  const bring = () => {
    const answer = give();
    return isThenable(answer)
      ? Promise.resolve(answer).then((given) => readGiven(dialect, given))
      : readGiven(dialect, answer);
  };
  return { account: nameOf(give), label: async () => undefined, known, next: () => next(bring), refused };
}

function nameOf(give: () => unknown): string {
  const name = names.get(give) ?? `function ${++named}`;
  names.set(give, name);
  return name;
}

/** Promises of every make, those of another realm or library too. */
function isThenable(answer: unknown): answer is PromiseLike<unknown> {
  return typeof fieldOf(answer, "then") === "function";
}

function readGiven(dialect: Dialect, given: unknown): Fresh {
  const { token, kind } = readToken(dialect, given, EXPECTED);
  return { token, kind, until: readEnd(fieldOf(given, "expiresAt")) };
}

const EXPECTED = "credentials is a function that gave neither a token nor { token, kind, expiresAt }";

function readEnd(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  const end = given instanceof Date ? given.getTime() : typeof given === "string" ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(end)) {
    throw wrong(
      "credentials is a function that gave an expiresAt that is neither a Date nor a time such as 2026-03-10T12:00:00Z",
    );
  }
  return end - SPARE;
}
