/** Returns true if every encoding by characters leaves a text unchanged, as for most tokens. */
export const isPlain = (text: string): boolean => /^[\w.-]*$/.test(text);

/**
 * Returns a text in the encodings in which programs print it: percent, form, XML and HTML, JSON, quoted for shells and
 * databases, hexadecimal and base64. Those by characters encode a part of a text to a part of the encoded whole, so
 * they are found within longer texts; base64 is returned for each of the three positions where a text can start.
 */
export function encodedForms(secret: string | Uint8Array): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  return [hex, hex.toUpperCase(), ...base64Forms(bytes), ...characterForms(bytes)];
}

function characterForms(bytes: Buffer): readonly string[] {
  const text = bytes.toString("utf8");
  if (isPlain(text)) return [];
  const forms = [...percentForms(bytes), ...escapedByteForms(bytes)];
  return Buffer.from(text).equals(bytes)
    ? [...forms, ...markupForms(text), ...jsonForms(text), ...quotedForms(text)]
    : forms;
}

/** Base64 of bytes alone, and the part of it that does not depend on neighbors if a longer text contains them. */
function base64Forms(bytes: Buffer): readonly string[] {
  const within = [0, 1, 2].map((offset) => base64Within(bytes, offset));
  const forUrls = within.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"));
  return [bytes.toString("base64"), bytes.toString("base64url"), ...within, ...forUrls];
}

/** Returns the base64 characters that only depend on these bytes if `offset` bytes precede them in a group of three. */
export function base64Within(bytes: Uint8Array, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

/** Characters that percent encodings leave unchanged, and whether they write a space as `+`. */
const PERCENT_ENCODINGS: readonly (readonly [kept: RegExp, spaceAsPlus: boolean])[] = [
  // encodeURIComponent, RFC 3986, Python's quote, and encodeURI
  [/[\w.~!*'()-]/, false],
  [/[\w.~-]/, false],
  [/[\w.~/-]/, false],
  [/[\w.~!*'();/?:@&=+$,#-]/, false],
  // URLSearchParams, and Python's quote_plus
  [/[\w.*-]/, true],
  [/[\w.~-]/, true],
];

function percentForms(bytes: Buffer): readonly string[] {
  return PERCENT_ENCODINGS.flatMap(([kept, spaceAsPlus]) => {
    const encode = (format: (hex: string) => string) =>
      encodeBytes(bytes, (character, hex) => {
        if (spaceAsPlus && character === " ") return "+";
        return kept.test(character) ? character : `%${format(hex)}`;
      });
    return [encode((hex) => hex), encode((hex) => hex.toUpperCase())];
  });
}

/** Escapes bytes that are not ASCII, as Python's `bytes` and programs that print file names do. */
function escapedByteForms(bytes: Buffer): readonly string[] {
  if (bytes.every((byte) => byte < 0x80)) return [];
  const escapeWith = (replacements: Replacements, format: (hex: string) => string) =>
    encodeBytes(
      bytes,
      (character, hex) => replacements[character] ?? (/[ -~]/.test(character) ? character : `\\${format(hex)}`),
    );
  const [asHex, asOctal] = [
    (hex: string) => `x${hex}`,
    (hex: string) => Number.parseInt(hex, 16).toString(8).padStart(3, "0"),
  ];
  return [asHex, asOctal].flatMap((format) => LITERALS.map((replacements) => escapeWith(replacements, format)));
}

function encodeBytes(bytes: Buffer, encode: (character: string, hex: string) => string): string {
  return Array.from(bytes, (byte) =>
    encode(byte < 0x80 ? String.fromCharCode(byte) : "\x80", byte.toString(16).padStart(2, "0")),
  ).join("");
}

type Replacements = Readonly<Record<string, string>>;

function replaceCharacters(text: string, replacements: Replacements): string {
  return Array.from(text, (character) => replacements[character] ?? character).join("");
}

/** Entities for quotes and line breaks: XML and HTML libraries differ. */
const QUOTE_ENTITIES: readonly Replacements[] = [
  {},
  { '"': "&quot;" },
  { '"': "&quot;", "'": "&apos;" },
  { '"': "&quot;", "'": "&#39;" },
  { '"': "&quot;", "'": "&#039;" },
  { '"': "&quot;", "'": "&#x27;" },
  { '"': "&#34;", "'": "&#39;" },
  { "\t": "&#9;", "\n": "&#10;", "\r": "&#13;" },
  { '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;" },
  { '"': "&quot;", "\t": "&#x9;", "\n": "&#xA;", "\r": "&#xD;" },
];

function markupForms(text: string): readonly string[] {
  const escaped = QUOTE_ENTITIES.map((quotes) =>
    replaceCharacters(text, { ...quotes, "&": "&amp;", "<": "&lt;", ">": "&gt;" }),
  );
  const asNumbers = (format: (point: number) => string) =>
    escaped.map((form) => form.replace(/[^\0-\x7f]/gu, (character) => `&#${format(character.codePointAt(0) ?? 0)};`));
  return [
    ...escaped,
    ...asNumbers(String),
    ...asNumbers((point) => `x${point.toString(16)}`),
    ...asNumbers((point) => `x${point.toString(16).toUpperCase()}`),
  ];
}

/** JSON strings, also within JSON strings, with the additional escapes of Python, PHP, Go and .NET. */
function jsonForms(text: string): readonly string[] {
  const json = escapeJson(text);
  const slashed = json.replaceAll("/", "\\/");
  const forMarkup = escapeUnits(json, /[<>&\u2028\u2029]/g);
  const forms = [json, slashed, forMarkup].flatMap((form) => [form, escapeUnits(form, /[^\0-\x7f]/g)]);
  // .NET escapes quotes by their numbers too, in upper case.
  const numbered = escapeUnits(json.replaceAll('\\"', '"'), /[<>&"'+`]|[^\0-\x7f]/g, true);
  return [...forms, numbered, ...forms.map(escapeJson)];
}

const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);

function escapeUnits(text: string, characters: RegExp, isUpperCase = false): string {
  return text.replace(characters, (unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${isUpperCase ? hex.toUpperCase() : hex}`;
  });
}

/** Escapes of string literals of programming languages. */
const LITERALS: readonly Replacements[] = [
  { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" },
  { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "'": "\\'" },
];

/** Escapes of programs that quote strings. */
const QUOTE_ESCAPES: readonly Replacements[] = [
  // Shells: within single quotes, two ways; within double quotes.
  { "'": "'\\''" },
  { "'": "'\"'\"'" },
  { "\\": "\\\\", '"': '\\"', $: "\\$", "`": "\\`" },
  // SQL, YAML and PowerShell; CSV
  { "'": "''" },
  { '"': '""' },
  { '"': '`"', "`": "``", $: "`$" },
  // Only backslashes and quotes
  { "\\": "\\\\" },
  { "\\": "\\\\", "'": "\\'" },
  { "\\": "\\\\", '"': '\\"' },
  ...LITERALS,
];

function quotedForms(text: string): readonly string[] {
  const withBackslashes = text.replace(/[\s!"$&'()*,;<>?[\\\]^`{|}]|(?<=[:=])~/g, "\\$&");
  const quoted = QUOTE_ESCAPES.map((quoting) => replaceCharacters(text, quoting));
  return [withBackslashes, ...quoted, ...[text, ...quoted].map(escapePoints)];
}

/** Escapes characters that are not ASCII by their numbers, as Python does. */
function escapePoints(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    if (hex.length <= 2) return `\\x${hex}`;
    return hex.length <= 4 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
  });
}
