import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { LANGUAGES } from "../settings.ts";
import { listLanguages, localeFiles, readAreas } from "./locale-files.ts";
import { SAME_AS_ENGLISH } from "./same-as-english.fixture.ts";

const ENGLISH = readAreas("en");
const OTHERS = LANGUAGES.filter((language) => language !== "en");
const AREAS = [...ENGLISH.keys()];

/** All keys and texts of a language. */
const readTexts = (language: string): Map<string, string> =>
  new Map([...readAreas(language).values()].flatMap((area) => Object.entries(area)));

const placeholders = (text: string) => [...new Set(text.match(/\$\d/g))].sort();

const isSentence = (text: string) => /[.。…]$/.test(text);

test("there is a folder for each supported language and no other", () => {
  expect(listLanguages().sort()).toEqual([...LANGUAGES].sort());
});

describe("English", () => {
  test("has unique keys across areas, ignoring case as browsers do", () => {
    const keys = [...ENGLISH.values()].flatMap((area) => Object.keys(area).map((key) => key.toLowerCase()));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test("has keys that browsers accept", () => {
    const keys = [...readTexts("en").keys()];
    expect(keys.filter((key) => !/^[A-Za-z0-9_]+$/.test(key))).toEqual([]);
  });

  test("has singular and plural forms of counted texts", () => {
    const keys = [...readTexts("en").keys()];
    const stems = new Set(keys.flatMap((key) => /^(.+)_(?:one|other)$/.exec(key)?.[1] ?? []));
    const missing = [...stems].flatMap((stem) => [`${stem}_one`, `${stem}_other`]).filter((key) => !keys.includes(key));
    expect(missing).toEqual([]);
  });

  test("has only texts that are used", () => {
    const files = globSync("**/*.{ts,tsx}", {
      cwd: `${import.meta.dirname}/..`,
      exclude: (path) => /node_modules|\.output|\.wxt|\.test\.|\.fixture\./.test(path),
    });
    const source = files.map((file) => readFileSync(`${import.meta.dirname}/../${file}`, "utf8")).join("\n");
    const isUsed = (key: string) =>
      [`"${key}"`, `__MSG_${key}__`, `"${key.replace(/_(?:one|other)$/, "")}"`].some((name) => source.includes(name));
    expect([...readTexts("en").keys()].filter((key) => !isUsed(key))).toEqual([]);
  });

  test("uses dollar signs only for placeholders", () => {
    expect([...readTexts("en")].filter(([, text]) => text.replace(/\$[1-9]/g, "").includes("$"))).toEqual([]);
  });
});

describe.each(OTHERS)("%s", (language) => {
  const areas = readAreas(language);

  test.each(AREAS)("has exactly the texts of %s", (area) => {
    expect(Object.keys(areas.get(area) ?? {}).sort()).toEqual(Object.keys(ENGLISH.get(area) ?? {}).sort());
  });

  test("uses the placeholders of the English text", () => {
    const english = readTexts("en");
    const mismatches = [...readTexts(language)].filter(([key, text]) => {
      const expected = placeholders(english.get(key) ?? "");
      const used = placeholders(text);
      // In some languages the singular does not contain the number.
      if (key.endsWith("_one")) return used.some((name) => name !== "$1" && !expected.includes(name));
      return used.join() !== expected.join();
    });
    expect(mismatches).toEqual([]);
  });

  test("is translated", () => {
    const english = readTexts("en");
    const same = [...readTexts(language)].filter(([key, text]) => english.get(key) === text && /\p{L}/u.test(text));
    const allowed: readonly string[] = SAME_AS_ENGLISH[language];
    expect(same.filter(([key]) => !allowed.includes(key))).toEqual([]);
    expect(allowed.filter((key) => !same.some(([own]) => own === key))).toEqual([]);
  });

  test("ends sentences as in English and has no superfluous spaces", () => {
    const english = readTexts("en");
    const mismatches = [...readTexts(language)].filter(([key, text]) => {
      // Japanese and Chinese distinguish questions and labels differently.
      const differs = isSentence(text) !== isSentence(english.get(key) ?? "") && !["ja", "zh_CN"].includes(language);
      return differs || text !== text.trim() || / {2}/.test(text);
    });
    expect(mismatches).toEqual([]);
  });
});

describe("locale files", () => {
  const Messages = z.record(z.string(), z.strictObject({ message: z.string().check(z.minLength(1)) }));

  test.each(localeFiles())("$relativeDest is valid", ({ contents }) => {
    const messages = z.parse(Messages, JSON.parse(contents));
    expect(Object.keys(messages).length).toBe(readTexts("en").size);
    // Stores and browsers truncate longer texts.
    expect(messages["name"]?.message.length).toBeLessThanOrEqual(45);
    expect(messages["description"]?.message.length).toBeLessThanOrEqual(132);
  });
});
