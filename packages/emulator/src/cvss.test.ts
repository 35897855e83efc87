import { describe, expect, test } from "vitest";
import { readCvss, severityOf } from "./cvss.ts";

// Vectors and scores as the examples document of CVSS 3.1 (first.org) and the public vulnerability database state them.
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
] as const)("%s comes to %d", ([vector, score, severity]) => {
  expect(readCvss(vector)).toEqual({ version: "3", score });
  expect(severityOf(score)).toBe(severity);
});

test("version 4 has metrics of its own", () => {
  const vector = "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N";
  expect(readCvss(vector)).toEqual({ version: "4", score: 9.3 });
  // How it stands with exploits changes no base score.
  expect(readCvss(`${vector}/E:P`)).toEqual({ version: "4", score: 9.3 });
  expect(readCvss(vector.replace("AV:N", "AV:P"))).toEqual({ version: "4", score: 7 });
  expect(readCvss(vector.replace("/SA:N", ""))).toBeUndefined();
  expect(readCvss(vector.replace("AT:N", "AT:X"))).toBeUndefined();
});

describe("what is no vector", () => {
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
