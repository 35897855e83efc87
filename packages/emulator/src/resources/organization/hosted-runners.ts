import {
  createHostedRunner,
  deleteHostedRunner,
  getHostedRunner,
  getHostedRunnerLimits,
  listHostedRunners,
  listMachineSizes,
  listOwnedImages,
  listPartnerImages,
  listRunnerPlatforms,
  updateHostedRunner,
} from "@forgehand/core/operations";
import { listed, type OrganizationCall, onOrganization } from "../../http/call.ts";
import { invalid, notFound, Refusal } from "../../http/refusal.ts";
import { renderHostedRunner } from "../../objects/hosted-runner.ts";
import { IMAGES, MACHINES, MOST_PUBLIC_IPS, PLATFORMS, type RunnerImage } from "../../runners/hosted.ts";
import * as state from "../../state/hosted-runners.ts";
import { findRunnerGroup, organizationOwner } from "../../state/runner-groups.ts";
import { timestamp } from "../../timestamp.ts";
import { settled } from "../families/settled.ts";

const DEFAULT_MAXIMUM = 10;
const HIGHEST_MAXIMUM = 1000;

export const hostedRunners = settled([
  onOrganization(listHostedRunners, (_input, call) => {
    const { world, organization, window } = call;
    const now = settle(call);
    const part = state.hostedRunnersOf(world.db, organization.id, window);
    return { total_count: part.total, runners: listed(call, part, (runner) => renderHostedRunner(runner, now)) };
  }),

  onOrganization(createHostedRunner, (input, call) => {
    const now = settle(call);
    const { image: wanted, size, runner_group_id, image_gen = false } = input;
    const terms = checked(call, undefined, {
      ...{ name: input.name, size, group_id: runner_group_id, image_gen },
      image: imageOf("image", wanted.id, wanted.source).id,
      maximum: input.maximum_runners ?? DEFAULT_MAXIMUM,
      public_ip: input.enable_static_ip ?? false,
    });
    const { world, organization } = call;
    return renderHostedRunner(state.createHostedRunner(world.db, organization.id, terms, now), now);
  }),

  onOrganization(listOwnedImages, () => imagesOf("svc")),

  onOrganization(listPartnerImages, () => imagesOf("partner")),

  onOrganization(getHostedRunnerLimits, (_input, call) => {
    settle(call);
    const current_usage = state.countPublicIps(call.world.db, call.organization.id);
    return { public_ips: { maximum: MOST_PUBLIC_IPS, current_usage } };
  }),

  onOrganization(listMachineSizes, () => ({
    total_count: MACHINES.length,
    machine_specs: MACHINES.map((machine) => ({ ...machine })),
  })),

  onOrganization(listRunnerPlatforms, () => ({ total_count: PLATFORMS.length, platforms: [...PLATFORMS] })),

  onOrganization(getHostedRunner, ({ hosted_runner_id }, call) => {
    const now = settle(call);
    return renderHostedRunner(findRunner(call, hosted_runner_id), now);
  }),

  onOrganization(updateHostedRunner, (input, call) => {
    const now = settle(call);
    const before = findRunner(call, input.hosted_runner_id);
    if (before.gone_at !== null) throw new Refusal(422, "The runner is being deleted.");
    const { image_id, image_source } = input;
    const terms = checked(call, before, {
      name: input.name ?? before.name,
      size: input.size ?? before.size,
      group_id: input.runner_group_id ?? before.group_id,
      image: image_id === undefined ? before.image : imageOf("image_id", image_id, image_source).id,
      maximum: input.maximum_runners ?? before.maximum,
      public_ip: input.enable_static_ip ?? before.public_ip,
      image_gen: input.image_gen ?? before.image_gen,
    });
    return renderHostedRunner(state.updateHostedRunner(call.world.db, before, terms, now), now);
  }),

  onOrganization(deleteHostedRunner, ({ hosted_runner_id }, call) => {
    const now = settle(call);
    return renderHostedRunner(state.deleteHostedRunner(call.world.db, findRunner(call, hosted_runner_id), now), now);
  }),
]);

/** Brings the runners to where they stand, and tells when that is. */
function settle({ world }: OrganizationCall): string {
  const now = timestamp(world.now());
  state.settleHostedRunners(world.db, now);
  return now;
}

/** @throws Refusal 404 */
function findRunner({ world, organization }: OrganizationCall, id: number): state.HostedRunner {
  const runner = state.findHostedRunner(world.db, organization.id, id);
  if (!runner) throw notFound();
  return runner;
}

function imagesOf(source: RunnerImage["source"]) {
  const images = IMAGES.filter((image) => image.source === source).map((image) => ({ ...image }));
  return { total_count: images.length, images };
}

/** The image of that id, by whoever provides it where nobody is named. @throws Refusal 422 where there is none */
function imageOf(field: string, wanted: string | undefined, source: string | undefined): RunnerImage {
  const image = IMAGES.find(({ id, source: provider }) => id === wanted && provider === (source ?? provider));
  if (!image) throw invalid(field, `there is no image ${wanted}${source === undefined ? "" : " of that source"}`);
  return image;
}

/** The terms, if they can be kept. @throws Refusal 422 */
function checked(
  { world: { db }, organization }: OrganizationCall,
  before: state.HostedRunner | undefined,
  terms: state.HostedRunnerTerms,
): state.HostedRunnerTerms {
  const { name, size, group_id, maximum, public_ip } = terms;
  const namesake = state.findHostedRunnerByName(db, organization.id, name);
  if (namesake && namesake.id !== before?.id) throw invalid("name", `the name ${name} is taken`, "already_exists");
  if (!MACHINES.some(({ id }) => id === size)) throw invalid("size", `there is no machine size ${size}`);
  if (!findRunnerGroup(db, organizationOwner(organization), group_id)) {
    throw invalid("runner_group_id", `the organization has no runner group ${group_id}`);
  }
  if (maximum < 1 || maximum > HIGHEST_MAXIMUM) {
    throw invalid("maximum_runners", `a runner scales up to between 1 and ${HIGHEST_MAXIMUM}`);
  }
  const isMore = public_ip && before?.public_ip !== true;
  if (isMore && state.countPublicIps(db, organization.id) >= MOST_PUBLIC_IPS) {
    throw invalid("enable_static_ip", `the organization has ${MOST_PUBLIC_IPS} public IPs, and may have no more`);
  }
  return terms;
}
