import { CsvError, type Options, parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addTags, type ListedEntry, mergeAnnotations, normalizeNote, normalizeTag } from "../annotation.ts";
import { entry } from "../entry.fixture.ts";
import { MAX_JOB_ITEMS } from "../job.ts";
import { normalizeFilterName } from "../saved-filter.ts";
import { formatCsv, parseCsv } from "./csv.ts";
import { entriesAsCsv, entriesAsJson } from "./export-entries.ts";
import { type FileProblem, type ParsedFile, parseFile as parseFileFor } from "./parse-file.ts";
import { groupByKey, joinPlans, planFilters, planImport as planRows } from "./plan-import.ts";

/** Parses a file for an account of github.com. */
const parseFile = (text: string): ParsedFile => parseFileFor(text, "https://github.com");

const planImport = (rows: ParsedFile["rows"], entries: readonly ListedEntry[], canWatch?: boolean) =>
  planRows(rows, groupByKey(entries), canWatch);

/** Text with many separators, quotes, formula starters and characters that programs skip or trim. */
const hostileText = fc.string({ unit: fc.constantFrom(..."=+-@＝＋－＠﹣'\",;|\t\r\n \u00A0\u200B\u2028\uFEFF\0a1") });
const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), hostileText);
// A row with a single empty cell looks like an empty line. The first row determines the separator.
const table = fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1 });
const withHead = (rows: readonly (readonly string[])[]) => formatCsv([["a", "b"], ...rows]);

