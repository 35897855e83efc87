import { deflateSync } from "node:zlib";

/** Digits of git's base 85. */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

const BYTES_PER_LINE = 52;

/** Formats both contents of a binary file, so that the patch can be applied and reverted. */
export function formatBinaryPatch(before: Uint8Array, after: Uint8Array): string {
  return `GIT binary patch\n${formatLiteral(after)}\n${formatLiteral(before)}\n`;
}

function formatLiteral(content: Uint8Array): string {
  const compressed = deflateSync(content, { level: 1 });
  const lines: string[] = [];
  for (let at = 0; at < compressed.length; at += BYTES_PER_LINE) {
    lines.push(`${formatLine(compressed.subarray(at, at + BYTES_PER_LINE))}\n`);
  }
  return `literal ${content.length}\n${lines.join("")}`;
}

/** Formats a line: its length as a letter, then five digits for each four bytes. */
function formatLine(bytes: Uint8Array): string {
  const length = String.fromCharCode(bytes.length <= 26 ? 64 + bytes.length : 70 + bytes.length);
  const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  let text = length;
  for (let at = 0; at < padded.length; at += 4) text += formatWord(padded.readUInt32BE(at));
  return text;
}

function formatWord(word: number): string {
  let text = "";
  for (let rest = word, count = 0; count < 5; count++) {
    text = (DIGITS[rest % 85] ?? "") + text;
    rest = Math.floor(rest / 85);
  }
  return text;
}
