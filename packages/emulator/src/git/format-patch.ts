import type { GitStore } from "../state/git-store.ts";
import { readCommit } from "./commit.ts";
import { compareCommits } from "./compare.ts";
import { formatDiffStat } from "./diff-stat.ts";
import { formatDiff } from "./format-diff.ts";
import type { Signature } from "./signature.ts";

/**
 * Formats commits as mails that `git am` applies, like `git format-patch`. Merges and commits without changes are
 * omitted.
 * @param commits oldest first
 */
export function formatPatches(store: GitStore, commits: readonly string[]): Uint8Array {
  const shown = commits
    .map((sha) => ({ sha, commit: readCommit(store, sha) }))
    .filter(({ commit }) => commit.parents.length < 2);
  const mails = shown.flatMap(({ sha, commit }, index) => {
    const changes = compareCommits(store, commit.parents[0], sha);
    if (changes.length === 0) return [];
    const { subject, body } = splitMessage(commit.message);
    const head = [
      `From ${sha} Mon Sep 17 00:00:00 2001`,
      `From: ${formatAddress(commit.author)}`,
      `Date: ${formatDate(commit.author)}`,
      formatSubject(formatNumber(index + 1, shown.length), subject),
      ...(isAscii(commit.author.name + commit.message) ? [] : UTF_8_HEADERS),
      "",
      ...(body === "" ? [] : [body]),
      "---",
    ].join("\n");
    const text = Buffer.from(`${head}\n${formatDiffStat(store, changes)}\n`);
    return [Buffer.concat([text, Buffer.from(formatDiff(store, changes, { hasBinaries: true }), "latin1")])];
  });
  return Buffer.concat(mails.flatMap((mail, index) => (index === 0 ? [mail] : [Buffer.from("\n"), mail])));
}

function formatNumber(number: number, total: number): string {
  return total === 1 ? "[PATCH]" : `[PATCH ${String(number).padStart(String(total).length, "0")}/${total}]`;
}

const UTF_8_HEADERS = [
  "MIME-Version: 1.0",
  "Content-Type: text/plain; charset=UTF-8",
  "Content-Transfer-Encoding: 8bit",
];

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

/** Splits a message after its first paragraph, whose lines become one. */
function splitMessage(message: string) {
  const text = message.trim();
  const end = text.search(/\n[^\S\n]*\n/);
  const first = end < 0 ? text : text.slice(0, end);
  const subject = first
    .split("\n")
    .map((line) => line.trim())
    .join(" ");
  return { subject, body: end < 0 ? "" : text.slice(end).replace(/^(\s*\n)+/, "") };
}

/** Maximum lengths of a header's lines, with and without encoded words. */
const MAX_LINE = { encoded: 76, plain: 78 } as const;

const ENCODING = "=?UTF-8?q?";

function formatSubject(prefix: string, subject: string): string {
  const start = `Subject: ${prefix} `;
  if (!isAscii(subject)) return start + encodeWords(subject, start.length, /[ -<>@-^`-~]/);
  let lineLength = start.length - 1;
  const words = subject.split(/\s+/).map((word, index) => {
    const fits = index === 0 || lineLength + 1 + word.length <= MAX_LINE.plain;
    lineLength = fits ? lineLength + 1 + word.length : 1 + word.length;
    return (fits ? " " : "\n ") + word;
  });
  return start.trimEnd() + words.join("");
}

/**
 * Encodes text that isn't ASCII for a mail header.
 * @param column of the text in its line
 * @param plain characters that stay as they are, except spaces
 */
function encodeWords(text: string, column: number, plain: RegExp): string {
  let lineLength = column + ENCODING.length;
  const letters = Array.from(text, (letter) => {
    const isPlain = letter !== " " && plain.test(letter);
    const encoded = isPlain ? letter : Array.from(Buffer.from(letter), encodeByte).join("");
    const fits = lineLength + encoded.length + 2 <= MAX_LINE.encoded;
    lineLength = (fits ? lineLength : ENCODING.length + 1) + encoded.length;
    return fits ? encoded : `?=\n ${ENCODING}${encoded}`;
  });
  return `${ENCODING}${letters.join("")}?=`;
}

const encodeByte = (byte: number) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;

/** Formats `Name <email>`, with the name in quotes if it has characters that are special in addresses. */
function formatAddress({ name, email }: Signature): string {
  if (!isAscii(name)) return `${encodeWords(name, "From: ".length, /[A-Za-z0-9!*+/-]/)} <${email}>`;
  const isSpecial = /[()<>@,;:\\".[\]]/.test(name);
  return `${isSpecial ? `"${name.replaceAll(/["\\]/g, "\\$&")}"` : name} <${email}>`;
}

/** Formats a date in its own time zone: `Mon, 6 May 2024 09:08:09 +0200`. */
function formatDate({ seconds, zone }: Signature): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60 : 60);
  const text = new Date((seconds + offset) * 1000).toUTCString();
  return text.replace(/^(\w+, )0/, "$1").replace("GMT", zone);
}
