import { timestamp } from "../timestamp.ts";

/** Who did something, and when on the clock where they were. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Since 1970. */
  readonly seconds: number;
  /** `+0200` */
  readonly zone: string;
}

/**
 * Signs something. @param date ISO 8601 in any zone, which is kept
 * @returns undefined where git has no way to write it: without a name or an address, or before 1970
 */
export function sign(name: string, email: string, date: string): Signature | undefined {
  const seconds = Math.floor(Date.parse(date) / 1000);
  const cleaned = { name: clean(name), email: clean(email) };
  if (!(seconds >= 0) || cleaned.name === "" || cleaned.email === "") return undefined;
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(date.slice(date.indexOf("T") + 1)) ?? [];
  return { ...cleaned, seconds, zone: `${sign ?? "+"}${hours ?? "00"}${minutes ?? "00"}` };
}

/** Git keeps what would break its lines out of names, and dust off their ends. */
function clean(text: string): string {
  const letters = [...text.replaceAll(/[<>\n\0]/g, "")];
  const isDust = (letter: string) => letter <= " " || ".,:;\"\\'".includes(letter);
  const first = letters.findIndex((letter) => !isDust(letter));
  const last = letters.findLastIndex((letter) => !isDust(letter));
  return first < 0 ? "" : letters.slice(first, last + 1).join("");
}

/** The moment of a signature, as answers carry it. */
export function signedAt({ seconds }: Signature): string {
  return timestamp(new Date(seconds * 1000));
}

export function encodeSignature({ name, email, seconds, zone }: Signature): string {
  return `${name} <${email}> ${seconds} ${zone}`;
}

export function decodeSignature(line: string): Signature {
  const [, name, email, seconds, zone] = /^(.*) <(.*)> (\d+) ([+-]\d{4})$/.exec(line) ?? [];
  if (name === undefined || email === undefined || zone === undefined) throw new Error(`No signature: ${line}`);
  return { name, email, seconds: Number(seconds), zone };
}