/** A field that a spreadsheet interprets as a formula, after removing quotes and invisible characters. */
const isFormula = (field: string) => /^[=+\-@＝＋－＠﹦﹢﹣﹫]/.test(field.replace(/^[\p{Cc}\p{Cf}\p{Z}"]+/u, ""));

/** Reads all fields of a file as a program with other rules would. A quote that is not closed ends with the file. */
function readAs(file: string, rules: Options): string[] {
  const options: Options = { ...rules, record_delimiter: ["\r\n", "\n", "\r"], relax_column_count: true };
  try {
    return parse(file, options).flat();
  } catch (error) {
    if (error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED") return parse(`${file}"`, options).flat();
    throw error;
  }
}

describe("CSV", () => {
  test("round-trips any text", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const parsed = parseCsv(withHead(rows));
        expect("unclosedLine" in parsed ? parsed : parsed.slice(1).map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });

  test("quotes every cell, as another parser confirms", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const cells: string[] = parse(withHead(rows), {
          relax_column_count: true,
          cast: (cell, { quoting }) => (quoting ? "quoted" : cell),
        }).flat();
        expect(cells).toEqual(Array(2 + rows.flat().length).fill("quoted"));
      }),
    );
    // The date of a star is exported: nothing else can keep it when the repository is unstarred.
    const starred = entry("acme/widgets", { starred: true, starredAt: "2026-07-14T00:00:00Z" });
    expect(entriesAsCsv([starred])).toContain('"acme/widgets","true","not watching","2026-07-14T00:00:00Z"');
    const entries = [entry("acme/widgets", { description: null, starredAt: null })];
    expect(entriesAsCsv(entries)).toMatch(/^("[^"]*",){12}"note"\r\n"acme\/widgets",("[^"]*",){11}""\r\n$/);
  });

  test("has no field that is a formula, whichever separator a program uses", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const file = withHead(rows);
        for (const delimiter of [",", ";", "\t", "|"]) {
          const fields = [
            ...readAs(file, { delimiter, relax_quotes: true }),
            ...readAs(file, { delimiter, quote: false }),
          ];
          expect(fields.filter(isFormula)).toEqual([]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test.for([
    ["=1+1", "'=1+1"],
    ["-2", "'-2"],
    ["＠x", "'＠x"],
    ["'=quoted", "''=quoted"],
    [' "=1', "' \"=1"],
    ["\uFEFF=1", "'\uFEFF=1"],
    ["\t=1", "'\t'=1"],
    ["a;=1", "a;'=1"],
    ["a, =1", "a,' =1"],
    ['a\r\n"+1', "a\r\n'\"+1"],
    ["a=b - c", "a=b - c"],
    ["it's; 'fine'", "it's; 'fine'"],
  ] as const)("neutralizes formulas with an apostrophe, and nothing else: %j", ([cell, written]) => {
    expect(formatCsv([["a"], [cell]])).toBe(`"a"\r\n"${written.replaceAll('"', '""')}"\r\n`);
  });

  test("parses files written by other programs", () => {
    const semicolons = '\uFEFFrepository;starred\nacme/widgets;true\n\nacme/gears;"no"\n';
    expect(parseFile(semicolons)).toEqual({
      rows: [
        { line: 2, owner: "acme", name: "widgets", starred: true, watch: undefined },
        { line: 4, owner: "acme", name: "gears", starred: false, watch: undefined },
      ],
      problems: [],
      problemCount: 0,
    });
  });

  test("is parsed with any line breaks, and text after a closing quote belongs to the cell", () => {
    expect(parseCsv('a,"b""c"d,e\r\r\n"x\r\ny\rz",\n"",q"r"\n\n')).toEqual([
      { line: 1, cells: ["a", 'b"cd', "e"] },
      { line: 3, cells: ["x\r\ny\rz", ""] },
      { line: 6, cells: ["", 'q"r"'] },
    ]);
  });
});

/** Tags and notes as the page stores them, from hostile texts. */
const annotation = fc
  .record({
    tags: fc.array(text, { maxLength: 3 }).map((texts) =>
      addTags(
        [],
        texts.flatMap((text) => normalizeTag(text) ?? []),
      ),
    ),
    note: text.map(normalizeNote),
  })
  .map((annotation) => (annotation.tags.length > 0 || annotation.note !== "" ? annotation : undefined));
const state = fc.record({
  starred: fc.constantFrom(true, false, null),
  watch: fc.constantFrom("watching", "ignoring", "not-watching", null),
  description: fc.option(text),
  language: fc.option(fc.constantFrom("C", "C++", "=SUM(1)")),
  annotation,
});
const filters = fc.array(
  fc.record({ name: text.map((text) => normalizeFilterName(text) ?? "filter"), query: fc.webQueryParameters() }),
  { maxLength: 3 },
);
const entriesOf = (states: readonly Partial<ListedEntry>[]): ListedEntry[] =>
  states.map((state, index) => ({ ...entry(`owner-${index % 3}/repo.${index}`, { id: index }), ...state }));

test("exported files are imported unchanged, in both formats", () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 20 }), filters, (states, drafts) => {
      const entries = entriesOf(states);
      const expected = entries.map(({ owner, name, starred, watch, annotation }) => {
        return {
          owner,
          name,
          starred: starred ?? undefined,
          watch: watch ?? undefined,
          ...(annotation && { annotation }),
        };
      });
      const savedFilters = planFilters(drafts, "dora https://forge.test", []);
      const json = entriesAsJson(entries, { origin: "https://forge.test", login: "dora" }, new Date(0), savedFilters);
      const imported = parseFile(json).filters ?? [];
      expect(imported).toEqual(savedFilters.map(({ name, query }) => ({ name, query })));
      expect(planFilters(imported, "dora https://forge.test", savedFilters)).toEqual([]);
      for (const file of [entriesAsCsv(entries), json]) {
        const { rows, problems } = parseFile(file);
        expect(problems).toEqual([]);
        expect(rows.map(({ line: _, ...rest }) => rest)).toEqual(expected);
        // Importing into the same state plans no changes.
        expect(planImport(rows, entries)).toMatchObject({ items: [], annotated: [], unlisted: [], overLimit: [] });
        // Another browser gets all tags and notes.
        const bare = entries.map(({ annotation: _, ...rest }) => rest);
        expect(planImport(rows, bare).annotated).toEqual(
          entries.flatMap(({ id, annotation }) => (annotation ? [[id, annotation]] : [])),
        );
      }
      expect(json.split("\n")[savedFilters.length > 0 ? savedFilters.length + 4 : 2]).toContain(
        `"${entries[0]?.owner}/${entries[0]?.name}"`,
      );
    }),
  );
});

