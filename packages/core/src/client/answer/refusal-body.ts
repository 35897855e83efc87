import * as z from "zod/mini";
import { type FieldError, sentences } from "../../errors.ts";
import { lazy } from "../../internal/lazy.ts";
import type { Outgoing } from "../chain.ts";
import type { Caller } from "../credentials/token-source.ts";

/** What the body of a refusal says, in words that a message may repeat. */
export interface RefusalBody {
  readonly message: string;
  readonly documentationUrl: string | undefined;
  readonly fields: readonly FieldError[];
}

const AnyObject = /* @__PURE__ */ lazy(() => z.looseObject({}));

/** The fields of an object; undefined where it is none. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const parsed = z.safeParse(AnyObject(), value);
  return parsed.success ? parsed.data : undefined;
}

/**
 * Reads a refusal's body (public description). A part of another shape counts as absent.
 * @returns undefined where it is no object
 */
export function readRefusalBody(value: unknown, request: Outgoing, caller: Caller): RefusalBody | undefined {
  const body = fieldsOf(value);
  if (!body) return undefined;
  const said = (words: unknown) => (typeof words === "string" ? quote(words, request, caller) : undefined);
  const errors: unknown = body["errors"];
  return {
    message: said(body["message"]) ?? "",
    documentationUrl: said(body["documentation_url"]),
    fields: (Array.isArray(errors) ? errors : []).map((error: unknown): FieldError => {
      const complaint = fieldsOf(error);
      if (!complaint) return { message: said(error) };
      return {
        field: said(complaint["field"]),
        code: said(complaint["code"]),
        message: said(complaint["message"]),
      };
    }),
  };
}

/** As much of a service's own words as a message carries. */
const LONGEST_QUOTE = 500;

/** A service's own words in one line, cut to a length, and without the token or a secret, should it repeat one. */
function quote(words: string, { sensitive }: Outgoing, { token }: Caller): string {
  // A secret of a letter or two would garble every word, and is none.
  const secrets = [...sensitive, ...(token === undefined ? [] : [token])].filter(({ length }) => length > 3);
  const silence = (text: string) => secrets.reduce((told, secret) => told.replaceAll(secret, "[secret]"), text);
  // A secret is looked for in the words as they came, and in the line that they become: either may hide it.
  const lines = silence(words)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  const text = lines.length > 1 ? sentences(...lines) : (lines[0] ?? "");
  const silent = silence(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " "));
  return silent.length > LONGEST_QUOTE ? `${silent.slice(0, LONGEST_QUOTE)}…` : silent;
}
