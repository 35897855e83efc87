import { timestamp } from "../timestamp.ts";

/** The author, committer or tagger of an object, with the local time. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly seconds: number;
  /** Time zone offset: `+0200`. */
  readonly zone: string;
}

/**
 * Creates a signature.
 * @param date ISO 8601; its time zone is kept
 * @returns undefined if git can't represent it: without a name or email, or before 1970
 */
export function createSignature(name: string, email: string, date: string): Signature | undefined {
  const seconds = Math.floor(Date.parse(date) / 1000);
  const cleaned = { name: cleanName(name), email: cleanName(email) };
  if (!(seconds >= 0) || cleaned.name === "" || cleaned.email === "") return undefined;
  const [, zoneSign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(date.slice(date.indexOf("T") + 1)) ?? [];
  return { ...cleaned, seconds, zone: `${zoneSign ?? "+"}${hours ?? "00"}${minutes ?? "00"}` };
}

/** Removes characters that git doesn't allow in names, and trims others at both ends, as git does. */
function cleanName(text: string): string {
  const letters = [...text.replaceAll(/[<>\n\0]/g, "")];
  const isTrimmed = (letter: string) => letter <= " " || ".,:;\"\\'".includes(letter);
  const first = letters.findIndex((letter) => !isTrimmed(letter));
  const last = letters.findLastIndex((letter) => !isTrimmed(letter));
  return first < 0 ? "" : letters.slice(first, last + 1).join("");
}

/** Returns a signature's time as API responses format it. */
export function signatureTime({ seconds }: Signature): string {
  return timestamp(new Date(seconds * 1000));
}

export function encodeSignature({ name, email, seconds, zone }: Signature): string {
  return `${name} <${email}> ${seconds} ${zone}`;
}

export function decodeSignature(line: string): Signature {
  const [, name, email, seconds, zone] = /^(.*) <(.*)> (\d+) ([+-]\d{4})$/.exec(line) ?? [];
  if (name === undefined || email === undefined || zone === undefined) throw new Error(`Invalid signature: ${line}`);
  return { name, email, seconds: Number(seconds), zone };
}
