import fc from "fast-check";
import { expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { parseClosingReferences } from "./closing-references.ts";

const WEB = "https://github.test";
const KEYWORDS = ["close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved"];
const parse = (text: string) => parseClosingReferences(text, WEB);
const own = (number: number) => ({ repository: undefined, number });

const numbers = fc.integer({ min: 1, max: 99_999 });
const names = fc.tuple(fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/), fc.stringMatching(/^[a-z][\w.-]{0,8}$/));
const keywords = fc.constantFrom(...KEYWORDS.flatMap((word) => [word, word.toUpperCase(), `${word}:`]));
/** A reference in each of its forms, with the repository that it names. */
const references = fc.tuple(names, numbers).chain(([[owner, name], number]) => {
  const repository = `${owner}/${name}`;
  return fc.constantFrom(
    { text: `#${number}`, expected: own(number) },
    { text: `GH-${number}`, expected: own(number) },
    { text: `${repository}#${number}`, expected: { repository, number } },
    { text: `${WEB}/${repository}/issues/${number}`, expected: { repository, number } },
  );
});
/** Text without a keyword or a reference. */
const fillers = fc.stringMatching(/^[ABG-Z ,.()\n]{0,20}$/);
const runs = { numRuns: pickSize(300, 3000) };

test("finds a reference after each keyword, wherever it is in the text", () => {
  fc.assert(
    fc.property(fillers, keywords, references, fillers, (before, keyword, { text, expected }, after) => {
      expect(parse(`${before} ${keyword} ${text} ${after}`)).toEqual([expected]);
    }),
    runs,
  );
});

test("finds each reference once, in the order of the text", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(keywords, references), { maxLength: 8 }), (parts) => {
      const text = parts.map(([keyword, reference]) => `${keyword} ${reference.text}`).join(".\n");
      const expected = new Map(
        parts.map(([, reference]) => [
          `${reference.expected.repository}#${reference.expected.number}`,
          reference.expected,
        ]),
      );
      expect(parse(text)).toEqual([...expected.values()]);
      expect(parse(`${text}\n${text}`)).toEqual(parse(text));
    }),
    runs,
  );
});

test("finds nothing without a keyword, and never fails", () => {
  fc.assert(
    fc.property(references, ({ text }) => {
      expect(parse(`See ${text}, unfixed ${text} and prefixes ${text}`)).toEqual([]);
    }),
    runs,
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const { number } of parse(text)) expect(number).toBeGreaterThanOrEqual(0);
    }),
    runs,
  );
});

test.for([
  ["Fixes #1, #2", [1]],
  ["Fixes #1, fixes #2", [1, 2]],
  ["Closes  #3\nand resolves: #4.", [3, 4]],
  ["(fixed #5)", [5]],
  ["Fixes#6", []],
  ["Fixes\n#7", []],
  ["Fixes #8th", []],
  ["prefixes #9", []],
  ["<!-- Fixes #10 --> Fixes #11", [11]],
  ["`Fixes #12` and\n```\nFixes #13\n```\nFixes #14", [14]],
  [`Fixes ${WEB}/acme/widgets/pull/15`, []],
  ["Fixes https://elsewhere.test/acme/widgets/issues/16", []],
] as const)("parses %j", ([text, expected]) => {
  expect(parse(text).map(({ number }) => number)).toEqual(expected);
});
