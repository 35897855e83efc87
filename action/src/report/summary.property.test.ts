import type { Report } from "@forgehand/tasks/report/report";
import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMarkdown } from "../../../test/browser/github-markdown.ts";
import { renderSummary } from "./summary.ts";

/** Texts that mean something to a parser, a reader or the runner. */
const hostileParts = fc.constantFrom(
  ...["<script>", "</table>", "</td></tr><tr><td>", "</code>", "</details>", "<!--", "-->", "<br>", "&lt;", "&", '"'],
  ...["\n\n# x", "\n\n- [x](javascript:y)", "|", "`", "\r", "\r\n\r\n", "\u2028", "\0", "\u0085", "\t", "::error::x"],
  ...[
    "##[error]x",
    "::stop-commands::x\n",
    "@acme/team",
    "#1",
    "\u202E",
    "\u2066",
    "\u200F",
    "👩‍💻",
    "e\u0301",
    "\uD800",
  ],
  ...["acme/widgets", "acme/../x", "https://example.com/", "x".repeat(100), "…", " "],
);

const hostile = fc.oneof(
  fc.array(hostileParts, { maxLength: 8 }).map((parts) => parts.join("")),
  // Any code point: the unit "binary" takes a second to prepare.
  fc.string({ unit: fc.nat(0x10ffff).map((point) => String.fromCodePoint(point)) }),
  hostileParts.map((part) => part.repeat(Math.ceil(100_000 / part.length))),
);

/** A report with texts in all of its fields. */
function reportOf(next: () => string): Report {
  const change = () => ({
    target: next(),
    what: next(),
    before: next(),
    after: next(),
    details: [{ label: next(), before: next(), after: next() }],
  });
  const [planned, failed] = [change(), change()];
  const failure = (isUnread: boolean) => ({ target: next(), problem: next(), isUnread });
  return {
    version: 1,
    mode: "apply",
    step: next(),
    at: next(),
    attempt: 1,
    cancelled: true,
    calls: 1,
    seconds: 1,
    webUrl: "https://github.com",
    problems: [{ target: next(), problem: next() }],
    shards: [{ shard: next(), attempt: 1, cancelled: true, headline: next() }],
    tasks: [
      {
        task: "oidc-template",
        title: next(),
        plan: {
          changes: [planned, failed],
          skipped: [
            { target: next(), why: next() },
            { target: next(), why: next(), isUnchanged: true },
          ],
          unreadable: [],
          notes: [next()],
          givenUp: [{ target: `${next()}1`, problem: next(), isNew: false }],
          advice: [{ title: next(), text: next() }],
        },
        outcomes: [
          { change: planned, end: "changed", note: next() },
          { change: failed, end: "failed", note: next() },
        ],
        failures: [failure(false), failure(true)],
      },
    ],
  };
}

/** Returns the blocks of a page; their inline contents depend on the text. */
function blocksOf(html: string): readonly string[] {
  return Array.from(
    html.matchAll(/<\/?(?:h\d|p|ul|li|hr|blockquote|table|t[rdh]|details|summary|pre)\b[^>]*>/g),
    ([tag]) => tag,
  );
}

test("no text of a report can change the structure of its summary", () => {
  const expected = blocksOf(renderMarkdown(renderSummary(reportOf(() => "a"))));
  expect(expected.filter((tag) => tag === "<tr>")).toHaveLength(18);
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 8 }), (texts) => {
      let turn = 0;
      const summary = renderSummary(reportOf(() => texts[turn++ % texts.length] ?? ""));
      const html = renderMarkdown(summary);
      expect(blocksOf(html)).toEqual(expected);
      const inline = Array.from(html.matchAll(/<(\/?\w+)([^>]*)>/g), ([, name, attributes]) => [name, attributes]);
      for (const [name, attributes] of inline) {
        expect(name).toMatch(/^\/?(?:a|code|br|wbr|h2|p|table|tbody|t[rdh]|details|summary|pre)$/);
        expect(attributes).toMatch(/^(?: colspan="[23]"| href="https:\/\/github\.com\/[\w.-]+(?:\/[\w.-]+)?")?$/);
      }
      // An empty line would end the HTML and start Markdown.
      expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
      expect(summary).not.toMatch(/\n[ \t]*\n/);
      expect(summary).not.toMatch(/[\0\r\u2028\u0085\p{Bidi_Control}]/u);
    }),
  );
});
