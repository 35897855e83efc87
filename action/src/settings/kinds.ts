import * as z from "zod/mini";

/** How a setting is written: as an input's text, and as a field of the configuration file. */
export interface Written<T> {
  readonly text: z.ZodMiniType<T, string>;
  readonly field: z.ZodMiniType<T>;
}

const matching = (pattern: RegExp, problem: string) => z.string().check(z.regex(pattern, { error: problem }));

/** One of a few words. */
export function choice<const T extends string>(...choices: T[]): Written<T> {
  const schema = z.enum(choices, { error: `must be ${orList(choices)}` });
  const words: z.ZodMiniType<string, string> = z.string();
  return { text: z.pipe(words, schema), field: schema };
}

/** A text of a certain form. */
export function text(pattern: RegExp, problem: string): Written<string> {
  const schema = matching(pattern, problem);
  return { text: schema, field: schema };
}

/** Any text at all. */
export function anyText(): Written<string> {
  return { text: z.string(), field: z.string({ error: "must be a text" }) };
}

/** A number without a fraction. */
export function wholeNumber(least: number, most = 999_999_999): Written<number> {
  const number = z
    .int({ error: "must be a whole number" })
    .check(
      z.gte(least, { error: `must be at least ${least}` }),
      z.lte(most, { error: `must be at most ${most.toLocaleString("en")}` }),
    );
  const digits = z.pipe(
    matching(/^\d{1,15}$/, "must be a whole number"),
    z.transform((digits) => Number(digits)),
  );
  return { text: z.pipe(digits, number), field: number };
}

/** Yes or no. */
export function flag(): Written<boolean> {
  const words = z.pipe(
    z.enum(["true", "false"], { error: "must be true or false" }),
    z.transform((word) => word === "true"),
  );
  return { text: z.pipe(z.string(), words), field: z.boolean({ error: "must be true or false" }) };
}

/** What is written as a text wherever it stands, and read as something else. */
export function readAs<T>(schema: z.ZodMiniType<T, string>): Written<T> {
  return { text: schema, field: z.pipe(z.string({ error: "must be a text" }), schema) };
}

/**
 * Several texts: in an input separated by commas, spaces or lines, in a file a list, or one text as in an input.
 * @param item reads one
 * @param same what two of which are the same; undefined: any may come twice
 */
export function listOf<T>(item: z.ZodMiniType<T, string>, same?: (item: T) => string): Written<readonly T[]> {
  const items = z.array(item).check(
    z.minLength(1, { error: "names none" }),
    z.refine((list) => same === undefined || new Set(list.map(same)).size === list.length, {
      error: "names one twice",
    }),
  );
  const split = z.pipe(
    z.string(),
    z.transform((line) => line.split(/[\s,]+/).filter((part) => part !== "")),
  );
  const texts = z.array(z.string({ error: "must be a text" }), { error: "must be a list or a text" });
  return { text: z.pipe(split, items), field: z.pipe(z.union([split, texts]), items) };
}

/** A text that a pattern has, of a list. */
export function word(pattern: RegExp, problem: string): z.ZodMiniType<string, string> {
  return matching(pattern, problem);
}

/** What is put together from a text, or refused: `read` gives undefined where it is wrong. */
export function made<T>(read: (text: string) => T | undefined, problem: string): z.ZodMiniType<T, string> {
  return z.pipe(
    z.string(),
    z.transform((text: string, context) => {
      const value = read(text);
      if (value !== undefined) return value;
      context.issues.push({ code: "custom", message: problem, input: text });
      return z.NEVER;
    }),
  );
}

/** `a, b or c` */
export function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
