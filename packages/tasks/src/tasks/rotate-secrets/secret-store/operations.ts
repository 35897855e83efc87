import { pickFields } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";

// Secrets of all kinds work alike; only the operations differ. Only fields that are used are validated, so that an
// unexpected value in another one does not stop a run.

const SECRET = { name: true, updated_at: true } as const;
const ORGANIZATION_SECRET = { ...SECRET, visibility: true } as const;
const PUBLIC_KEY = { key_id: true, key: true } as const;
const REPOSITORIES = { repositories: { id: true, full_name: true } } as const;

/** Operations on an organization's secrets, by kind. */
export const ORGANIZATION_OPERATIONS = {
  actions: {
    list: pickFields(operations.listOrganizationActionsSecrets, { total_count: true, secrets: ORGANIZATION_SECRET }),
    get: pickFields(operations.getOrganizationActionsSecret, ORGANIZATION_SECRET),
    listRepositories: pickFields(operations.listOrganizationActionsSecretRepositories, REPOSITORIES),
    publicKey: pickFields(operations.getOrganizationActionsPublicKey, PUBLIC_KEY),
    put: operations.putOrganizationActionsSecret,
    setRepositories: operations.setOrganizationActionsSecretRepositories,
    remove: operations.deleteOrganizationActionsSecret,
  },
  updater: {
    list: pickFields(operations.listOrganizationUpdaterSecrets, { total_count: true, secrets: ORGANIZATION_SECRET }),
    get: pickFields(operations.getOrganizationUpdaterSecret, ORGANIZATION_SECRET),
    listRepositories: pickFields(operations.listOrganizationUpdaterSecretRepositories, REPOSITORIES),
    publicKey: pickFields(operations.getOrganizationUpdaterPublicKey, PUBLIC_KEY),
    put: operations.putOrganizationUpdaterSecret,
    setRepositories: operations.setOrganizationUpdaterSecretRepositories,
    remove: operations.deleteOrganizationUpdaterSecret,
  },
  codespaces: {
    list: pickFields(operations.listOrganizationCodespacesSecrets, { total_count: true, secrets: ORGANIZATION_SECRET }),
    get: pickFields(operations.getOrganizationCodespacesSecret, ORGANIZATION_SECRET),
    listRepositories: pickFields(operations.listOrganizationCodespacesSecretRepositories, REPOSITORIES),
    publicKey: pickFields(operations.getOrganizationCodespacesPublicKey, PUBLIC_KEY),
    put: operations.putOrganizationCodespacesSecret,
    setRepositories: operations.setOrganizationCodespacesSecretRepositories,
    remove: operations.deleteOrganizationCodespacesSecret,
  },
  agents: {
    list: pickFields(operations.listOrganizationAgentsSecrets, { total_count: true, secrets: ORGANIZATION_SECRET }),
    get: pickFields(operations.getOrganizationAgentsSecret, ORGANIZATION_SECRET),
    listRepositories: pickFields(operations.listOrganizationAgentsSecretRepositories, REPOSITORIES),
    publicKey: pickFields(operations.getOrganizationAgentsPublicKey, PUBLIC_KEY),
    put: operations.putOrganizationAgentsSecret,
    setRepositories: operations.setOrganizationAgentsSecretRepositories,
    remove: operations.deleteOrganizationAgentsSecret,
  },
} as const;

/** Operations on a repository's secrets, by kind. */
export const REPOSITORY_OPERATIONS = {
  actions: {
    list: pickFields(operations.listRepositoryActionsSecrets, { total_count: true, secrets: SECRET }),
    publicKey: pickFields(operations.getRepositoryActionsPublicKey, PUBLIC_KEY),
    put: operations.putRepositoryActionsSecret,
    remove: operations.deleteRepositoryActionsSecret,
  },
  updater: {
    list: pickFields(operations.listRepositoryUpdaterSecrets, { total_count: true, secrets: SECRET }),
    publicKey: pickFields(operations.getRepositoryUpdaterPublicKey, PUBLIC_KEY),
    put: operations.putRepositoryUpdaterSecret,
    remove: operations.deleteRepositoryUpdaterSecret,
  },
  codespaces: {
    list: pickFields(operations.listRepositoryCodespacesSecrets, { total_count: true, secrets: SECRET }),
    publicKey: pickFields(operations.getRepositoryCodespacesPublicKey, PUBLIC_KEY),
    put: operations.putRepositoryCodespacesSecret,
    remove: operations.deleteRepositoryCodespacesSecret,
  },
  agents: {
    list: pickFields(operations.listRepositoryAgentsSecrets, { total_count: true, secrets: SECRET }),
    publicKey: pickFields(operations.getRepositoryAgentsPublicKey, PUBLIC_KEY),
    put: operations.putRepositoryAgentsSecret,
    remove: operations.deleteRepositoryAgentsSecret,
  },
} as const;

/** Operations on the secrets of a deployment environment, which has only Actions secrets. */
export const ENVIRONMENT_OPERATIONS = {
  list: pickFields(operations.listEnvironmentActionsSecrets, { total_count: true, secrets: SECRET }),
  publicKey: pickFields(operations.getEnvironmentActionsPublicKey, PUBLIC_KEY),
  put: operations.putEnvironmentActionsSecret,
  remove: operations.deleteEnvironmentActionsSecret,
} as const;
