import {
  type Client,
  isConflictError,
  isConnectionError,
  isNotFoundError,
  isServiceError,
  isValidationError,
} from "@forgehand/core";
import {
  createOrganizationVariable,
  createRepositoryVariable,
  deleteOrganizationVariable,
  deleteRepositoryVariable,
  getOrganizationVariable,
  getRepositoryVariable,
  updateOrganizationVariable,
  updateRepositoryVariable,
} from "@forgehand/core/operations";
import { Problem } from "../../../problem.ts";
import { serviceTime, timeOf } from "../../../service-time.ts";
import { nameOf, type Repository } from "../../../targets/repository.ts";

/** A variable as it was found. */
export interface StoredVariable {
  /** Undefined where there is none. */
  readonly value: string | undefined;
  /** When it was last written, by the service's clock. */
  readonly updated: Date | undefined;
  /** The service's time of the answer. */
  readonly now: Date;
}

/** Where variables are that runs keep something in. What gets lost on the way is looked after: each call tells what is. */
export interface Store {
  /** Whose they are. */
  readonly name: string;
  /** The same for the same place. */
  readonly key: string;
  readonly read: (variable: string) => Promise<StoredVariable>;
  /** @returns false where the name is taken: of several that create it at once, one does */
  readonly create: (variable: string, value: string) => Promise<boolean>;
  /** @returns false where there is none */
  readonly update: (variable: string, value: string) => Promise<boolean>;
  readonly remove: (variable: string) => Promise<void>;
}

// A lock that can't be renewed in time, because redeliveries are in front of it, would be lost.
const FIRST = { priority: "interactive" } as const;

/** A repository's variables. */
export function repositoryStore({ call }: Client, { owner, repo }: Repository): Store {
  const place = { owner, repo };
  return storeOf(nameOf(place), {
    get: (name) => call.raw(getRepositoryVariable, { ...place, name }, FIRST),
    create: (name, value) => call(createRepositoryVariable, { ...place, name, value }, FIRST),
    update: (name, value) => call(updateRepositoryVariable, { ...place, name, value }, FIRST),
    remove: (name) => call(deleteRepositoryVariable, { ...place, name }, FIRST),
  });
}

/** An organization's variables. One that is made here only private repositories may read; another stays as it is. */
export function organizationStore({ call }: Client, org: string): Store {
  return storeOf(`organization ${org}`, {
    get: (name) => call.raw(getOrganizationVariable, { org, name }, FIRST),
    create: (name, value) => call(createOrganizationVariable, { org, name, value, visibility: "private" }, FIRST),
    update: (name, value) => call(updateOrganizationVariable, { org, name, value }, FIRST),
    remove: (name) => call(deleteOrganizationVariable, { org, name }, FIRST),
  });
}

/** The four calls of one level. */
interface Calls {
  readonly get: (name: string) => Promise<{
    readonly output: { readonly value: string; readonly updated_at: string } | null;
    readonly headers: Headers;
  }>;
  readonly create: (name: string, value: string) => Promise<unknown>;
  readonly update: (name: string, value: string) => Promise<unknown>;
  readonly remove: (name: string) => Promise<unknown>;
}

/** How often a value is written whose answer gets lost again and again. */
const ATTEMPTS = 3;

function storeOf(name: string, calls: Calls): Store {
  async function read(variable: string): Promise<StoredVariable> {
    const { output, headers } = await calls.get(variable);
    const now = serviceTime(headers);
    if (!now) throw new Problem("The service's answers carry no date, so the time of this run can't be told.");
    return { value: output?.value, updated: timeOf(output?.updated_at), now };
  }
  return {
    ...{ name, key: name.toLowerCase(), read },
    async create(variable, value) {
      try {
        await calls.create(variable, value);
        return true;
      } catch (error) {
        if (isConflictError(error)) return false;
        if (!isValidationError(error) && !isLost(error)) throw error;
        const found = await read(variable);
        if (found.value === undefined) throw error;
        return isLost(error) && found.value === value;
      }
    },
    async update(variable, value) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await calls.update(variable, value);
          return true;
        } catch (error) {
          if (isNotFoundError(error)) return false;
          if (!isLost(error)) throw error;
          // Written twice it is the same: what is not there by now is written again.
          const found = await read(variable);
          if (found.value === undefined || found.value === value) return found.value !== undefined;
          if (attempt === ATTEMPTS) throw error;
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

const isLost = (error: unknown) => isServiceError(error) || isConnectionError(error);
