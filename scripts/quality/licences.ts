// Says which packages come under a licence that isn't on the list: a short one for what people get from us, a longer one for
// what we only work with.
import * as z from "zod/mini";
import { PERMITTED } from "../notices/notices.ts";
import { PARTS } from "../parts.ts";
import { finish } from "./finish.ts";
import { readLockfile } from "./lockfile.ts";
import { askPnpm } from "./pnpm.ts";
import { shipped } from "./shipped.ts";

/** For tools, which nobody gets from us: also what binds only those who pass it on. */
const FOR_TOOLS: ReadonlySet<string> = new Set([
  ...PERMITTED,
  ...["(MIT OR CC0-1.0)", "MIT OR Apache-2.0", "Artistic-2.0", "BlueOak-1.0.0", "CC0-1.0", "MPL-2.0", "WTFPL"],
  ...["Python-2.0", "PSF-2.0"],
  // Data: browsers' versions, licences' names, misspellings.
  ...["CC-BY-3.0", "CC-BY-4.0", "CC BY-SA 4.0"],
]);

interface Exception {
  readonly name: string;
  readonly licence: string;
  readonly because: string;
}

/** What may be shipped all the same. */
const EXCEPTIONS: readonly Exception[] = [
  {
    name: "openpgp",
    licence: "LGPL-3.0+",
    because: "it stays out of every bundle: who installs the emulator can put another version in its place",
  },
];

/** One package, and the licence that it names. */
export interface Licensed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** Which of the packages don't fit, a line each. */
export function licenceFaults(packages: readonly Licensed[], ships: ReadonlySet<string>): string[] {
  const excepted = (one: Licensed) =>
    EXCEPTIONS.some(({ name, licence }) => name === one.name && licence === one.licence);
  const isShipped = ({ name, version }: Licensed) => ships.has(`${name}@${version}`);
  const known = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  return [
    ...packages
      .filter((one) => (isShipped(one) ? !PERMITTED.has(one.licence) && !excepted(one) : !FOR_TOOLS.has(one.licence)))
      .map((one) => {
        const { name, version, licence } = one;
        return `${name}@${version} is under ${licence}, which is not on the list for what is ${isShipped(one) ? "shipped" : "used"}`;
      }),
    ...[...ships].filter((key) => !known.has(key)).map((key) => `${key} is shipped, and its licence is not known`),
    ...EXCEPTIONS.filter(({ name }) => !packages.some((one) => one.name === name && excepted(one))).map(
      ({ name, licence }) => `${name} is an exception for ${licence}, and there is no such package`,
    ),
  ];
}

const Told = z.record(z.string(), z.array(z.object({ name: z.string(), versions: z.array(z.string()) })));

/** Every installed package's licence, as its manifest names it. */
function installed(): Licensed[] {
  return Object.entries(z.parse(Told, askPnpm("-r", "licenses", "list", "--json"))).flatMap(([licence, packages]) =>
    packages.flatMap(({ name, versions }) => versions.map((version) => ({ name, version, licence }))),
  );
}

if (import.meta.main) {
  const lockfile = readLockfile();
  finish(licenceFaults(installed(), new Set(PARTS.flatMap(({ folder }) => [...shipped(folder, lockfile)]))));
}
