import { lazy } from "@forgehand/core/internal";
import * as z from "zod/mini";
import type { VariableValue } from "./parse-values.ts";

/**
 * Creates the schema of a text. Schemas are created lazily: creating all of them would delay the rejection of invalid
 * inputs.
 */
export type TextParser<T> = () => z.ZodMiniType<T, string>;

/** Format of a setting: as an input's text, and as a field of the configuration file. */
export interface SettingFormat<T> {
  readonly text: TextParser<T>;
  /** Schema that JSON Schema can express, for editors. */
  readonly field: () => z.ZodMiniType<T>;
  /** Shape of the value, for command lines; default: one text. */
  readonly shape?: "flag" | "list";
  /** The valid values, or items of a list, if only these are. */
  readonly choices?: readonly string[];
}

/** JSON Schema keywords that zod's schemas do not express. */
export const SCHEMA_KEYWORDS = /* @__PURE__ */ z.registry<{
  readonly uniqueItems?: true;
  readonly minProperties?: number;
}>();

const NOT_A_STRING = "must be a string";

const matching = (pattern: RegExp, problem: string) =>
  z.string({ error: NOT_A_STRING }).check(z.regex(pattern, { error: problem }));

/** One of several strings. */
export function choice<const T extends string>(...choices: T[]): SettingFormat<T> {
  const field = lazy(() => z.enum(choices, { error: `must be ${orList(choices)}` }));
  const textSchema = (): z.ZodMiniType<string, string> => z.string();
  return { text: lazy(() => z.pipe(textSchema(), field())), field, choices };
}

/** A text that matches a pattern. */
export function text(pattern: RegExp, problem: string): SettingFormat<string> {
  return fromText(textItem(pattern, problem));
}

/** Any non-empty text. */
export function anyText(): SettingFormat<string> {
  return text(/./s, "must not be empty");
}

/** A whole number within limits. */
export function wholeNumber(minimum: number, maximum = 999_999_999): SettingFormat<number> {
  const field = lazy(() =>
    z.int({ error: "must be a whole number" }).check(
      z.gte(minimum, { error: `must be at least ${minimum}` }),
      // Formatted lazily: number formatting is slow to load.
      z.lte(maximum, { error: () => `must be at most ${maximum.toLocaleString("en")}` }),
    ),
  );
  const digits = () =>
    z.pipe(
      matching(/^\d{1,15}$/, "must be a whole number"),
      z.transform((digits) => Number(digits)),
    );
  return { text: lazy(() => z.pipe(digits(), field())), field };
}

export function flag(): SettingFormat<boolean> {
  const error = "must be true or false";
  const textSchema = () =>
    z.pipe(
      z.enum(["true", "false"], { error }),
      z.transform((text) => text === "true"),
    );
  return {
    text: lazy(() => z.pipe(z.string(), textSchema())),
    field: lazy(() => z.boolean({ error })),
    shape: "flag",
  };
}

/** A value written as a text, both as an input and in a file. */
export function fromText<T>(text: TextParser<T>): SettingFormat<T> {
  return { text, field: text };
}

export interface ListOptions {
  /** Separator of items in an input; default: commas, spaces and line breaks. */
  readonly separator?: RegExp;
  /** In a file, an item can also be a number, which is read as its digits. */
  readonly numbers?: true;
}

/**
 * A list: separated items in an input; a list or a single text in a file.
 * @param item format of an item
 * @param identity key by which duplicates are rejected; undefined: duplicates are allowed
 */