test("watch states are exported in words", () => {
  const account = { origin: "https://forge.test", login: "dora" };
  for (const [watch, text] of [
    ["watching", "watching"],
    ["ignoring", "ignoring"],
    ["not-watching", "not watching"],
    [null, null],
  ] as const) {
    const entries = [entry("acme/widgets", { watch })];
    expect(parseCsv(entriesAsCsv(entries))).toMatchObject([
      { cells: ["repository", "starred", "watch", ...Array(10).fill(expect.any(String))] },
      { cells: ["acme/widgets", "false", text ?? "", ...Array(10).fill(expect.any(String))] },
    ]);
    expect(JSON.parse(entriesAsJson(entries, account, new Date(0)))).toMatchObject({ repositories: [{ watch: text }] });
  }
});

test("tags and notes of a file are added to the existing ones, within the limits", () => {
  const [tagged, noted] = [entry("acme/tagged", { id: 1 }), entry("acme/noted", { id: 2 })];
  const entries: ListedEntry[] = [
    { ...tagged, annotation: { tags: Array.from({ length: 20 }, (_, index) => `tag ${index}`), note: "" } },
    { ...noted, annotation: { tags: ["CLI"], note: "mine" } },
  ];
  const file = 'repository,tags,note\nacme/tagged,one more,\nacme/noted,"cli, new",theirs\nacme/other,new,\n';
  const plan = planImport(parseFile(file).rows, entries);
  expect(plan).toMatchObject({
    items: [],
    unspecified: [],
    annotated: [[2, { tags: ["cli", "new"], note: "theirs" }]],
    unlisted: [{ name: "other" }],
    overLimit: [{ name: "tagged" }],
  });
  expect(mergeAnnotations({ tags: ["CLI"], note: "mine" }, { tags: ["cli", "new"], note: "theirs" })).toEqual({
    tags: ["CLI", "new"],
    note: "mine\n\ntheirs",
  });
});

