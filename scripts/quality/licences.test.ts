import { describe, expect, test } from "vitest";
import emulatorBundle from "../../packages/emulator/rolldown.config.ts";
import { type Licensed, licenceFaults } from "./licences.ts";

const OPENPGP: Licensed = { name: "openpgp", version: "6.3.2", licence: "LGPL-3.0+" };

const faults = (licence: string, isShipped: boolean) =>
  licenceFaults(
    [OPENPGP, { name: "x", version: "1.0.0", licence }],
    new Set(["openpgp@6.3.2", isShipped ? "x@1.0.0" : "openpgp@6.3.2"]),
  );

describe("a licence", () => {
  test("of what is shipped asks for its notice alone", () => {
    expect(faults("MIT", true)).toEqual([]);
    expect(faults("MPL-2.0", true)).toEqual(["x@1.0.0 is under MPL-2.0, which is not on the list for what is shipped"]);
  });

  test("of a tool may ask for more, and not for everything", () => {
    expect(faults("MPL-2.0", false)).toEqual([]);
    expect(faults("AGPL-3.0", false)).toEqual(["x@1.0.0 is under AGPL-3.0, which is not on the list for what is used"]);
    expect(faults("Unknown", false)).toHaveLength(1);
  });

  test("is known of everything that is shipped", () => {
    expect(licenceFaults([OPENPGP], new Set(["openpgp@6.3.2", "x@1.0.0"]))).toEqual([
      "x@1.0.0 is shipped, and its licence is not known",
    ]);
  });

  test("is excepted for one package, as long as it is there", () => {
    const ships = new Set(["openpgp@6.3.2"]);
    expect(licenceFaults([{ ...OPENPGP, licence: "GPL-3.0" }], ships)).toHaveLength(2);
    expect(licenceFaults([], new Set())).toEqual([
      "openpgp is an exception for LGPL-3.0+, and there is no such package",
    ]);
    expect(emulatorBundle).toMatchObject({ external: expect.arrayContaining(["openpgp"]) });
  });
});
