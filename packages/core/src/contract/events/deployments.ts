import * as z from "zod/mini";
import { Organization } from "../objects/organization.ts";
import { PullRequest } from "../objects/pull-request.ts";
import { EventUser } from "../objects/user.ts";
import { extensibleEnum, fieldsWith } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks, appsOnly } from "./event-rules.ts";
import { EventDeployment } from "./parts/deployment.ts";
import { DeploymentRun } from "./parts/deployment-run.ts";
import { DeploymentCheckRun, DeploymentJob, EventDeploymentStatus } from "./parts/deployment-status.ts";
import { RequestedReviewer } from "./parts/pull-request.ts";
import { EventWorkflow } from "./parts/workflow.ts";

const deploymentFields = () => ({
  ...repositoryEventFields(),
  deployment: EventDeployment.schema(),
  // Null or absent for a deployment that no workflow created.
  workflow: z.optional(z.nullable(EventWorkflow.schema())),
  workflow_run: z.optional(z.nullable(DeploymentRun.schema())),
});

/** A deployment was created. */
export const deployment = event("deployment", allHooks("deployments"), () => ({
  payload: deploymentFields(),
  actions: { created: {} },
}));

/** A deployment got a new status. */
export const deploymentStatus = event("deployment_status", allHooks("deployments"), () => ({
  payload: {
    ...deploymentFields(),
    check_run: z.optional(z.nullable(DeploymentCheckRun.schema())),
    deployment_status: EventDeploymentStatus.schema(),
  },
  actions: { created: {} },
}));

/** An app is asked to approve or reject a deployment, by calling `deployment_callback_url`. */
export const deploymentProtectionRule = event("deployment_protection_rule", appsOnly("deployments"), () => ({
  payload: {
    ...repositoryEventFields(),
    ...fieldsWith(z.optional(z.string()), "environment", "event", "deployment_callback_url"),
    deployment: z.optional(z.nullable(EventDeployment.schema())),
    pull_requests: z.optional(z.array(PullRequest.schema())),
  },
  actions: { requested: {} },
}));

const reviewers = () =>
  z.array(
    z.looseObject({
      type: z.optional(extensibleEnum("User", "Team")),
      reviewer: z.optional(z.nullable(RequestedReviewer.schema())),
    }),
  );

/** A deployment waits for reviewers, or one of them approved or rejected it. */
export const deploymentReview = event("deployment_review", appsOnly("deployments"), () => {
  const decided = {
    approver: z.optional(EventUser.schema()),
    comment: z.optional(z.string()),
    reviewers: z.optional(reviewers()),
    workflow_job_run: z.optional(DeploymentJob.schema()),
    workflow_job_runs: z.optional(z.array(DeploymentJob.schema())),
  };
  return {
    payload: {
      ...repositoryEventFields(),
      organization: Organization.schema(),
      since: z.string(),
      workflow_run: z.nullable(DeploymentRun.schema()),
    },
    actions: {
      approved: decided,
      rejected: decided,
      requested: {
        environment: z.string(),
        requestor: z.nullable(EventUser.schema()),
        reviewers: reviewers(),
        workflow_job_run: DeploymentJob.schema(),
      },
    },
  };
});
