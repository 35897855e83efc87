import { CLOUD_EDITIONS } from "../edition.ts";
import { operation } from "../operation.ts";
import { pushAccess } from "../reads-and-writes.ts";
import { deleteSecret, getPublicKey, getSecret, listSecrets, putSecret } from "../shared/secrets.ts";

const SECRET_ACCESS = pushAccess("agent_secrets", CLOUD_EDITIONS);

/**
 * Lists the agent secrets of a repository, without their values.
 * @see https://docs.github.com/rest/agents/secrets#list-repository-secrets
 */
export const listRepositoryAgentsSecrets = operation("GET /repos/{owner}/{repo}/agents/secrets", () =>
  listSecrets(SECRET_ACCESS),
);

/**
 * Gets the public key to encrypt a repository's agent secrets with.
 * @see https://docs.github.com/rest/agents/secrets#get-a-repository-public-key
 */
export const getRepositoryAgentsPublicKey = operation("GET /repos/{owner}/{repo}/agents/secrets/public-key", () =>
  getPublicKey(SECRET_ACCESS),
);

/**
 * Gets an agent secret of a repository, without its value; null if it doesn't exist.
 * @see https://docs.github.com/rest/agents/secrets#get-a-repository-secret
 */
export const getRepositoryAgentsSecret = operation("GET /repos/{owner}/{repo}/agents/secrets/{secret_name}", () =>
  getSecret(SECRET_ACCESS),
);

/**
 * Creates or replaces an agent secret of a repository.
 * @see https://docs.github.com/rest/agents/secrets#create-or-update-a-repository-secret
 */
export const putRepositoryAgentsSecret = operation("PUT /repos/{owner}/{repo}/agents/secrets/{secret_name}", () =>
  putSecret(SECRET_ACCESS),
);

/**
 * Deletes an agent secret of a repository.
 * @see https://docs.github.com/rest/agents/secrets#delete-a-repository-secret
 */
export const deleteRepositoryAgentsSecret = operation("DELETE /repos/{owner}/{repo}/agents/secrets/{secret_name}", () =>
  deleteSecret(SECRET_ACCESS),
);

/**
 * Lists the agent secrets of the organization that a repository can read.
 * @see https://docs.github.com/rest/agents/secrets#list-repository-organization-secrets
 */
export const listRepositoryOrganizationAgentsSecrets = operation(
  "GET /repos/{owner}/{repo}/agents/organization-secrets",
  () => listSecrets(SECRET_ACCESS),
);
