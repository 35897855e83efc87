import fc from "fast-check";
import { expect, test } from "vitest";
import { createResponseReader } from "./response-reader.ts";

const responseText = (status: number, body: string) =>
  `HTTP/1.1 ${status} X\r\nA: b\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

test("reports every response once, however the bytes are split", () => {
  const arbitraryResponse = fc.oneof(
    fc.record({ status: fc.constantFrom(200, 404), body: fc.string() }),
    fc.record({ status: fc.constantFrom(204, 304), body: fc.constant("") }),
  );
  fc.assert(
    fc.property(
      fc.array(arbitraryResponse),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (responses, cuts) => {
        const text = responses.map(({ status, body }) =>
          status === 204 || status === 304 ? `HTTP/1.1 ${status} X\r\nA: b\r\n\r\n` : responseText(status, body),
        );
        const bytes = Buffer.from(text.join(""));
        const statuses: number[] = [];
        const read = createResponseReader((status) => statuses.push(status));
        for (let offset = 0, cutIndex = 0; offset < bytes.length; cutIndex++) {
          const length = cuts[cutIndex % cuts.length] ?? 1;
          read(bytes.subarray(offset, offset + length));
          offset += length;
        }
        expect(statuses).toEqual(responses.map(({ status }) => status));
      },
    ),
  );
});

test("rejects a response without content-length", () => {
  const read = createResponseReader(() => undefined);
  expect(() => read(Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"))).toThrow(
    "has no content-length",
  );
});
