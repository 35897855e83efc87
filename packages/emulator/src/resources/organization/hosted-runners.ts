import {
  createHostedRunner,
  deleteHostedRunner,
  getHostedRunner,
  getHostedRunnerLimits,
  listHostedRunners,
  listMachineSizes,
  listOwnedImages,
  listPartnerImages,
  listRunnerGroupHostedRunners,
  listRunnerPlatforms,
  updateHostedRunner,
} from "@forgehand/core/operations";
import { type OrganizationCall, organizationHandler, renderPage } from "../../http/handler.ts";
import { HttpError, invalid, requireFound } from "../../http-error.ts";
import { renderHostedRunner } from "../../objects/hosted-runner.ts";
import {
  MACHINE_SIZES,
  MAX_PUBLIC_IPS,
  RUNNER_IMAGES,
  RUNNER_PLATFORMS,
  type RunnerImage,
} from "../../runners/hosted-runner-options.ts";
import * as state from "../../state/hosted-runners.ts";
import { findAvailableRunnerGroup, organizationOwner, runnerGroups } from "../../state/runner-groups.ts";
import { timestamp } from "../../timestamp.ts";
import { withSettledRuns } from "../shared/with-settled-runs.ts";

const DEFAULT_MAXIMUM_RUNNERS = 10;
const MAXIMUM_RUNNERS_LIMIT = 1000;

export const hostedRunners = withSettledRuns([
  organizationHandler(listHostedRunners, (_input, call) => renderHostedRunners(call)),

  organizationHandler(listRunnerGroupHostedRunners, ({ runner_group_id }, call) => {
    const group = requireFound(findAvailableRunnerGroup(call.context.db, call.organization, runner_group_id));
    return renderHostedRunners(call, group.id);
  }),

  organizationHandler(createHostedRunner, (input, call) => {
    const now = refreshRunners(call);
    const { image: requested, size, runner_group_id, image_gen = false } = input;
    const attributes = validateAttributes(call, undefined, {
      name: input.name,
      size,
      group_id: runner_group_id,
      image_gen,
      image: requireImage("image", requested.id, requested.source).id,
      maximum: input.maximum_runners ?? DEFAULT_MAXIMUM_RUNNERS,
      public_ip: input.enable_static_ip ?? false,
    });
    const { context, organization } = call;
    return renderHostedRunner(state.createHostedRunner(context.db, organization.id, attributes, now), now);
  }),

  organizationHandler(listOwnedImages, () => imagesOf("svc")),

  organizationHandler(listPartnerImages, () => imagesOf("partner")),

  organizationHandler(getHostedRunnerLimits, (_input, call) => {
    refreshRunners(call);
    const current_usage = state.hostedRunners.count(call.context.db, {
      organization_id: call.organization.id,
      public_ip: true,
    });
    return { public_ips: { maximum: MAX_PUBLIC_IPS, current_usage } };
  }),

  organizationHandler(listMachineSizes, () => ({
    total_count: MACHINE_SIZES.length,
    machine_specs: MACHINE_SIZES.map((machine) => ({ ...machine })),
  })),

  organizationHandler(listRunnerPlatforms, () => ({
    total_count: RUNNER_PLATFORMS.length,
    platforms: [...RUNNER_PLATFORMS],
  })),

  organizationHandler(getHostedRunner, ({ hosted_runner_id }, call) => {
    const now = refreshRunners(call);
    return renderHostedRunner(requireHostedRunner(call, hosted_runner_id), now);
  }),

  organizationHandler(updateHostedRunner, (input, call) => {
    const now = refreshRunners(call);
    const before = requireHostedRunner(call, input.hosted_runner_id);
    if (before.gone_at !== null) throw new HttpError(422, "The runner is being deleted.");
    const { image_id, image_source } = input;
    const attributes = validateAttributes(call, before, {
      name: input.name ?? before.name,
      size: input.size ?? before.size,
      group_id: input.runner_group_id ?? before.group_id,
      image: image_id === undefined ? before.image : requireImage("image_id", image_id, image_source).id,
      maximum: input.maximum_runners ?? before.maximum,
      public_ip: input.enable_static_ip ?? before.public_ip,
      image_gen: input.image_gen ?? before.image_gen,
    });
    return renderHostedRunner(state.updateHostedRunner(call.context.db, before, attributes, now), now);
  }),

  organizationHandler(deleteHostedRunner, ({ hosted_runner_id }, call) => {
    const now = refreshRunners(call);
    return renderHostedRunner(
      state.deleteHostedRunner(call.context.db, requireHostedRunner(call, hosted_runner_id), now),
      now,
    );
  }),
]);

