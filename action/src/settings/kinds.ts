import { lazy } from "@forgehand/core/internal";
import * as z from "zod/mini";

/** Reads a text. Made at its first use: making them all would take longer than all else before a wrong input is refused. */
export type FromText<T> = () => z.ZodMiniType<T, string>;

/** How a setting is written: as an input's text, and as a field of the configuration file. */
export interface Written<T> {
  readonly text: FromText<T>;
  /** What it takes can be said in JSON Schema, for the editors of such files. */
  readonly field: () => z.ZodMiniType<T>;
}

/** What JSON Schema says of a list beside what its schema shows. */
export const LIST_FACTS = /* @__PURE__ */ z.registry<{ readonly uniqueItems: true }>();

const NO_TEXT = "must be a text";

const matching = (pattern: RegExp, problem: string) =>
  z.string({ error: NO_TEXT }).check(z.regex(pattern, { error: problem }));

/** One of a few words. */
export function choice<const T extends string>(...choices: T[]): Written<T> {
  const field = lazy(() => z.enum(choices, { error: `must be ${orList(choices)}` }));
  const words = (): z.ZodMiniType<string, string> => z.string();
  return { text: lazy(() => z.pipe(words(), field())), field };
}

/** A text of a certain form. */
export function text(pattern: RegExp, problem: string): Written<string> {
  return readAs(word(pattern, problem));
}

/** Any text at all, but an empty one, which is the same as none. */
export function anyText(): Written<string> {
  return text(/./s, "must not be empty");
}

/** A number without a fraction. */
export function wholeNumber(least: number, most = 999_999_999): Written<number> {
  const field = lazy(() =>
    z.int({ error: "must be a whole number" }).check(
      z.gte(least, { error: `must be at least ${least}` }),
      // Not before it is needed: numbers in words take a step longer to write than all else at its start.
      z.lte(most, { error: () => `must be at most ${most.toLocaleString("en")}` }),
    ),
  );
  const digits = () =>
    z.pipe(
      matching(/^\d{1,15}$/, "must be a whole number"),
      z.transform((digits) => Number(digits)),
    );
  return { text: lazy(() => z.pipe(digits(), field())), field };
}

/** Yes or no. */
export function flag(): Written<boolean> {
  const error = "must be true or false";
  const words = () =>
    z.pipe(
      z.enum(["true", "false"], { error }),
      z.transform((word) => word === "true"),
    );
  return { text: lazy(() => z.pipe(z.string(), words())), field: lazy(() => z.boolean({ error })) };
}

/** What is written as a text wherever it stands, and read as something else. */
export function readAs<T>(text: FromText<T>): Written<T> {
  return { text, field: text };
}

/** How a list differs from others. */
export interface ListForm {
  /** What separates its items in an input; default commas, spaces and lines. */
  readonly between?: RegExp;
  /** In a file a number may stand for its digits. */
  readonly numbers?: true;
}

/**
 * Several texts: in an input separated, in a file a list, or one text alone.
 * @param item reads one
 * @param same what two of which are the same; undefined: any may come twice
 */
export function listOf<T>(
  item: FromText<T> | Written<T>,
  same?: (item: T) => string,
  { between = /[\s,]+/, numbers }: ListForm = {},
): Written<readonly T[]> {
  const { text, field } = typeof item === "function" ? readAs(item) : item;
  const list = <Given>(one: z.ZodMiniType<T, Given>) => {
    const items = z.array(one).check(
      z.minLength(1, { error: "names none" }),
      z.refine((all) => same === undefined || new Set(all.map(same)).size === all.length, {
        error: "names one twice",
      }),
    );
    return same === undefined ? items : items.register(LIST_FACTS, { uniqueItems: true });
  };
  const split = () =>
    z.pipe(
      z.string(),
      z.transform((line) => line.split(between).flatMap((part) => part.trim() || [])),
    );
  const digits = () =>
    z.pipe(
      z.int().check(z.gte(0), z.lte(MOST_DIGITS)),
      z.transform((number) => String(number)),
    );
  const one = lazy(() =>
    numbers ? z.union([field(), z.pipe(digits(), text())], { error: "must be a text or a number" }) : field(),
  );
  const alone = () =>
    z.pipe(
      one(),
      z.transform((value): readonly T[] => [value]),
    );
  return {
    text: lazy(() => z.pipe(split(), list(text()))),
    field: lazy(() => z.union([list(one()), alone()], { error: "must be a list or a text" })),
  };
}

/** The largest number of fifteen digits: what has more, not every program reads as it stands. */
const MOST_DIGITS = 999_999_999_999_999;

/** Lists whose items may hold spaces. */
export const BETWEEN_COMMAS_AND_LINES = /[,\r\n]+/;

/** A program and its arguments, which may be empty, as a list. */
export function argumentList(problem: string): () => z.ZodMiniType<readonly string[]> {
  return lazy(() => {
    const argument = z.string({ error: NO_TEXT });
    const program = argument.check(z.minLength(1, { error: "must not be empty" }));
    return z.tuple([program], argument, { error: problem });
  });
}

/** A text that a pattern has, of a list. */
export function word(pattern: RegExp, problem: string): FromText<string> {
  return lazy(() => matching(pattern, problem));
}

/**
 * What is put together from a text, or refused: `read` gives undefined where it is wrong.
 * @param pattern what `read` takes, as far as a pattern can tell: for editors
 */
export function made<T>(read: (text: string) => T | undefined, problem: string, pattern?: RegExp): FromText<T> {
  const form = () => (pattern ? matching(pattern, problem) : z.string({ error: NO_TEXT }));
  const making = () =>
    z.transform((text: string, context): T => {
      const value = read(text);
      if (value !== undefined) return value;
      context.issues.push({ code: "custom", message: problem, input: text });
      return z.NEVER;
    });
  return lazy(() => z.pipe(form(), making()));
}

/** `a, b or c` */
function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
