import { MACHINE_SIZES, RUNNER_IMAGES } from "../runners/hosted-runner-options.ts";
import type { HostedRunner } from "../state/hosted-runners.ts";

/**
 * Renders a GitHub-hosted runner.
 * @param now timestamp in the stored format
 */
export function renderHostedRunner(runner: HostedRunner, now: string) {
  const image = RUNNER_IMAGES.find(({ id }) => id === runner.image);
  const machine = MACHINE_SIZES.find(({ id }) => id === runner.size);
  if (!image || !machine) throw new Error(`Hosted runner ${runner.name} must have a known image and machine size.`);
  const { platform, ...details } = image;
  return {
    id: runner.id,
    name: runner.name,
    runner_group_id: runner.group_id,
    image_details: { ...details, version: "latest" },
    machine_size_details: { ...machine },
    status: statusOf(runner, now),
    platform,
    maximum_runners: runner.maximum,
    public_ip_enabled: runner.public_ip,
    public_ips: runner.public_ip ? [{ enabled: true, ...publicIpRange(runner) }] : [],
    last_active_on: runner.last_active_on,
    image_gen: runner.image_gen,
  };
}

function statusOf({ gone_at, ready_at, condition }: HostedRunner, now: string) {
  if (gone_at !== null) return "Deleting";
  return ready_at > now ? "Provisioning" : condition;
}

/** Returns a range of 16 addresses from 198.18.0.0/15, which is reserved for tests. Ranges differ between runners. */
function publicIpRange({ id }: HostedRunner): { prefix: string; length: number } {
  return { prefix: `198.${18 + ((id >> 12) & 1)}.${(id >> 4) & 255}.${(id & 15) * 16}`, length: 28 };
}
