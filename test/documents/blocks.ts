import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fromMarkdown } from "mdast-util-from-markdown";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A code block of a document. */
export interface Block {
  /** The document's path relative to the repository. */
  readonly document: string;
  /** Line number of its first line of code, starting at 1. */
  readonly line: number;
  /** The language of its fence; empty if the fence has none, undefined if the block is indented. */
  readonly language: string | undefined;
  /** The name of the file that it shows, if any: ` ```ts title="server.ts" ` or ` ```ts [server.ts] `. */
  readonly title: string | undefined;
  readonly code: string;
}

/**
 * Returns all documents that git tracks or would add. Generated documents are ignored by git and checked by their
 * generators.
 */
export function listDocuments(): string[] {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "*.md"];
  return execFileSync("git", list, { cwd: ROOT, encoding: "utf8" }).trim().split("\n").sort();
}

export const readDocument = (document: string): string => readFileSync(`${ROOT}${document}`, "utf8");

const TITLE = /(?:\btitle="([^"]+)"|\[([^\]\s]+\.\w+)\])/;

/** Returns all blocks of a document, including nested ones. */
export function readBlocks(document: string, text = readDocument(document)): Block[] {
  const blocks: Block[] = [];
  // Blanks the front matter, whose lines still count.
  const prose = text.replace(/^---\n.*?^---$/ms, (head) => head.replaceAll(/[^\n]/g, ""));
  const lines = prose.split("\n");
  visit(fromMarkdown(prose), (node) => {
    if (node.type !== "code") return;
    const line = node.position?.start.line ?? 0;
    const fenced = /^[\s>]*(?:[-*+]|\d+[.)])?\s*(?:```|~~~)/.test(lines[line - 1] ?? "");
    const [, title, label] = TITLE.exec(node.meta ?? "") ?? [];
    blocks.push({
      document,
      line: fenced ? line + 1 : line,
      language: fenced ? (node.lang ?? "") : undefined,
      title: title ?? label,
      code: node.value,
    });
  });
  return blocks;
}

type MarkdownNode = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>["children"][number];

function visit(node: MarkdownNode, onNode: (node: MarkdownNode) => void): void {
  onNode(node);
  if ("children" in node) for (const child of node.children) visit(child, onNode);
}
