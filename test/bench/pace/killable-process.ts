import type { ProcessContext } from "./client.ts";

/** Context of a process that can be killed without warning. */
export interface KillableProcess {
  readonly context: ProcessContext;
  readonly isKilled: () => boolean;
  /** Stops everything into and out of the process. Requests that were already sent still take effect. */
  readonly kill: () => void;
}

export function createKillableProcess({ fetch, storage, ...rest }: ProcessContext): KillableProcess {
  let isDead = false;
  const never = new Promise<never>(() => {});
  const whileAlive = async <T>(operation: () => Promise<T>): Promise<T> => {
    if (isDead) return never;
    try {
      const result = await operation();
      return isDead ? never : result;
    } catch (error) {
      if (isDead) return never;
      throw error;
    }
  };
  return {
    context: {
      ...rest,
      fetch: (input, init) => whileAlive(() => fetch(input, init)),
      ...(storage && {
        storage: {
          get: (key) => whileAlive(() => storage.get(key)),
          set: (key, value) => whileAlive(() => storage.set(key, value)),
        },
      }),
    },
    isKilled: () => isDead,
    kill: () => {
      isDead = true;
    },
  };
}
