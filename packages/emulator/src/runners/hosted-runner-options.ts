// Images and machine sizes of GitHub-hosted runners.
// @see GitHub's documentation on larger runners

export interface RunnerImage {
  readonly id: string;
  readonly platform: string;
  readonly size_gb: number;
  readonly display_name: string;
  readonly source: "svc" | "partner";
}

export const RUNNER_IMAGES: readonly RunnerImage[] = [
  { id: "ubuntu-22.04", platform: "linux-x64", size_gb: 86, display_name: "22.04", source: "svc" },
  { id: "ubuntu-24.04", platform: "linux-x64", size_gb: 86, display_name: "24.04", source: "svc" },
  { id: "ubuntu-latest", platform: "linux-x64", size_gb: 86, display_name: "Latest (24.04)", source: "svc" },
  { id: "windows-2022", platform: "win-x64", size_gb: 256, display_name: "2022", source: "svc" },
  { id: "windows-2025", platform: "win-x64", size_gb: 256, display_name: "2025", source: "svc" },
  { id: "windows-latest", platform: "win-x64", size_gb: 256, display_name: "Latest (2025)", source: "svc" },
  { id: "ubuntu-24.04-arm", platform: "linux-arm64", size_gb: 30, display_name: "24.04 by Arm", source: "partner" },
  { id: "windows-11-arm", platform: "win-arm64", size_gb: 80, display_name: "11 by Arm", source: "partner" },
];

/** A machine size of runners. */
export interface MachineSize {
  readonly id: string;
  readonly cpu_cores: number;
  readonly memory_gb: number;
  readonly storage_gb: number;
}

export const MACHINE_SIZES: readonly MachineSize[] = [
  { id: "2-core", cpu_cores: 2, memory_gb: 8, storage_gb: 75 },
  { id: "4-core", cpu_cores: 4, memory_gb: 16, storage_gb: 150 },
  { id: "8-core", cpu_cores: 8, memory_gb: 32, storage_gb: 300 },
  { id: "16-core", cpu_cores: 16, memory_gb: 64, storage_gb: 600 },
  { id: "32-core", cpu_cores: 32, memory_gb: 128, storage_gb: 1200 },
  { id: "64-core", cpu_cores: 64, memory_gb: 256, storage_gb: 2040 },
  { id: "96-core", cpu_cores: 96, memory_gb: 384, storage_gb: 2040 },
];

export const RUNNER_PLATFORMS: readonly string[] = [...new Set(RUNNER_IMAGES.map(({ platform }) => platform))];

/** The maximum number of an organization's hosted runners with public addresses. */
export const MAX_PUBLIC_IPS = 50;
