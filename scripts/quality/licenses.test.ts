import { describe, expect, test } from "vitest";
import emulatorBundle from "../../packages/emulator/rolldown.config.ts";
import { type LicensedPackage, licenseProblems } from "./licenses.ts";

const OPENPGP: LicensedPackage = { name: "openpgp", version: "6.3.2", license: "LGPL-3.0+" };

const problemsWith = (license: string, isShipped: boolean) =>
  licenseProblems(
    [OPENPGP, { name: "x", version: "1.0.0", license }],
    new Set(["openpgp@6.3.2", isShipped ? "x@1.0.0" : "openpgp@6.3.2"]),
  );

describe("licenseProblems", () => {
  test("only accepts permissive licenses for shipped packages", () => {
    expect(problemsWith("MIT", true)).toEqual([]);
    expect(problemsWith("MPL-2.0", true)).toEqual([
      "x@1.0.0 must have a license allowed for shipped packages, got MPL-2.0",
    ]);
  });

  test("accepts more licenses for tools, but not all", () => {
    expect(problemsWith("MPL-2.0", false)).toEqual([]);
    expect(problemsWith("AGPL-3.0", false)).toEqual(["x@1.0.0 must have a license allowed for tools, got AGPL-3.0"]);
    expect(problemsWith("Unknown", false)).toHaveLength(1);
  });

  test("reports a shipped package with an unknown license", () => {
    expect(licenseProblems([OPENPGP], new Set(["openpgp@6.3.2", "x@1.0.0"]))).toEqual([
      "x@1.0.0 is shipped, but its license is unknown",
    ]);
  });

  test("accepts an exception for a package, and reports it if the package is no longer installed", () => {
    const shippedKeys = new Set(["openpgp@6.3.2"]);
    expect(licenseProblems([{ ...OPENPGP, license: "GPL-3.0" }], shippedKeys)).toHaveLength(2);
    expect(licenseProblems([], new Set())).toEqual([
      "openpgp has an exception for LGPL-3.0+, but no such package is installed",
    ]);
    expect(emulatorBundle).toMatchObject({ external: expect.arrayContaining(["openpgp"]) });
  });
});