export function listOf<T>(
  item: TextParser<T> | SettingFormat<T>,
  identity?: (item: T) => string,
  { separator = /[\s,]+/, numbers }: ListOptions = {},
): SettingFormat<readonly T[]> {
  const { text, field, choices } = typeof item === "function" ? fromText(item) : item;
  const list = <Given>(item: z.ZodMiniType<T, Given>) => {
    const items = z.array(item).check(z.minLength(1, { error: "must not be empty" }), ({ value, issues }) => {
      const keys = new Set<string>();
      for (const [index, key] of (identity ? value.map(identity) : []).entries()) {
        const message = "must not contain duplicates";
        if (keys.has(key)) issues.push({ code: "custom", message, path: [index], input: key });
        keys.add(key);
      }
    });
    return identity === undefined ? items : items.register(SCHEMA_KEYWORDS, { uniqueItems: true });
  };
  const split = () =>
    z.pipe(
      z.string(),
      z.transform((text) => text.split(separator).flatMap((part) => part.trim() || [])),
    );
  const digits = () =>
    z.pipe(
      z.int().check(z.gte(0), z.lte(MAX_NUMBER)),
      z.transform((number) => String(number)),
    );
  const element = lazy(() =>
    numbers ? z.union([field(), z.pipe(digits(), text())], { error: "must be a string or a number" }) : field(),
  );
  const single = () =>
    z.pipe(
      element(),
      z.transform((value): readonly T[] => [value]),
    );
  return {
    text: lazy(() => z.pipe(split(), list(text()))),
    field: lazy(() => z.union([list(element()), single()], { error: "must be a list or a string" })),
    shape: "list",
    ...(choices && { choices }),
  };
}

/** A text with a visible character. */
const visibleText = () =>
  z.string({ error: "must be a string: put it in quotes" }).check(z.regex(/\S/, { error: "must not be blank" }));

/**
 * A map of case-insensitive names to texts, in a file.
 * @param text the same, as an input's text
 * @param nameField format of a name
 */
export function mapOf(
  text: TextParser<readonly VariableValue[]>,
  nameField: () => z.ZodMiniType<string>,
): SettingFormat<readonly VariableValue[]> {
  const entries = lazy(() =>
    z.array(z.object({ name: z.string(), value: visibleText() })).check(
      z.minLength(1, { error: "must not be empty" }),
      z.refine((items) => new Set(items.map(({ name }) => name.toUpperCase())).size === items.length, {
        error: "must not contain a name twice (upper and lower case are the same)",
      }),
    ),
  );
  const map = () =>
    z.record(nameField(), visibleText(), {
      error: (issue) =>
        (issue.code === "invalid_key" && issue.issues[0]?.message) || "must be a map of names to strings",
    });
  const toEntries = () =>
    z.transform((record: Readonly<Record<string, string>>) =>
      Object.entries(record).map(([name, value]): VariableValue => ({ name, value })),
    );
  return {
    text: lazy(() => z.pipe(text(), entries())),
    field: lazy(() => z.pipe(z.pipe(map().register(SCHEMA_KEYWORDS, { minProperties: 1 }), toEntries()), entries())),
  };
}

/** Largest number of 15 digits: some parsers round longer numbers. */
const MAX_NUMBER = 999_999_999_999_999;

/** Separator of lists whose items can contain spaces. */
export const COMMAS_AND_LINES = /[,\r\n]+/;

/** A program and its arguments, which may be empty, as a list. */
export function argumentList(problem: string): () => z.ZodMiniType<readonly string[]> {
  return lazy(() => {
    const argument = z.string({ error: NOT_A_STRING });
    const program = argument.check(z.minLength(1, { error: "must not be empty" }));
    return z.tuple([program], argument, { error: problem });
  });
}

/** A text that matches a pattern, as a list item. */
export function textItem(pattern: RegExp, problem: string): TextParser<string> {
  return lazy(() => matching(pattern, problem));
}

/**
 * A value parsed from a text; `read` returns undefined if the text is invalid.
 * @param pattern approximates what `read` accepts, for editors
 */
export function parsed<T>(read: (text: string) => T | undefined, problem: string, pattern?: RegExp): TextParser<T> {
  const textSchema = () => (pattern ? matching(pattern, problem) : z.string({ error: NOT_A_STRING }));
  const toValue = () =>
    z.transform((text: string, context): T => {
      const value = read(text);
      if (value !== undefined) return value;
      context.issues.push({ code: "custom", message: problem, input: text });
      return z.NEVER;
    });
  return lazy(() => z.pipe(textSchema(), toValue()));
}

/** Joins choices as `a, b or c`. */
function orList(alternatives: readonly string[]): string {
  return alternatives.length < 2
    ? alternatives.join("")
    : `${alternatives.slice(0, -1).join(", ")} or ${alternatives.at(-1)}`;
}
