import { pickFields } from "@forgehand/core";
import {
  deleteEnvironmentActionsSecret,
  deleteOrganizationActionsSecret,
  deleteOrganizationAgentsSecret,
  deleteOrganizationCodespacesSecret,
  deleteOrganizationUpdaterSecret,
  deleteRepositoryActionsSecret,
  deleteRepositoryAgentsSecret,
  deleteRepositoryCodespacesSecret,
  deleteRepositoryUpdaterSecret,
  getEnvironmentActionsPublicKey,
  getOrganizationActionsPublicKey,
  getOrganizationActionsSecret,
  getOrganizationAgentsPublicKey,
  getOrganizationAgentsSecret,
  getOrganizationCodespacesPublicKey,
  getOrganizationCodespacesSecret,
  getOrganizationUpdaterPublicKey,
  getOrganizationUpdaterSecret,
  getRepositoryActionsPublicKey,
  getRepositoryAgentsPublicKey,
  getRepositoryCodespacesPublicKey,
  getRepositoryUpdaterPublicKey,
  listEnvironmentActionsSecrets,
  listOrganizationActionsSecretRepositories,
  listOrganizationActionsSecrets,
  listOrganizationAgentsSecretRepositories,
  listOrganizationAgentsSecrets,
  listOrganizationCodespacesSecretRepositories,
  listOrganizationCodespacesSecrets,
  listOrganizationUpdaterSecretRepositories,
  listOrganizationUpdaterSecrets,
  listRepositoryActionsSecrets,
  listRepositoryAgentsSecrets,
  listRepositoryCodespacesSecrets,
  listRepositoryUpdaterSecrets,
  putEnvironmentActionsSecret,
  putOrganizationActionsSecret,
  putOrganizationAgentsSecret,
  putOrganizationCodespacesSecret,
  putOrganizationUpdaterSecret,
  putRepositoryActionsSecret,
  putRepositoryAgentsSecret,
  putRepositoryCodespacesSecret,
  putRepositoryUpdaterSecret,
  setOrganizationActionsSecretRepositories,
  setOrganizationAgentsSecretRepositories,
  setOrganizationCodespacesSecretRepositories,
  setOrganizationUpdaterSecretRepositories,
} from "@forgehand/core/operations";

// Secrets of all kinds work alike; only the operations differ. Only fields that are used are validated, so that an
// unexpected value in another one does not stop a run.

const SECRET = { name: true, updated_at: true } as const;
const ORGANIZATION_SECRET = { ...SECRET, visibility: true } as const;
const PUBLIC_KEY = { key_id: true, key: true } as const;
const REPOSITORIES = { repositories: { id: true, full_name: true } } as const;

/** Operations on an organization's secrets, by kind. */
export const ORGANIZATION_OPERATIONS = {
  actions: {
    list: pickFields(listOrganizationActionsSecrets, { total_count: true, secrets: ORGANIZATION_SECRET }),
    get: pickFields(getOrganizationActionsSecret, ORGANIZATION_SECRET),
    listRepositories: pickFields(listOrganizationActionsSecretRepositories, REPOSITORIES),
    publicKey: pickFields(getOrganizationActionsPublicKey, PUBLIC_KEY),
    put: putOrganizationActionsSecret,
    setRepositories: setOrganizationActionsSecretRepositories,
    remove: deleteOrganizationActionsSecret,
  },
  updater: {
    list: pickFields(listOrganizationUpdaterSecrets, { total_count: true, secrets: ORGANIZATION_SECRET }),
    get: pickFields(getOrganizationUpdaterSecret, ORGANIZATION_SECRET),
    listRepositories: pickFields(listOrganizationUpdaterSecretRepositories, REPOSITORIES),
    publicKey: pickFields(getOrganizationUpdaterPublicKey, PUBLIC_KEY),
    put: putOrganizationUpdaterSecret,
    setRepositories: setOrganizationUpdaterSecretRepositories,
    remove: deleteOrganizationUpdaterSecret,
  },
  codespaces: {
    list: pickFields(listOrganizationCodespacesSecrets, { total_count: true, secrets: ORGANIZATION_SECRET }),
    get: pickFields(getOrganizationCodespacesSecret, ORGANIZATION_SECRET),
    listRepositories: pickFields(listOrganizationCodespacesSecretRepositories, REPOSITORIES),
    publicKey: pickFields(getOrganizationCodespacesPublicKey, PUBLIC_KEY),
    put: putOrganizationCodespacesSecret,
    setRepositories: setOrganizationCodespacesSecretRepositories,
    remove: deleteOrganizationCodespacesSecret,
  },
  agents: {
    list: pickFields(listOrganizationAgentsSecrets, { total_count: true, secrets: ORGANIZATION_SECRET }),
    get: pickFields(getOrganizationAgentsSecret, ORGANIZATION_SECRET),
    listRepositories: pickFields(listOrganizationAgentsSecretRepositories, REPOSITORIES),
    publicKey: pickFields(getOrganizationAgentsPublicKey, PUBLIC_KEY),
    put: putOrganizationAgentsSecret,
    setRepositories: setOrganizationAgentsSecretRepositories,
    remove: deleteOrganizationAgentsSecret,
  },
} as const;

/** Operations on a repository's secrets, by kind. */
export const REPOSITORY_OPERATIONS = {
  actions: {
    list: pickFields(listRepositoryActionsSecrets, { total_count: true, secrets: SECRET }),
    publicKey: pickFields(getRepositoryActionsPublicKey, PUBLIC_KEY),
    put: putRepositoryActionsSecret,
    remove: deleteRepositoryActionsSecret,
  },
  updater: {
    list: pickFields(listRepositoryUpdaterSecrets, { total_count: true, secrets: SECRET }),
    publicKey: pickFields(getRepositoryUpdaterPublicKey, PUBLIC_KEY),
    put: putRepositoryUpdaterSecret,
    remove: deleteRepositoryUpdaterSecret,
  },
  codespaces: {
    list: pickFields(listRepositoryCodespacesSecrets, { total_count: true, secrets: SECRET }),
    publicKey: pickFields(getRepositoryCodespacesPublicKey, PUBLIC_KEY),
    put: putRepositoryCodespacesSecret,
    remove: deleteRepositoryCodespacesSecret,
  },
  agents: {
    list: pickFields(listRepositoryAgentsSecrets, { total_count: true, secrets: SECRET }),
    publicKey: pickFields(getRepositoryAgentsPublicKey, PUBLIC_KEY),
    put: putRepositoryAgentsSecret,
    remove: deleteRepositoryAgentsSecret,
  },
} as const;

/** Operations on the secrets of a deployment environment, which has only Actions secrets. */
export const ENVIRONMENT_OPERATIONS = {
  list: pickFields(listEnvironmentActionsSecrets, { total_count: true, secrets: SECRET }),
  publicKey: pickFields(getEnvironmentActionsPublicKey, PUBLIC_KEY),
  put: putEnvironmentActionsSecret,
  remove: deleteEnvironmentActionsSecret,
} as const;
