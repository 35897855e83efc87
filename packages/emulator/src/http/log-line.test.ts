import { stripVTControlCharacters, styleText } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LoggedDelivery, LoggedRequest } from "../public.ts";
import { logLine, type Paint } from "./log-line.ts";

const CALL: LoggedRequest = {
  at: "2024-05-06T07:08:09.123Z",
  method: "PUT",
  path: "/api/v3/user/starred/acme/widgets",
  operation: "starRepository",
  token: "bob",
  user: "bob",
  status: 204,
  duration: 2.14,
  fault: null,
  isNotEmulated: false,
};
const DELIVERY: LoggedDelivery = {
  at: "2024-05-06T07:08:09Z",
  event: "star",
  action: "created",
  redelivery: false,
  hook: 1,
  origin: "http://127.0.0.1:8080",
  status: 200,
  problem: null,
  duration: 3.25,
};

const colored: Paint = (style, text) => styleText(style, text, { validateStream: false });

describe("log line", () => {
  test("describes a call", () => {
    expect(logLine(CALL)).toBe(
      "07:08:09.123  204     2.1 ms  bob           PUT    /api/v3/user/starred/acme/widgets               starRepository",
    );
  });

  test("shows the fault, the cut connection and a token with another name", () => {
    const line = logLine({ ...CALL, status: null, fault: 3, token: "bob-fine-grained", duration: 12_345 });
    expect(line).toMatch(/^07:08:09\.123 {2}cut {5}12\.3 s {2}bob \(bob-fine-grained\) {2}PUT .* {2}fault 3$/);
  });

  test("omits an unknown caller and operation", () => {
    const page = { ...CALL, path: "/acme/widgets", operation: null, token: null, user: null };
    expect(logLine(page)).toBe("07:08:09.123  204     2.1 ms  -             PUT    /acme/widgets");
    expect(logLine({ ...page, token: "acme-installation" })).toContain("  acme-installation  PUT ");
  });

  test("describes a delivery in the same columns", () => {
    expect(logLine(DELIVERY)).toBe(
      "07:08:09.000  200     3.3 ms  hook 1        HOOK   http://127.0.0.1:8080                           star.created",
    );
    const failed = { ...DELIVERY, status: null, problem: "timed out", action: null, redelivery: true };
    expect(logLine(failed)).toMatch(/^07:08:09\.000 {2}--- .* star again {2}timed out$/);
  });

  test("has the same text with colors", () => {
    for (const entry of [
      CALL,
      DELIVERY,
      { ...CALL, status: 500, fault: 2 },
      { ...CALL, status: 404, operation: null },
    ]) {
      expect(logLine(entry, colored)).not.toBe(logLine(entry));
      expect(stripVTControlCharacters(logLine(entry, colored))).toBe(logLine(entry));
    }
  });

  test("is a single line without control characters", () => {
    const anything = fc.string({ unit: fc.nat({ max: 0x2100 }).map((code) => String.fromCharCode(code)) });
    fc.assert(
      fc.property(anything, anything, anything, (path, token, user) => {
        expect(logLine({ ...CALL, path, token, user, operation: null })).not.toMatch(/\p{Cc}|\u2028|\u2029/u);
      }),
    );
  });
});