describe("an invalid file", () => {
  test.for<[string, string, Omit<FileProblem, "value"> & { value?: string }]>([
    ["an empty file", "", { line: 1, kind: "empty" }],
    [
      "a table without a column of repositories",
      "name,stars\nx,1\n",
      { line: 1, kind: "missing-column", value: "name, stars" },
    ],
    [
      "an invalid repository name",
      "repository\nacme/widgets\nwidgets\n",
      { line: 3, kind: "invalid-repository", value: "widgets" },
    ],
    ["a repository name that leaves the path", "repository\nacme/..\n", { line: 2, kind: "invalid-repository" }],
    ["an invalid star", "repository,starred\nacme/widgets,maybe\n", { line: 2, kind: "invalid-star", value: "maybe" }],
    [
      "an invalid watch state",
      "repository,watch\nacme/widgets,often\n",
      { line: 2, kind: "invalid-watch", value: "often" },
    ],
    [
      "a duplicate repository",
      "repository\nacme/widgets\nAcme/Widgets\n",
      { line: 3, kind: "duplicate", value: "Acme/Widgets" },
    ],
    [
      "a tag that is too long",
      `repository,tags\nacme/widgets,"ok, ${"x".repeat(51)}"\n`,
      { line: 2, kind: "invalid-tag", value: "x".repeat(51) },
    ],
    [
      "too many tags",
      JSON.stringify([{ repository: "acme/widgets", tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) }]),
      { line: 1, kind: "too-many-tags", value: "21" },
    ],
    [
      "a note that is too long",
      `[\n{"repository": "acme/widgets", "note": "${"x".repeat(2001)}"}]`,
      { line: 2, kind: "invalid-note", value: "2001" },
    ],
    [
      "a note that isn't text",
      '[{"repository": "acme/widgets", "note": 7}]',
      { line: 1, kind: "invalid-note", value: "7" },
    ],
    [
      "a saved filter without a query",
      '{"filters": [\n{"name": "a", "query": "?"},\n{"name": "b"}],\n"repositories": ["acme/widgets"]}',
      { line: 3, kind: "invalid-filter", value: "b" },
    ],
    ["an unclosed quote", 'repository\n"acme/widgets\nacme/gears\n', { line: 2, kind: "unclosed-quote" }],
    ["a truncated JSON document", '{\n"repositories": [\n', { line: 3, kind: "invalid-json" }],
    ["a JSON document without a list", '{"stars": 1}', { line: 1, kind: "missing-list" }],
    [
      "an invalid entry of an array",
      '[\n"acme/widgets",\n{"repository": "no"}\n]',
      { line: 3, kind: "invalid-repository", value: "no" },
    ],
    [
      "an invalid entry of a JSON document",
      '{"a": ["x", {"repositories": ["y"]}],\n"repositories": [\n{"repository": "a/b", "topics": ["[", ","]},\n\n7]}',
      { line: 5, kind: "invalid-repository" },
    ],
  ])("reports the line of %s", ([, file, problem]) => {
    expect(parseFile(file).problems).toEqual([{ value: expect.any(String), ...problem }]);
  });

  test.for([
    ["https://evil.example/acme/widgets", "evil.example"],
    ["HTTPS://Evil.Example/acme/widgets", "evil.example"],
    ["https://github.com@evil.example/acme/widgets", "evil.example"],
    ["https://github.com.evil.example/acme/widgets", "github.com.evil.example"],
    ["https://github.com:8443/acme/widgets", "github.com:8443"],
    ["https://gist.github.com/acme/widgets", "gist.github.com"],
    ["https://\u0435vil.example/acme/widgets", "xn--vil-qdd.example"],
    ["https://evil.example\\\\acme\\\\widgets", "evil.example"],
  ] as const)("names the other host of %s", ([url, host]) => {
    const problem = { line: 2, kind: "other-host", value: host };
    expect(parseFile(`repository\n${url}\n`)).toMatchObject({ rows: [], problems: [problem] });
    expect(parseFile(JSON.stringify([url])).problems).toEqual([{ ...problem, line: 1 }]);
  });

  test("accepts URLs of the account's host only", () => {
    const file = (host: string) => `repository\nhttps://${host}/acme/widgets\nhttp://${host}/acme/gears/\n`;
    for (const host of ["github.com", "GitHub.com", "www.github.com", "github.com.", "alice:secret@github.com"]) {
      expect(
        parseFile(file(host)).rows.map(({ name }) => name),
        host,
      ).toEqual(["widgets", "gears"]);
    }
    const rowsFor = (host: string, origin: string) => parseFileFor(file(host), origin).rows.length;
    expect(rowsFor("forge.example.com:8443", "https://forge.example.com:8443")).toBe(2);
    expect(rowsFor("forge.example.com", "https://forge.example.com:8443")).toBe(0);
    expect(rowsFor("github.com", "https://forge.example.com")).toBe(0);
    expect(rowsFor("www.forge.example.com", "https://forge.example.com")).toBe(0);
  });

  test("is reported without the credentials in a URL", () => {
    const problems = ["github.com/acme", "/acme/widgets"].flatMap(
      (address) => parseFile(`repository\nhttps://${"alice:secret"}@${address}\n`).problems,
    );
    expect(problems).toMatchObject([{ kind: "invalid-repository" }, { kind: "invalid-repository" }]);
    expect(JSON.stringify(problems)).not.toContain("secret");
  });

  test("keeps the valid rows, in any supported notation", () => {
    const file =
      '["https://github.com/acme/widgets/", {"full_name": "acme/gears", "starred": true, "watch": "ignore"}]';
    expect(parseFile(file).rows).toMatchObject([
      { owner: "acme", name: "widgets", starred: undefined },
      { owner: "acme", name: "gears", starred: true, watch: "ignoring" },
    ]);
  });
});

