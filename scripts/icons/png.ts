import { crc32 } from "node:zlib";

/** Length of the signature and the first chunk, which contains the size. */
const HEADER_LENGTH = 8 + 25;

export interface PngSize {
  readonly width: number;
  readonly height: number;
}

export function readSize(png: Buffer): PngSize {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** Returns the PNG with a text chunk, which viewers do not show. */
export function addText(png: Buffer, keyword: string, text: string): Buffer {
  return Buffer.concat([
    png.subarray(0, HEADER_LENGTH),
    chunk("tEXt", `${keyword}\0${text}`),
    png.subarray(HEADER_LENGTH),
  ]);
}

/** Returns the text chunk with a keyword, or undefined. */
export function readText(png: Buffer, keyword: string): string | undefined {
  for (let offset = 8; offset < png.length; offset += 12 + png.readUInt32BE(offset)) {
    const type = png.toString("latin1", offset + 4, offset + 8);
    const data = png.toString("latin1", offset + 8, offset + 8 + png.readUInt32BE(offset));
    if (type === "tEXt" && data.startsWith(`${keyword}\0`)) return data.slice(keyword.length + 1);
  }
  return undefined;
}

function chunk(type: string, data: string): Buffer {
  const body = Buffer.from(type + data, "latin1");
  const buffer = Buffer.alloc(body.length + 8);
  buffer.writeUInt32BE(body.length - type.length, 0);
  body.copy(buffer, 4);
  buffer.writeUInt32BE(crc32(body), body.length + 4);
  return buffer;
}
