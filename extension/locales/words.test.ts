import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { LANGUAGES } from "../settings.ts";
import { areasOf, languagesThere, localeFiles } from "./merge.ts";
import { SAME_AS_ENGLISH } from "./same-as-english.fixture.ts";

const ENGLISH = areasOf("en");
const OTHERS = LANGUAGES.filter((language) => language !== "en");
const AREAS = [...ENGLISH.keys()];

/** Every key and text of a language. */
const textsOf = (language: string): Map<string, string> =>
  new Map([...areasOf(language).values()].flatMap((area) => Object.entries(area)));

const placeholders = (text: string) => [...new Set(text.match(/\$\d/g))].sort();

const isSentence = (text: string) => /[.。…]$/.test(text);

test("there is a folder for each language that can be chosen, and no other", () => {
  expect(languagesThere().sort()).toEqual([...LANGUAGES].sort());
});

describe("English", () => {
  test("no two areas have one key, however it is written: browsers look for keys in any case", () => {
    const keys = [...ENGLISH.values()].flatMap((area) => Object.keys(area).map((key) => key.toLowerCase()));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test("keys are such as browsers take", () => {
    const keys = [...textsOf("en").keys()];
    expect(keys.filter((key) => !/^[A-Za-z0-9_]+$/.test(key))).toEqual([]);
  });

  test("what counts has a text for one and for all others", () => {
    const keys = [...textsOf("en").keys()];
    const stems = new Set(keys.flatMap((key) => /^(.+)_(?:one|other)$/.exec(key)?.[1] ?? []));
    const missing = [...stems].flatMap((stem) => [`${stem}_one`, `${stem}_other`]).filter((key) => !keys.includes(key));
    expect(missing).toEqual([]);
  });

  test("every text is used", () => {
    const files = globSync("**/*.{ts,tsx}", {
      cwd: `${import.meta.dirname}/..`,
      exclude: (path) => /node_modules|\.output|\.wxt|\.test\.|\.fixture\.|^locales/.test(path),
    });
    const source = files.map((file) => readFileSync(`${import.meta.dirname}/../${file}`, "utf8")).join("\n");
    const isUsed = (key: string) =>
      [`"${key}"`, `__MSG_${key}__`, `"${key.replace(/_(?:one|other)$/, "")}"`].some((name) => source.includes(name));
    expect([...textsOf("en").keys()].filter((key) => !isUsed(key))).toEqual([]);
  });

  test("a dollar is a placeholder, and nothing else", () => {
    expect([...textsOf("en")].filter(([, text]) => text.replace(/\$[1-9]/g, "").includes("$"))).toEqual([]);
  });
});

describe.each(OTHERS)("%s", (language) => {
  const there = areasOf(language);

  test.each(AREAS)("has every text of %s, and no other", (area) => {
    expect(Object.keys(there.get(area) ?? {}).sort()).toEqual(Object.keys(ENGLISH.get(area) ?? {}).sort());
  });

  test("fills in what English fills in", () => {
    const english = textsOf("en");
    const wrong = [...textsOf(language)].filter(([key, text]) => {
      const wanted = placeholders(english.get(key) ?? "");
      const used = placeholders(text);
      // "One more" says its number itself, in some languages.
      if (key.endsWith("_one")) return used.some((name) => name !== "$1" && !wanted.includes(name));
      return used.join() !== wanted.join();
    });
    expect(wrong).toEqual([]);
  });

  test("is translated", () => {
    const english = textsOf("en");
    const same = [...textsOf(language)].filter(([key, text]) => english.get(key) === text && /\p{L}/u.test(text));
    const allowed: readonly string[] = SAME_AS_ENGLISH[language];
    expect(same.filter(([key]) => !allowed.includes(key))).toEqual([]);
    expect(allowed.filter((key) => !same.some(([own]) => own === key))).toEqual([]);
  });

  test("has sentences where English does, and no spaces to spare", () => {
    const english = textsOf("en");
    const wrong = [...textsOf(language)].filter(([key, text]) => {
      // Questions and labels are told apart differently in Japanese and Chinese.
      const differs = isSentence(text) !== isSentence(english.get(key) ?? "") && !["ja", "zh_CN"].includes(language);
      return differs || text !== text.trim() || / {2}/.test(text);
    });
    expect(wrong).toEqual([]);
  });
});

describe("what a browser reads", () => {
  const Messages = z.record(z.string(), z.strictObject({ message: z.string().check(z.minLength(1)) }));

  test.each(localeFiles())("$relativeDest is one", ({ contents }) => {
    const messages = z.parse(Messages, JSON.parse(contents));
    expect(Object.keys(messages).length).toBe(textsOf("en").size);
    // Stores and browsers cut off what is longer.
    expect(messages["name"]?.message.length).toBeLessThanOrEqual(45);
    expect(messages["description"]?.message.length).toBeLessThanOrEqual(132);
  });
});
