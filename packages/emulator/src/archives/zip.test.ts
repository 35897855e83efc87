import { crc32, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { zip } from "./zip.ts";

/** Reads an archive from its central directory at the end, as the format specifies. */
function unzip(archive: Uint8Array<ArrayBuffer>): Map<string, Buffer> {
  const bytes = Buffer.from(archive.buffer);
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    const length = bytes.readUInt16LE(at + 28);
    const name = bytes.toString("utf8", at + 46, at + 46 + length);
    const local = bytes.readUInt32LE(at + 42);
    expect(bytes.subarray(local + 4, local + 30)).toEqual(bytes.subarray(at + 6, at + 32));
    expect(bytes.toString("utf8", local + 30, local + 30 + length)).toBe(name);
    const packed = bytes.subarray(local + 30 + length, local + 30 + length + bytes.readUInt32LE(at + 20));
    const content = inflateRawSync(packed);
    expect([crc32(content), content.length]).toEqual([bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 24)]);
    files.set(name, content);
    at += 46 + length;
  }
  expect(at).toBe(end);
  return files;
}

const FILES = fc.uniqueArray(
  fc.record({
    name: fc.string({ minLength: 1, unit: "grapheme" }).filter((name) => name !== "__proto__"),
    content: fc.uint8Array(),
  }),
  { selector: ({ name }) => name },
);

test("unpacking restores the packed files", () => {
  fc.assert(
    fc.property(FILES, (files) => {
      const expected = new Map(files.map(({ name, content }) => [name, Buffer.from(content)]));
      expect(unzip(zip(files))).toEqual(expected);
    }),
  );
});

test("rejects a name that would be lost", () => {
  expect(() => zip([{ name: "__proto__", content: new Uint8Array(1) }])).toThrow("must not be __proto__");
});
