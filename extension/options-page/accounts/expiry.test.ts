import "../../worker/browser.fixture.ts";
import { expect, test } from "vitest";
import { describeExpiry } from "./expiry.ts";

const NOW = Date.UTC(2027, 0, 15, 12);
const DAY = 86_400_000;

test.each([
  [undefined, undefined],
  [null, { text: "neverExpires" }],
  [NOW - 1, { text: "hasExpired|Jan 15, 2027", tone: "bad" }],
  [NOW + 1, { text: "expiresSoon_one|1", tone: "wait" }],
  [NOW + 14 * DAY, { text: "expiresSoon_other|14", tone: "wait" }],
  [NOW + 15 * DAY, { text: "expiresOn|Jan 30, 2027" }],
])("describeExpiry describes a token that expires at %s", (expires, expected) => {
  expect(describeExpiry(expires, NOW)).toEqual(expected);
});
