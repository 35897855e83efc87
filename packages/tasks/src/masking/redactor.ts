/** Replacement of a secret, as in the runner's log. */
const REPLACEMENT = "***";

/** Number of characters by which forms are looked up; shorter ones are searched one by one. */
const PREFIX_LENGTH = 4;

/** Minimum length of forms that are found across line breaks, and of the starts of forms that are found where texts end. */
const MIN_PARTIAL_LENGTH = 8;

/** Maximum number of characters before a mark of omission that are searched for the start of a form. */
const MAX_SHORTENED_LENGTH = 2000;

/** A line break with the indentation after it, also escaped. Programs wrap encoded texts, such as base64. */
const LINE_BREAK = /(?:[\r\n\u2028\u2029]|\\r(?=\\n)|\\n)[ \t]*/g;

/** The table of prefixes has this power of two of entries. */
const TABLE_BITS = 16;

/** Replaces secrets in texts. */
export interface Redactor {
  /** Adds a text to be replaced. Returns false if it already was. */
  readonly add: (form: string) => boolean;
  readonly redact: (text: string) => string;
}

/** Creates a redactor that replaces any number of forms in one pass. Overlapping ones are replaced as a whole. */
export function createRedactor(): Redactor {
  const known = new Set<string>();
  const shortForms: string[] = [];
  const longForms = new Map<string, string[]>();
  /** Marks the hashes of all prefixes, since looking up every position of a text in a map is slow. */
  const prefixes = new Uint8Array(2 ** TABLE_BITS);

  /** Returns the length of the longest form at a position of a text, or 0. */
  function longestAt(text: string, start: number): number {
    if (prefixes[prefixHash(text, start)] === 0) return 0;
    let longest = 0;
    for (const form of longForms.get(text.slice(start, start + PREFIX_LENGTH)) ?? []) {
      if (form.length > longest && text.startsWith(form, start)) longest = form.length;
    }
    return longest;
  }

  /** Returns the earliest position from which a text, up to an end, is the start of a form; otherwise undefined. */
  function startOfPartial(text: string, end: number): number | undefined {
    for (let start = Math.max(0, end - MAX_SHORTENED_LENGTH); start <= end - MIN_PARTIAL_LENGTH; start++) {
      if (prefixes[prefixHash(text, start)] === 0) continue;
      const shown = text.slice(start, end);
      const forms = longForms.get(shown.slice(0, PREFIX_LENGTH));
      if (forms?.some((form) => form.startsWith(shown))) return start;
    }
    return undefined;
  }

  function rangesIn(text: string): TextRange[] {
    const { ranges, addRange } = createRanges();
    if (longForms.size > 0) {
      for (let start = 0; start <= text.length - PREFIX_LENGTH; start++) {
        const length = longestAt(text, start);
        if (length > 0) addRange(start, start + length);
      }
    }
    for (const form of shortForms) {
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) addRange(at, at + form.length);
    }
    // A shortened message can end within a form.
    for (let at = text.indexOf("…"); at >= 0; at = text.indexOf("…", at + 1)) {
      const start = startOfPartial(text, at);
      if (start !== undefined) addRange(start, at);
    }
    return [...ranges, ...wrappedRangesIn(text)].toSorted((a, b) => a.start - b.start);
  }

  /** Returns the parts, one per line, of long forms that are wrapped to several lines. */
  function wrappedRangesIn(text: string): readonly TextRange[] {
    const lines = linesOf(text);
    if (lines.length < 2) return [];
    const joined = lines.map(({ start, end }) => text.slice(start, end)).join("");
    const { ranges, addRange } = createRanges();
    for (let start = 0; start <= joined.length - MIN_PARTIAL_LENGTH; start++) {
      const length = longestAt(joined, start);
      if (length >= MIN_PARTIAL_LENGTH) addRange(start, start + length);
    }
    return positionsInLines(ranges, lines);
  }

  return {
    add(form) {
      if (form === "" || known.has(form)) return false;
      known.add(form);
      if (form.length < PREFIX_LENGTH) {
        shortForms.push(form);
        return true;
      }
      prefixes[prefixHash(form, 0)] = 1;
      const prefix = form.slice(0, PREFIX_LENGTH);
      const forms = longForms.get(prefix);
      if (forms === undefined) longForms.set(prefix, [form]);
      else forms.push(form);
      return true;
    },
    redact(text) {
      let [redacted, position] = ["", 0];
      for (const { start, end } of rangesIn(text)) {
        if (start > position || position === 0) redacted += text.slice(position, start) + REPLACEMENT;
        position = Math.max(position, end);
      }
      return position === 0 ? text : redacted + text.slice(position);
    },
  };
}

interface TextRange {
  readonly start: number;
  end: number;
}

function createRanges() {
  const ranges: TextRange[] = [];
  const addRange = (start: number, end: number) => {
    const last = ranges.at(-1);
    if (last !== undefined && start >= last.start && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  };
  return { ranges, addRange };
}

/** Returns the ranges of a text's lines, without line breaks and the spaces around them. */
function linesOf(text: string): readonly TextRange[] {
  const lines: TextRange[] = [];
  const addLine = (start: number, lineBreak: number) => {
    let end = lineBreak;
    while (end > start && /[ \t]/.test(text.charAt(end - 1))) end--;
    if (end > start) lines.push({ start, end });
  };
  let start = 0;
  for (const { index, 0: lineBreak } of text.matchAll(LINE_BREAK)) {
    addLine(start, index);
    start = index + lineBreak.length;
  }
  addLine(start, text.length);
  return lines;
}

/** Maps ranges of the joined lines to ranges of the text. Both lists are sorted. */
function positionsInLines(ranges: readonly TextRange[], lines: readonly TextRange[]): readonly TextRange[] {
  const mapped: TextRange[] = [];
  let [index, offset] = [0, 0];
  for (const { start: lineStart, end: lineEnd } of lines) {
    const length = lineEnd - lineStart;
    for (let next = index; next < ranges.length; next++) {
      const { start, end } = ranges[next] ?? { start: Number.POSITIVE_INFINITY, end: 0 };
      if (start >= offset + length) break;
      if (end <= offset) {
        index = next + 1;
        continue;
      }
      const first = lineStart + Math.max(0, start - offset);
      mapped.push({ start: first, end: lineStart + Math.min(length, end - offset) });
    }
    offset += length;
  }
  return mapped;
}

function prefixHash(text: string, start: number): number {
  let hash = 0;
  for (let index = start; index < start + PREFIX_LENGTH; index++) hash = Math.imul(hash, 31) + text.charCodeAt(index);
  return Math.imul(hash, 0x9e37_79b1) >>> (32 - TABLE_BITS);
}
