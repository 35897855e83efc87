import { IMAGES, MACHINES } from "../runners/hosted.ts";
import type { HostedRunner } from "../state/hosted-runners.ts";

/** A runner that the service hosts for an organization (public description). @param now as the state keeps times */
export function renderHostedRunner(runner: HostedRunner, now: string) {
  const image = IMAGES.find(({ id }) => id === runner.image);
  const machine = MACHINES.find(({ id }) => id === runner.size);
  if (!image || !machine) throw new Error(`The state has a hosted runner ${runner.name} that is nothing there is.`);
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
    public_ips: runner.public_ip ? [{ enabled: true, ...addressesOf(runner) }] : [],
    last_active_on: runner.last_active_on,
    image_gen: runner.image_gen,
  };
}

function statusOf({ gone_at, ready_at, condition }: HostedRunner, now: string) {
  if (gone_at !== null) return "Deleting";
  return ready_at > now ? "Provisioning" : condition;
}

/** Sixteen addresses of those that nobody has (198.18.0.0/15), others for each runner. */
function addressesOf({ id }: HostedRunner): { prefix: string; length: number } {
  return { prefix: `198.${18 + ((id >> 12) & 1)}.${(id >> 4) & 255}.${(id & 15) * 16}`, length: 28 };
}
