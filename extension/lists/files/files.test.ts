import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entry } from "../entry.fixture.ts";
import type { Entry } from "../entry.ts";
import { parseCsv, printCsv } from "./csv.ts";
import { type FileProblem, parseFile } from "./parse.ts";
import { planImport } from "./plan.ts";
import { entriesAsCsv, entriesAsJson } from "./print.ts";

const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: fc.constantFrom(..."=+-@'\",;\t\r\n a") }));

describe("CSV", () => {
  test("comes back as it was, whatever is in it", () => {
    // A row of one empty cell looks like an empty line; the first row says what cells are parted by.
    const row = fc.array(text, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const parsed = parseCsv(printCsv([["a", "b"], ...rows]));
        expect("unclosed" in parsed ? parsed : parsed.slice(1).map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });

  test("holds nothing that a spreadsheet takes for a formula", () => {
    fc.assert(
      fc.property(text, (cell) => {
        const [first = ""] = printCsv([[cell, "end"]]);
        const second = printCsv([[cell, "end"]])[1];
        expect(first === '"' ? second : first).not.toMatch(/[=+\-@\t\r＝＋－＠]/);
      }),
    );
    expect(printCsv([["=1+1", "-2", "@x", "'=quoted"]])).toBe("'=1+1,'-2,'@x,''=quoted\r\n");
  });

  test("is read as other programs write it", () => {
    const semicolons = '\uFEFFrepository;starred\nacme/widgets;true\n\nacme/gears;"no"\n';
    expect(parseFile(semicolons)).toEqual({
      rows: [
        { line: 2, owner: "acme", name: "widgets", starred: true, watch: undefined },
        { line: 4, owner: "acme", name: "gears", starred: false, watch: undefined },
      ],
      problems: [],
    });
  });
});

const state = fc.record({
  starred: fc.constantFrom(true, false, null),
  watch: fc.constantFrom("watching", "ignoring", "not watching", null),
  description: fc.option(text),
  language: fc.option(fc.constantFrom("C", "C++", "=SUM(1)")),
});
const entriesOf = (states: readonly Partial<Entry>[]) =>
  states.map((more, index) => entry(`owner-${index % 3}/repo.${index}`, { id: index, ...more }));

test("what was exported is read again as it was, from either kind of file", () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 20 }), (states) => {
      const entries = entriesOf(states);
      const expected = entries.map(({ owner, name, starred, watch }) => {
        return { owner, name, starred: starred ?? undefined, watch: watch ?? undefined };
      });
      const json = entriesAsJson(entries, { origin: "https://forge.test", login: "dora" }, new Date(0));
      for (const file of [entriesAsCsv(entries), json]) {
        const { rows, problems } = parseFile(file);
        expect(problems).toEqual([]);
        expect(rows.map(({ line: _, ...rest }) => rest)).toEqual(expected);
        // Nothing is to be done where everything is as the file says.
        expect(planImport(rows, entries).items).toEqual([]);
      }
      expect(json.split("\n")[2]).toContain(`"${entries[0]?.owner}/${entries[0]?.name}"`);
    }),
  );
});

describe("a file that is not right", () => {
  test.for<[string, string, Omit<FileProblem, "value"> & { value?: string }]>([
    ["nothing", "", { line: 1, kind: "empty" }],
    ["no table of repositories", "name,stars\nx,1\n", { line: 1, kind: "no column", value: "name, stars" }],
    [
      "a name that is none",
      "repository\nacme/widgets\nwidgets\n",
      { line: 3, kind: "no repository", value: "widgets" },
    ],
    ["a way out of the path", "repository\nacme/..\n", { line: 2, kind: "no repository" }],
    ["a star that is none", "repository,starred\nacme/widgets,maybe\n", { line: 2, kind: "no star", value: "maybe" }],
    ["a watch that is none", "repository,watch\nacme/widgets,often\n", { line: 2, kind: "no watch", value: "often" }],
    ["one twice", "repository\nacme/widgets\nAcme/Widgets\n", { line: 3, kind: "twice", value: "Acme/Widgets" }],
    ["half a cell", 'repository\n"acme/widgets\nacme/gears\n', { line: 2, kind: "unclosed quote" }],
    ["half a document", '{\n"repositories": [\n', { line: 3, kind: "no JSON" }],
    ["no list", '{"stars": 1}', { line: 1, kind: "no list" }],
    ["one wrong entry", '[\n"acme/widgets",\n{"repository": "no"}\n]', { line: 3, kind: "no repository", value: "no" }],
    [
      "one wrong entry of a document",
      '{"a": ["x", {"repositories": ["y"]}],\n"repositories": [\n{"repository": "a/b", "topics": ["[", ","]},\n\n7]}',
      { line: 5, kind: "no repository" },
    ],
  ])("says where it has %s", ([, file, problem]) => {
    expect(parseFile(file).problems).toEqual([{ value: expect.any(String), ...problem }]);
  });

  test("is read where it is right, from whatever people have", () => {
    const file =
      '["https://github.com/acme/widgets/", {"full_name": "acme/gears", "starred": true, "watch": "ignore"}]';
    expect(parseFile(file).rows).toMatchObject([
      { owner: "acme", name: "widgets", starred: undefined },
      { owner: "acme", name: "gears", starred: true, watch: "ignoring" },
    ]);
  });
});

test("what is broken in a document is found on the line where it is", () => {
  const document = fc.json({ maxDepth: 3 }).map((json) => JSON.stringify(JSON.parse(json), null, 1));
  const broken = ["§", "tru", '"open', "01"];
  fc.assert(
    fc.property(document, fc.nat(), fc.constantFrom(...broken), (text, at, junk) => {
      const lines = text.split("\n");
      const place = at % (lines.length + 1);
      const wrong = [...lines.slice(0, place), junk, ...lines.slice(place)].join("\n");
      const [problem] = parseFile(`[\n${wrong}`).problems;
      expect(problem?.kind).toBe("no JSON");
      expect(problem?.line).toBe(place + 2);
    }),
  );
});

test("a plan says what would be done, what is so already, and what nobody knows", () => {
  const { rows } = parseFile(
    "repository,starred,watch\na/one,true,watching\na/two,false,ignoring\na/gone,true,\na/new,true,\na/silent,,\n",
  );
  const entries = [
    entry("a/one", { starred: true, watch: "not watching" }),
    entry("A/Two", { starred: true, watch: null }),
    entry("a/gone", { missing: { kind: "gone" } }),
  ];
  const plan = planImport(rows, entries);
  const one = { owner: "a", name: "one" };
  const two = { owner: "a", name: "two" };
  const fresh = { owner: "a", name: "new", wanted: { starred: true } };
  expect(plan.items).toEqual([
    { ...one, wanted: { watch: "watching" } },
    { ...two, wanted: { starred: false } },
    { ...two, wanted: { watch: "ignoring" } },
    fresh,
  ]);
  expect(plan.already).toEqual([{ ...one, wanted: { starred: true } }]);
  expect(plan.unknown).toEqual([{ ...two, wanted: { watch: "ignoring" } }, fresh]);
  expect(plan.missing.map(({ name }) => name)).toEqual(["gone"]);
  expect(plan.silent.map(({ line }) => line)).toEqual([6]);
  // Where the token can't, nothing is planned that would only be refused.
  expect(planImport(rows, entries, false).items).toEqual([{ ...two, wanted: { starred: false } }, fresh]);
});
