import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDeliveryError } from "../errors.ts";
import { readBody } from "./read-body.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const FORM = "application/x-www-form-urlencoded";

const problemIn = (body: Uint8Array, contentType: string | undefined) => {
  try {
    readBody(body, contentType);
  } catch (error) {
    return isDeliveryError(error) ? [error.status, error.message] : error;
  }
  return "none";
};

describe("readBody", () => {
  test("returns the same payload for both content types", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (payload) => {
        const json = JSON.stringify(payload);
        expect(readBody(bytes(json), "application/json")).toEqual(JSON.parse(json));
        expect(readBody(bytes(String(new URLSearchParams({ payload: json }))), FORM)).toEqual(JSON.parse(json));
      }),
    );
  });

  test.each(["application/json; charset=utf-8", "Application/JSON", `${FORM};charset=UTF-8`])(
    "accepts %s",
    (contentType) => {
      const body = contentType.startsWith(FORM) ? "payload=%7B%22zen%22%3A%22%C3%BC+%2B%22%7D" : '{"zen":"ü +"}';
      expect(readBody(bytes(body), contentType)).toEqual({ zen: "ü +" });
    },
  );

  test("rejects other content types", () => {
    for (const contentType of [undefined, "", "text/plain", "multipart/form-data"]) {
      expect(problemIn(bytes("{}"), contentType)).toEqual([415, expect.stringContaining("The content type must be")]);
    }
  });

  test.each([
    ["must be JSON", "application/json", ""],
    ["must be JSON", "application/json", "{"],
    ["must be JSON", "application/json", "payload={}"],
    ["must be JSON", FORM, "payload="],
    ["must be JSON", FORM, "payload=%7B"],
    ["exactly one field payload", FORM, ""],
    ["exactly one field payload", FORM, "{}"],
    ["exactly one field payload", FORM, "payload={}&payload={}"],
  ])("rejects a malformed body: %s %s %j", (problem, contentType, body) => {
    expect(problemIn(bytes(body), contentType)).toEqual([400, expect.stringContaining(problem)]);
  });

  test("rejects a body that is not UTF-8", () => {
    expect(problemIn(new Uint8Array([0x22, 0xff, 0x22]), "application/json")).toEqual([
      400,
      "The body must be UTF-8 text.",
    ]);
  });
});
