import { describe, expect, test } from "vitest";
import { readCvss, severityOf } from "./cvss.ts";

// Vectors and scores from the CVSS 3.1 examples document (first.org) and the public vulnerability database.
test.for([
  ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", 9.8, "critical"],
  ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H", 10, "critical"],
  ["CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N", 6.4, "medium"],
  ["CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N", 6.1, "medium"],
  ["CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N", 3.1, "low"],
  ["CVSS:3.1/AV:L/AC:L/PR:H/UI:N/S:U/C:L/I:L/A:L", 4.2, "medium"],
  ["CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H", 7.8, "high"],
  ["CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N", 7.5, "high"],
  ["CVSS:3.1/AV:P/AC:H/PR:H/UI:R/S:U/C:N/I:N/A:N", 0, null],
  ["CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:C/C:H/I:H/A:H/E:P/RL:O", 9.1, "critical"],
] as const)("scores %s as %d", ([vector, score, severity]) => {
  expect(readCvss(vector)).toEqual({ version: "3", score });
  expect(severityOf(score)).toBe(severity);
});

test("scores version 4 by its own metrics", () => {
  const vector = "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N";
  expect(readCvss(vector)).toEqual({ version: "4", score: 9.3 });
  // Exploit maturity doesn't change the base score.
  expect(readCvss(`${vector}/E:P`)).toEqual({ version: "4", score: 9.3 });
  expect(readCvss(vector.replace("AV:N", "AV:P"))).toEqual({ version: "4", score: 7 });
  expect(readCvss(vector.replace("/SA:N", ""))).toBeUndefined();
  expect(readCvss(vector.replace("AT:N", "AT:X"))).toBeUndefined();
});

describe("rejects an invalid vector", () => {
  test.for([
    "",
    "9.8",
    "CVSS:3.1",
    "CVSS:2.0/AV:N/AC:L/Au:N/C:P/I:P/A:P",
    "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H",
    "CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
    "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/A:L",
    "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/",
    "CVSS:3.1/AV:toString/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
  ])("%j", (text) => {
    expect(readCvss(text)).toBeUndefined();
  });
});
