import fc from "fast-check";
import { expect, test } from "vitest";
import { createReader } from "./reader.ts";

const answer = (status: number, body: string) =>
  `HTTP/1.1 ${status} X\r\nA: b\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

test("counts every answer once, however the bytes are cut up", () => {
  const one = fc.oneof(
    fc.record({ status: fc.constantFrom(200, 404), body: fc.string() }),
    fc.record({ status: fc.constantFrom(204, 304), body: fc.constant("") }),
  );
  fc.assert(
    fc.property(fc.array(one), fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (answers, cuts) => {
      const text = answers.map(({ status, body }) =>
        status === 204 || status === 304 ? `HTTP/1.1 ${status} X\r\nA: b\r\n\r\n` : answer(status, body),
      );
      const bytes = Buffer.from(text.join(""));
      const seen: number[] = [];
      const read = createReader((status) => seen.push(status));
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const length = cuts[turn % cuts.length] ?? 1;
        read(bytes.subarray(at, at + length));
        at += length;
      }
      expect(seen).toEqual(answers.map(({ status }) => status));
    }),
  );
});

test("refuses an answer that doesn't say its length", () => {
  const read = createReader(() => undefined);
  expect(() => read(Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"))).toThrow("how long it is");
});
