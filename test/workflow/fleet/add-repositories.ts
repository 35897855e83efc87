import type { Emulator } from "@forgehand/emulator";

/** Gives an organization of the demo, or another one of alice's, so many repositories: service-1, service-2 ... */
export async function addRepositories(emulator: Emulator, owner: string, count: number): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, index) => `${owner}/service-${index + 1}`);
  const organizations = owner === "acme" ? {} : { [owner]: { members: { alice: "owner" } } };
  await emulator.control.seed({ organizations, repositories: Object.fromEntries(names.map((name) => [name, {}])) });
  return names;
}
