import type { EmulatorContext } from "../emulator-context.ts";
import type { Repository } from "../state/repositories.ts";
import { nodeId } from "./user.ts";

/** Name and SPDX id by key. Other licenses are shown by their key. */
const LICENSES: Readonly<Record<string, readonly [name: string, spdx: string]>> = {
  mit: ["MIT License", "MIT"],
  "apache-2.0": ["Apache License 2.0", "Apache-2.0"],
  "bsd-2-clause": ['BSD 2-Clause "Simplified" License', "BSD-2-Clause"],
  "bsd-3-clause": ['BSD 3-Clause "New" or "Revised" License', "BSD-3-Clause"],
  "gpl-3.0": ["GNU General Public License v3.0", "GPL-3.0"],
  "agpl-3.0": ["GNU Affero General Public License v3.0", "AGPL-3.0"],
  "lgpl-3.0": ["GNU Lesser General Public License v3.0", "LGPL-3.0"],
  "mpl-2.0": ["Mozilla Public License 2.0", "MPL-2.0"],
  unlicense: ["The Unlicense", "Unlicense"],
};

/** Returns the name of a license that the service knows. */
export const licenseName = (key: string): string | undefined =>
  Object.hasOwn(LICENSES, key) ? LICENSES[key]?.[0] : undefined;

/** Renders a repository's license, or null if it has none. */
export function renderLicense({ apiUrl }: EmulatorContext, { license: key }: Repository) {
  if (key === null) return null;
  const [name, spdx] = LICENSES[key] ?? [key, "NOASSERTION"];
  return { key, name, spdx_id: spdx, url: `${apiUrl}/licenses/${key}`, node_id: nodeId("License", key) };
}
