import {
  type CallOptions,
  type Client,
  isConflictError,
  isConnectionError,
  isNotFoundError,
  isPermissionError,
  isServiceError,
  isValidationError,
  pickFields,
} from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import type { Work } from "../../../cancellation/work.ts";
import { describeError, Problem } from "../../../problem.ts";
import { fullName, type RepositoryRef } from "../../../repository.ts";
import { parseTime, serviceTime } from "../../../service-time.ts";

const VARIABLE = { value: true, updated_at: true } as const;

/** Operations on the variables that store state, by what they belong to. */
export const STATE_OPERATIONS = {
  repository: {
    get: pickFields(operations.getRepositoryVariable, VARIABLE),
    create: operations.createRepositoryVariable,
    update: operations.updateRepositoryVariable,
    remove: operations.deleteRepositoryVariable,
  },
  organization: {
    get: pickFields(operations.getOrganizationVariable, VARIABLE),
    create: operations.createOrganizationVariable,
    update: operations.updateOrganizationVariable,
    remove: operations.deleteOrganizationVariable,
  },
} as const;

export interface StoredVariable {
  /** Undefined if the variable does not exist. */
  readonly value: string | undefined;
  /** Time of the last write, by the service's clock. */
  readonly updated: Date | undefined;
  /** The service's time of the response. */
  readonly now: Date;
}

/**
 * Variables of a repository or an organization. Ambiguous failures are resolved by re-reading, so that each result is
 * definite.
 */
export interface VariableStore {
  /** Name of the repository or organization. */
  readonly name: string;
  /** Case-insensitive identity. */
  readonly key: string;
  readonly read: (variable: string) => Promise<StoredVariable>;
  /** @returns false if the variable exists; if several runs create it concurrently, one succeeds */
  readonly create: (variable: string, value: string) => Promise<boolean>;
  /** @returns false if the variable does not exist */
  readonly update: (variable: string, value: string) => Promise<boolean>;
  readonly remove: (variable: string) => Promise<void>;
  /** Returns the same variables, whose calls belong to work. */
  readonly within: (work: Work) => VariableStore;
}

// Lock renewals must not wait behind queued redeliveries, or the lock would be lost.
const optionsOf = (context: Work | undefined) => ({ priority: "interactive", context }) as const;

export function repositoryVariables({ call }: Client, { owner, repo }: RepositoryRef): VariableStore {
  const repository = { owner, repo };
  const { get, create, update, remove } = STATE_OPERATIONS.repository;
  return createVariableStore(fullName(repository), (options) => ({
    get: (name) => call.raw(get, { ...repository, name }, options),
    create: (name, value) => call(create, { ...repository, name, value }, options),
    update: (name, value) => call(update, { ...repository, name, value }, options),
    remove: (name) => call(remove, { ...repository, name }, options),
  }));
}

/**
 * Returns the variables of an organization. New ones are visible to private repositories only; existing ones keep their
 * visibility.
 */
export function organizationVariables({ call }: Client, org: string): VariableStore {
  const { get, create, update, remove } = STATE_OPERATIONS.organization;
  return createVariableStore(`organization ${org}`, (options) => ({
    get: (name) => call.raw(get, { org, name }, options),
    create: (name, value) => call(create, { org, name, value, visibility: "private" }, options),
    update: (name, value) => call(update, { org, name, value }, options),
    remove: (name) => call(remove, { org, name }, options),
  }));
}

/** The calls for variables of a repository or an organization. */
interface VariableCalls {
  readonly get: (name: string) => Promise<{
    readonly output: { readonly value: string; readonly updated_at: string } | null;
    readonly headers: Headers;
  }>;
  readonly create: (name: string, value: string) => Promise<unknown>;
  readonly update: (name: string, value: string) => Promise<unknown>;
  readonly remove: (name: string) => Promise<unknown>;
}

/** Maximum number of writes when responses get lost. */
const MAX_ATTEMPTS = 3;

function createVariableStore(
  name: string,
  callsWith: (options: CallOptions) => VariableCalls,
  work?: Work,
): VariableStore {
  const calls = explained(callsWith(optionsOf(work)));
  async function read(variable: string): Promise<StoredVariable> {
    const { output, headers } = await calls.get(variable);
    const now = serviceTime(headers);
    if (!now) throw new Problem("The service's responses must have a Date header, got none.");
    return { value: output?.value, updated: parseTime(output?.updated_at), now };
  }
  return {
    name,
    key: name.toLowerCase(),
    read,
    within: (work) => createVariableStore(name, callsWith, work),
    async create(variable, value) {
      try {
        await calls.create(variable, value);
        return true;
      } catch (error) {
        if (isConflictError(error)) return false;
        if (!isValidationError(error) && !isAmbiguous(error)) throw error;
        const found = await read(variable);
        if (found.value === undefined) throw error;
        return isAmbiguous(error) && found.value === value;
      }
    },
    async update(variable, value) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await calls.update(variable, value);
          return true;
        } catch (error) {
          if (isNotFoundError(error)) return false;
          if (!isAmbiguous(error)) throw error;
          // Writing the same value twice is harmless, so a value that is not there yet is written again.
          const found = await read(variable);
          if (found.value === undefined || found.value === value) return found.value !== undefined;
          if (attempt === MAX_ATTEMPTS) throw error;
        }
      }
    },
    async remove(variable) {
      await calls.remove(variable).catch((error: unknown) => {
        if (!isNotFoundError(error)) throw error;
      });
    },
  };
}

/** Adds alternatives to errors about a missing permission. */
function explained({ get, create, update, remove }: VariableCalls): VariableCalls {
  const explain = (error: unknown): never => {
    if (!isPermissionError(error)) throw error;
    throw new Problem(
      `${describeError(error)} A token that can write variables can be set as state-token; window-hours redelivers without variables.`,
    );
  };
  return {
    get: (name) => get(name).catch(explain),
    create: (name, value) => create(name, value).catch(explain),
    update: (name, value) => update(name, value).catch(explain),
    remove: (name) => remove(name).catch(explain),
  };
}

const isAmbiguous = (error: unknown) => isServiceError(error) || isConnectionError(error);
