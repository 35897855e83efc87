import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fromMarkdown } from "mdast-util-from-markdown";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A block of code of a document. */
export interface Block {
  /** The document's path, from the repository's root. */
  readonly document: string;
  /** The line of its first line of code; both count from 1. */
  readonly line: number;
  /** As its fence says; empty where that says nothing, undefined where it is indented. */
  readonly language: string | undefined;
  /** The name of the file that it shows, if it shows one: ` ```ts title="server.ts" ` or ` ```ts [server.ts] `. */
  readonly title: string | undefined;
  readonly code: string;
}

/** Every document that git knows or would take: what is made from others and left to git's rules is its maker's to check. */
export function listDocuments(): string[] {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "*.md"];
  return execFileSync("git", list, { cwd: ROOT, encoding: "utf8" }).trim().split("\n").sort();
}

export const readDocument = (document: string): string => readFileSync(`${ROOT}${document}`, "utf8");

const TITLE = /(?:\btitle="([^"]+)"|\[([^\]\s]+\.\w+)\])/;

/** All blocks of a document, wherever they stand in it. */
export function readBlocks(document: string, text = readDocument(document)): Block[] {
  const blocks: Block[] = [];
  // A site's settings at a page's head are no prose, but its lines count.
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

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>["children"][number];

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  if ("children" in node) for (const child of node.children) visit(child, look);
}
