// Encodes the parts of DER (ITU-T X.690) that certificates need.

type Bytes = Uint8Array;

function encodeValue(tag: number, ...contents: readonly Bytes[]): Bytes {
  const content = Buffer.concat(contents);
  const { length } = content;
  const lengthBytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, Math.floor(length / 0x100), length % 0x100];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content]);
}

export const sequence = (...items: readonly Bytes[]) => encodeValue(0x30, ...items);
export const set = (...items: readonly Bytes[]) => encodeValue(0x31, ...items);
/** Encodes a positive integer below 2^(8n-1), given as n bytes in big-endian order; the first one must not be 0. */
export const positiveInteger = (...bytes: readonly number[]) => encodeValue(0x02, Buffer.from(bytes));
export const trueValue = () => encodeValue(0x01, Buffer.from([0xff]));
export const utf8Text = (text: string) => encodeValue(0x0c, Buffer.from(text));
export const bitString = (bytes: Bytes) => encodeValue(0x03, Buffer.from([0]), bytes);
export const octetString = (...contents: readonly Bytes[]) => encodeValue(0x04, ...contents);
/** Encodes a constructed value with an explicit context tag. */
export const tagged = (tag: number, ...contents: readonly Bytes[]) => encodeValue(0xa0 + tag, ...contents);
/** Encodes a primitive value whose type is replaced by a context tag. */
export const taggedBytes = (tag: number, bytes: Bytes) => encodeValue(0x80 + tag, bytes);

/** Encodes a time before 2050, in whole seconds. */
export function utcTime(time: Date): Bytes {
  return encodeValue(0x17, Buffer.from(`${time.toISOString().slice(2, 19).replaceAll(/[-:T]/g, "")}Z`));
}

/** Encodes an object identifier such as `2.5.4.3`. */
export function objectIdentifier(text: string): Bytes {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  const encodeArc = (arc: number): number[] => {
    const digits = [arc % 0x80];
    for (let high = Math.floor(arc / 0x80); high > 0; high = Math.floor(high / 0x80)) {
      digits.unshift(0x80 + (high % 0x80));
    }
    return digits;
  };
  return encodeValue(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(encodeArc)]));
}