describe("a file with more rows than a job can have", () => {
  const names = Array.from({ length: MAX_JOB_ITEMS + 1 }, (_, index) => `acme/widgets-${index}`);

  test("is read up to this number, and the first line that is not read is reported", () => {
    const csv = `repository\n\n${names.join("\n")}\n`;
    const json = `[\n${names.map((name) => JSON.stringify(name)).join(",\n")}\n]`;
    for (const [file, unreadLine] of [
      [csv, MAX_JOB_ITEMS + 3],
      [json, MAX_JOB_ITEMS + 2],
    ] as const) {
      const { rows, ...rest } = parseFile(file);
      expect(rest).toEqual({ problems: [], problemCount: 0, unreadLine });
      expect([rows.length, rows.at(-1)?.name]).toEqual([MAX_JOB_ITEMS, `widgets-${MAX_JOB_ITEMS - 1}`]);
    }
    expect(parseFile(csv.slice(0, csv.lastIndexOf("acme")))).toEqual({
      rows: expect.toSatisfy((rows: readonly unknown[]) => rows.length === MAX_JOB_ITEMS),
      problems: [],
      problemCount: 0,
    });
  });

  test("is not read beyond that", () => {
    const quote = `repository\n${names.join("\n")}\n"never closed\n`;
    expect(parseFile(quote)).toMatchObject({ problems: [], unreadLine: MAX_JOB_ITEMS + 2 });
  });

  test("has a limited number of described problems", () => {
    const { rows, problems, problemCount, unreadLine } = parseFile(`repository\n${"a\n".repeat(1_000_000)}`);
    expect([rows.length, problems.length, problemCount]).toEqual([0, 50, MAX_JOB_ITEMS]);
    expect(unreadLine).toBe(MAX_JOB_ITEMS + 2);
  });
});

test("the line of a JSON syntax error is reported", () => {
  const document = fc.json({ maxDepth: 3 }).map((json) => JSON.stringify(JSON.parse(json), null, 1));
  const broken = ["§", "tru", '"open', "01"];
  fc.assert(
    fc.property(document, fc.nat(), fc.constantFrom(...broken), (text, at, junk) => {
      const lines = text.split("\n");
      const index = at % (lines.length + 1);
      const wrong = [...lines.slice(0, index), junk, ...lines.slice(index)].join("\n");
      const [problem] = parseFile(`[\n${wrong}`).problems;
      expect(problem?.kind).toBe("invalid-json");
      expect(problem?.line).toBe(index + 2);
    }),
  );
});

test("an import plan contains the changes, and unchanged, unknown and missing entries", () => {
  const { rows } = parseFile(
    "repository,starred,watch\na/one,true,watching\na/two,false,ignoring\na/gone,true,\na/new,true,\na/silent,,\n",
  );
  const entries = [
    entry("a/one", { starred: true, watch: "not-watching" }),
    entry("A/Two", { starred: true, watch: null }),
    entry("a/gone", { missing: { kind: "gone" } }),
  ];
  const plan = planImport(rows, entries);
  const one = { owner: "a", name: "one" };
  const two = { owner: "a", name: "two" };
  const newRepository = { owner: "a", name: "new", wanted: { starred: true } };
  expect(plan.items).toEqual([
    { ...one, wanted: { watch: "watching" } },
    { ...two, wanted: { starred: false } },
    { ...two, wanted: { watch: "ignoring" } },
    newRepository,
  ]);
  expect(plan.unchanged).toEqual([{ ...one, wanted: { starred: true } }]);
  expect(plan.unknown).toEqual([{ ...two, wanted: { watch: "ignoring" } }, newRepository]);
  expect(plan.missing.map(({ name }) => name)).toEqual(["gone"]);
  expect(plan.unspecified.map(({ line }) => line)).toEqual([6]);
  expect(joinPlans([planImport(rows.slice(0, 2), entries), planImport(rows.slice(2), entries)])).toEqual(plan);
  // If the token cannot change subscriptions, none are planned.
  expect(planImport(rows, entries, false).items).toEqual([{ ...two, wanted: { starred: false } }, newRepository]);
});
