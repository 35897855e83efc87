// What the lists page asks of the worker.
export type ListAsks = Record<never, never>;
