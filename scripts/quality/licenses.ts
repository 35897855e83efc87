// Lists packages with a license that is not allowed. The list for shipped packages is shorter than that for tools.
import * as z from "zod/mini";
import { PERMISSIVE_LICENSES } from "../notices/notices.ts";
import { PARTS } from "../parts.ts";
import { readLockfile } from "./lockfile.ts";
import { runPnpmJson } from "./pnpm.ts";
import { reportProblems } from "./report-problems.ts";
import { shippedPackages } from "./shipped-packages.ts";

/** Tools are not distributed, so licenses that only bind distributors are allowed too. */
const ALLOWED_FOR_TOOLS: ReadonlySet<string> = new Set([
  ...PERMISSIVE_LICENSES,
  "(Apache-2.0 AND BSD-3-Clause)",
  "(MIT OR CC0-1.0)",
  "MIT OR Apache-2.0",
  "(Apache-2.0 AND BSD-3-Clause)",
  "(MIT AND CC-BY-3.0)",
  "MIT/X11",
  "Artistic-2.0",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "MPL-2.0",
  "WTFPL",
  "Python-2.0",
  "PSF-2.0",
  // Data: browser versions, license names, misspellings.
  "CC-BY-3.0",
  "CC-BY-4.0",
  "CC BY-SA 4.0",
]);

interface LicenseException {
  readonly name: string;
  readonly license: string;
  readonly reason: string;
}

/** Shipped packages with a license that is not otherwise allowed. */
const EXCEPTIONS: readonly LicenseException[] = [
  {
    name: "openpgp",
    license: "LGPL-3.0+",
    reason: "it is not bundled, so users of the emulator can replace it with another version",
  },
];

/**
 * Tools without a license in their manifest. They are neither distributed nor imported: local-action installs this one
 * for artifacts.
 */
const TOOLS_WITHOUT_LICENSE: ReadonlySet<string> = new Set(["buffers"]);

/** A package and the license in its manifest. */
export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** Returns the license problems, one line each. */
export function licenseProblems(packages: readonly LicensedPackage[], shippedKeys: ReadonlySet<string>): string[] {
  const isExcepted = (installed: LicensedPackage) =>
    EXCEPTIONS.some(({ name, license }) => name === installed.name && license === installed.license);
  const isShipped = ({ name, version }: LicensedPackage) => shippedKeys.has(`${name}@${version}`);
  const knownKeys = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  return [
    ...packages
      .filter((installed) =>
        isShipped(installed)
          ? !PERMISSIVE_LICENSES.has(installed.license) && !isExcepted(installed)
          : !ALLOWED_FOR_TOOLS.has(installed.license) && !TOOLS_WITHOUT_LICENSE.has(installed.name),
      )
      .map((installed) => {
        const { name, version, license } = installed;
        return `${name}@${version} must have a license allowed for ${isShipped(installed) ? "shipped packages" : "tools"}, got ${license}`;
      }),
    ...[...shippedKeys]
      .filter((key) => !knownKeys.has(key))
      .map((key) => `${key} is shipped, but its license is unknown`),
    ...EXCEPTIONS.filter(
      ({ name }) => !packages.some((installed) => installed.name === name && isExcepted(installed)),
    ).map(({ name, license }) => `${name} has an exception for ${license}, but no such package is installed`),
  ];
}

const LicenseList = z.record(z.string(), z.array(z.object({ name: z.string(), versions: z.array(z.string()) })));

/** Lists every installed package with the license in its manifest. */
function listInstalledPackages(): LicensedPackage[] {
  return Object.entries(z.parse(LicenseList, runPnpmJson("-r", "licenses", "list", "--json"))).flatMap(
    ([license, packages]) =>
      packages.flatMap(({ name, versions }) => versions.map((version) => ({ name, version, license }))),
  );
}

if (import.meta.main) {
  const lockfile = readLockfile();
  reportProblems(
    licenseProblems(
      listInstalledPackages(),
      new Set(PARTS.flatMap(({ folder }) => [...shippedPackages(folder, lockfile)])),
    ),
  );
}
