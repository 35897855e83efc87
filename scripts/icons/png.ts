import { crc32 } from "node:zlib";

/** A PNG's signature and its first chunk, which has the size. */
const HEAD = 8 + 25;

export interface PngSize {
  readonly width: number;
  readonly height: number;
}

export function sizeOf(png: Buffer): PngSize {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** A PNG with a text in it, under a keyword, that no viewer shows. */
export function withText(png: Buffer, keyword: string, text: string): Buffer {
  return Buffer.concat([png.subarray(0, HEAD), chunk("tEXt", `${keyword}\0${text}`), png.subarray(HEAD)]);
}

/** The text that a PNG has under a keyword. */
export function textOf(png: Buffer, keyword: string): string | undefined {
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString("latin1", at + 4, at + 8);
    const data = png.toString("latin1", at + 8, at + 8 + png.readUInt32BE(at));
    if (type === "tEXt" && data.startsWith(`${keyword}\0`)) return data.slice(keyword.length + 1);
  }
  return undefined;
}

function chunk(type: string, data: string): Buffer {
  const body = Buffer.from(type + data, "latin1");
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(body.length - type.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