/**
 * Removes runners whose deletion is complete.
 * @returns the current time
 */
function refreshRunners({ context }: OrganizationCall): string {
  const now = timestamp(context.now());
  state.removeDeletedHostedRunners(context.db, now);
  return now;
}

/** Renders a page of the organization's runners, or of those of a group. */
function renderHostedRunners(call: OrganizationCall, groupId?: number) {
  const { context, organization, page } = call;
  const now = refreshRunners(call);
  const rowPage = state.hostedRunners.page(
    context.db,
    { organization_id: organization.id, group_id: groupId },
    "id",
    page,
  );
  const runners = renderPage(call, rowPage, (runner) => renderHostedRunner(runner, now));
  return { total_count: rowPage.total, runners };
}

/** @throws HttpError 404 */
function requireHostedRunner({ context, organization }: OrganizationCall, id: number): state.HostedRunner {
  return requireFound(state.hostedRunners.find(context.db, { organization_id: organization.id, id }));
}

function imagesOf(source: RunnerImage["source"]) {
  const images = RUNNER_IMAGES.filter((image) => image.source === source).map((image) => ({ ...image }));
  return { total_count: images.length, images };
}

/**
 * Finds an image by its ID, and by its source if given.
 * @throws HttpError 422 if it doesn't exist
 */
function requireImage(field: string, requested: string | undefined, source: string | undefined): RunnerImage {
  const image = RUNNER_IMAGES.find(({ id, source: provider }) => id === requested && provider === (source ?? provider));
  if (!image) throw invalid(field, `unknown image ${requested}${source === undefined ? "" : " for this source"}`);
  return image;
}

/** @throws HttpError 422 if the attributes are invalid */
function validateAttributes(
  { context: { db }, organization }: OrganizationCall,
  before: state.HostedRunner | undefined,
  attributes: state.HostedRunnerAttributes,
): state.HostedRunnerAttributes {
  const { name, size, group_id, maximum, public_ip } = attributes;
  const existing = state.hostedRunners.find(db, { organization_id: organization.id, name });
  if (existing && existing.id !== before?.id) throw invalid("name", `the name ${name} is taken`, "already_exists");
  if (!MACHINE_SIZES.some(({ id }) => id === size)) throw invalid("size", `unknown machine size ${size}`);
  if (!runnerGroups.has(db, { ...organizationOwner(organization), id: group_id })) {
    throw invalid("runner_group_id", `the organization has no runner group ${group_id}`);
  }
  if (maximum < 1 || maximum > MAXIMUM_RUNNERS_LIMIT) {
    throw invalid("maximum_runners", `maximum_runners must be between 1 and ${MAXIMUM_RUNNERS_LIMIT}`);
  }
  const needsPublicIp = public_ip && before?.public_ip !== true;
  if (
    needsPublicIp &&
    state.hostedRunners.count(db, { organization_id: organization.id, public_ip: true }) >= MAX_PUBLIC_IPS
  ) {
    throw invalid(
      "enable_static_ip",
      `the organization has ${MAX_PUBLIC_IPS} public IPs already, which is the maximum`,
    );
  }
  return attributes;
}
