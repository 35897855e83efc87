// The catalogue: every operation by its name, and nothing else at run time; the types are those of the answers.

export type { PullRequest } from "./objects/pull-request.ts";
export type { MinimalRepository, Repository } from "./objects/repository.ts";
export type { Team } from "./objects/team.ts";
export type { User } from "./objects/user.ts";
export type { OrganizationSubjectTemplate } from "./organization/oidc.ts";
export { getOrganizationSubjectTemplate, setOrganizationSubjectTemplate } from "./organization/oidc.ts";
export type { OrganizationSecret, PublicKey } from "./organization/updater-secrets.ts";
export {
  deleteOrganizationUpdaterSecret,
  getOrganizationUpdaterPublicKey,
  getOrganizationUpdaterSecret,
  listOrganizationUpdaterSecretRepositories,
  listOrganizationUpdaterSecrets,
  putOrganizationUpdaterSecret,
  setOrganizationUpdaterSecretRepositories,
} from "./organization/updater-secrets.ts";
export { listCollaborators } from "./repository/collaborators.ts";
export type { Delivery, FullDelivery } from "./repository/deliveries.ts";
export {
  getRepositoryHookDelivery,
  listRepositoryHookDeliveries,
  redeliverRepositoryHookDelivery,
} from "./repository/deliveries.ts";
export type { Hook } from "./repository/hooks.ts";
export {
  createRepositoryHook,
  deleteRepositoryHook,
  getRepositoryHook,
  listRepositoryHooks,
  updateRepositoryHook,
} from "./repository/hooks.ts";
export type { RepositorySubjectTemplate } from "./repository/oidc.ts";
export { getRepositorySubjectTemplate, setRepositorySubjectTemplate } from "./repository/oidc.ts";
export { getPullRequest } from "./repository/pull-requests.ts";
export { getRepository } from "./repository/repositories.ts";
export type { RequestedReviewers } from "./repository/review-requests.ts";
export {
  listRequestedReviewers,
  removeRequestedReviewers,
  requestReviewers,
} from "./repository/review-requests.ts";
export type { Variable } from "./repository/variables.ts";
export {
  createRepositoryVariable,
  deleteRepositoryVariable,
  getRepositoryVariable,
  listRepositoryVariables,
  updateRepositoryVariable,
} from "./repository/variables.ts";
export type { RepositorySubscription } from "./repository/watching.ts";
export { deleteSubscription, getSubscription, setSubscription } from "./repository/watching.ts";
export { checkStar, starRepository, unstarRepository } from "./user/starring.ts";
export type { AuthenticatedUser } from "./user/users.ts";
export { getAuthenticatedUser } from "./user/users.ts";
