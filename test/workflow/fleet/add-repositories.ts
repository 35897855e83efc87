import type { Emulator } from "@forgehand/emulator";

/**
 * Adds repositories named service-1, service-2 ... to an organization. Organizations other than the demo's are created
 * with alice as owner.
 */
export async function addRepositories(emulator: Emulator, owner: string, count: number): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, index) => `${owner}/service-${index + 1}`);
  const organizations = owner === "acme" ? {} : { [owner]: { members: { alice: "owner" } } };
  await emulator.control.seed({ organizations, repositories: Object.fromEntries(names.map((name) => [name, {}])) });
  return names;
}
