import fc from "fast-check";
import { expect, test } from "vitest";
import { createResponseBuffer } from "./response-buffer.ts";

test("joins chunks of any size, decodes them like the platform, and rejects the first byte too many", () => {
  const smallChunk = fc.uint8Array({ maxLength: 300 });
  const largeChunk = fc.integer({ min: 3000, max: 70_000 }).map((size) => new Uint8Array(size).fill(size % 256));
  const chunks = fc.array(fc.oneof(smallChunk, largeChunk), { maxLength: 50 });
  fc.assert(
    fc.property(chunks, fc.integer({ min: -2, max: 2 }), (chunks, slack) => {
      const all = new Uint8Array(Buffer.concat(chunks));
      const buffer = createResponseBuffer(all.length + slack);
      const isAccepted = chunks.every((chunk) => buffer.add(chunk));
      expect(isAccepted).toBe(chunks.length === 0 || slack >= 0);
      if (!isAccepted) return;
      expect(Buffer.compare(buffer.bytes(), all)).toBe(0);
      expect(buffer.bytes().buffer.byteLength).toBe(all.length);
      expect(buffer.text()).toBe(new TextDecoder().decode(all));
    }),
  );
});

test("decodes a character that spans two chunks", () => {
  const buffer = createResponseBuffer(1_000_000);
  for (const byte of new TextEncoder().encode("xüy€z")) buffer.add(Uint8Array.of(byte));
  expect(buffer.text()).toBe("xüy€z");
});
