import type { Surroundings } from "./client.ts";

/** Surroundings of a process that can end without warning. */
export interface Mortal {
  readonly surroundings: Surroundings;
  readonly isOver: () => boolean;
  /** Nothing goes out of the process and nothing reaches it from now on; what it has sent takes effect. */
  readonly end: () => void;
}

export function mortal({ fetch, storage, ...rest }: Surroundings): Mortal {
  let over = false;
  const never = new Promise<never>(() => {});
  const whileAlive = async <T>(act: () => Promise<T>): Promise<T> => {
    if (over) return never;
    try {
      const result = await act();
      return over ? never : result;
    } catch (error) {
      if (over) return never;
      throw error;
    }
  };
  return {
    surroundings: {
      ...rest,
      fetch: (input, init) => whileAlive(() => fetch(input, init)),
      ...(storage && {
        storage: {
          get: (key) => whileAlive(() => storage.get(key)),
          set: (key, value) => whileAlive(() => storage.set(key, value)),
        },
      }),
    },
    isOver: () => over,
    end: () => {
      over = true;
    },
  };
}
