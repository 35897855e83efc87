import { createHash } from "node:crypto";
import type { Report } from "@forgehand/tasks/report/report";
import { link, text } from "./html.ts";
import { renderSummary } from "./summary.ts";

/** Maximum length of a comment or an issue, in characters. GitHub rejects longer ones. */
const MAX_LENGTH = 65_536;

/** Bytes reserved for the mark and the last line. */
const RESERVED = 1024;

/** Returns the mark of a step's report: an HTML comment, by which the step finds what it wrote before. */
export function markOf({ step, shard }: Pick<Report, "step" | "shard">): string {
  const id = createHash("sha256")
    .update(JSON.stringify([step, shard]))
    .digest("hex")
    .slice(0, 16);
  return `<!-- forgehand-report ${id} -->`;
}

/**
 * Renders a report for a comment or an issue.
 * @param intro the sentence above it
 */
export function renderBody(report: Report, intro: string, runUrl: string): string {
  const mark = markOf(report);
  const last = `<p>${link(runUrl, text("Workflow run"))}</p>`;
  // Characters are at most as many as bytes. The places added below need as many again in the worst case.
  for (let size = MAX_LENGTH - RESERVED; ; size /= 2) {
    const html = withoutMentions([`<p>${text(intro)}</p>`, renderSummary(report, size)].join("\n"));
    const body = [mark, html, last].join("\n");
    if (body.length <= MAX_LENGTH) return body;
  }
}

/**
 * Separates the characters that would notify people or link issues: a report must not do that. Texts of summaries do
 * neither.
 */
function withoutMentions(html: string): string {
  return html.replace(/>[^<]+/g, (textNode) => textNode.replace(/[@#](?=\w)|\bGH(?=-\d)/g, "$&<wbr>"));
}
