import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQuery, type SearchTerm } from "./query.ts";

const KNOWN = ["label", "is", "author", "review-requested"];
const parse = (text: string) => parseQuery(text, (name) => KNOWN.includes(name));

const word = (text: string): SearchTerm => ({ kind: "word", text });
const label = (...values: string[]): SearchTerm => ({
  kind: "qualifier",
  name: "label",
  value: values.join(","),
  values,
});
const not = (term: SearchTerm): SearchTerm => ({ kind: "not", term });
const all = (...terms: SearchTerm[]): SearchTerm => ({ kind: "all", terms });
const any = (...terms: SearchTerm[]): SearchTerm => ({ kind: "any", terms });

test("ignores parentheses that are nested too deeply, and pairs of negations", () => {
  expect(parse(`${"(".repeat(2000)}a (b) OR c${")".repeat(2000)} d`)).toEqual(parse("(a b OR c) d"));
  expect(parse(`${"-".repeat(2000)}label:bug`)).toEqual(parse("--label:bug"));
  expect(parse(`${"-".repeat(2001)}label:bug`)).toEqual(parse("-label:bug"));
});

test.for<[query: string, term: SearchTerm]>([
  ["corners", word("corners")],
  ["  sharp   corners ", all(word("sharp"), word("corners"))],
  ['"sharp corners" hurt', all(word("sharp corners"), word("hurt"))],
  ['"never ending', word("never ending")],
  ["label:bug", label("bug")],
  ["LABEL:bug", label("bug")],
  ['label:"help wanted"', label("help wanted")],
  ['label:bug,"help, wanted",x', label("bug", "help, wanted", "x")],
  ["-label:bug", not(label("bug"))],
  ["--label:bug", not(not(label("bug")))],
  ["---label:bug", not(label("bug"))],
  ["NOT corners", not(word("corners"))],
  ["not corners", all(word("not"), word("corners"))],
  ["a OR b c", any(word("a"), all(word("b"), word("c")))],
  ["a AND b", all(word("a"), word("b"))],
  ["(a OR b) c", all(any(word("a"), word("b")), word("c"))],
  ["-(a OR label:bug)", not(any(word("a"), label("bug")))],
  ["((a))", word("a")],
  ["a) b", all(word("a"), word("b"))],
  ["(a b", all(word("a"), word("b"))],
  ["call(x)", word("call(x")],
  ["OR a OR", word("a")],
  ["NOT", all()],
  ["()", all()],
  ["label:", word("label:")],
  ["unknown:thing", word("unknown:thing")],
  ["https://example.com/a", word("https://example.com/a")],
  ["-", word("-")],
])("parses %s", ([query, term]) => {
  expect(parse(query).term).toEqual(term);
});

test("counts only actual operators", () => {
  expect(parse("a OR b AND NOT c -d").operators).toBe(3);
  expect(parse('"OR" or label:OR').operators).toBe(0);
});

test("parses any text", () => {
  const typed = fc.string({ unit: fc.constantFrom(...'ab()-: ",', "OR ", "NOT ", "label:") });
  fc.assert(fc.property(fc.oneof(fc.string(), typed), (text) => void parse(text)));
});

test("parses a formatted query back to its terms", () => {
  const name = fc.stringMatching(/^[a-z]{1,4}$/);
  const phrase = fc.array(name, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
  const leaf = fc.oneof(
    phrase.map((text) => ({ term: word(text), text: `"${text}"` })),
    fc.array(phrase, { minLength: 1, maxLength: 3 }).map((values) => ({
      term: label(...values),
      text: `label:${values.map((value) => `"${value}"`).join(",")}`,
    })),
  );
  const { term } = fc.letrec<{ term: { term: SearchTerm; text: string } }>((tie) => {
    const several = fc.array(tie("term"), { minLength: 2, maxLength: 3 });
    const join = (make: (...terms: SearchTerm[]) => SearchTerm, by: string) =>
      several.map((parts) => ({
        term: make(...parts.map((part) => part.term)),
        text: `(${parts.map(({ text }) => text).join(by)})`,
      }));
    return {
      term: fc.oneof(
        { maxDepth: 4 },
        leaf,
        join(any, " OR "),
        join(all, " "),
        tie("term").map((part) => ({ term: not(part.term), text: `NOT ${part.text}` })),
      ),
    };
  });
  fc.assert(
    fc.property(term, ({ term: expected, text }) => {
      expect(parse(text).term).toEqual(expected);
    }),
  );
});
