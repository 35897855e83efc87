// Everything that can store data runs as a task, so that the deletion of all data can interrupt it and wait for its end.

/**
 * Longest wait for what is running, in milliseconds. Calls are interrupted, but a tab's script, or the response to a
 * write that a job has sent, can take any time.
 */
const MAX_WAIT = 15_000;

const runningTasks = new Set<Promise<unknown>>();

let interruption = new AbortController();

/** Resolves when tasks are admitted again; undefined while they are. */
let reopening: Promise<void> | undefined;

/** Whether new tasks have to wait. */
export const isGateClosed = (): boolean => reopening !== undefined;

/** Returns the signal that interrupts the running tasks. While the gate is closed, it is aborted. */
export const interruptionSignal = (): AbortSignal => interruption.signal;

/**
 * Runs a task that a message or an event of the browser starts. It waits while the gate is closed, so tasks must not
 * start others with this function.
 */
export async function runTask<T>(task: () => Promise<T>): Promise<T> {
  while (reopening) await reopening;
  return track(task());
}

/** Runs a task whose result is not needed, and logs its failure. It is dropped while the gate is closed. */
export function runInBackground(task: () => Promise<unknown>): void {
  if (isGateClosed()) return;
  track(task()).catch((error: unknown) => console.error(error));
}

/**
 * Closes the gate, interrupts all running tasks, and opens the gate again when the given function has ended.
 * @param reason the error that interrupted calls throw
 * @param run receives a function that waits for the interrupted tasks and another promise, but only for a limited time
 */
export async function runAlone<T>(
  reason: Error,
  run: (waitForTasks: (other: Promise<unknown>) => Promise<void>) => Promise<T>,
): Promise<T> {
  while (reopening) await reopening;
  const { promise, resolve: reopen } = Promise.withResolvers<void>();
  reopening = promise;
  interruption.abort(reason);
  try {
    return await run(waitForTasks);
  } finally {
    interruption = new AbortController();
    reopening = undefined;
    reopen();
  }
}

function track<T>(task: Promise<T>): Promise<T> {
  runningTasks.add(task);
  const forget = () => runningTasks.delete(task);
  task.then(forget, forget);
  return task;
}

async function waitForTasks(other: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT);
  });
  await Promise.race([Promise.allSettled([...runningTasks, other]), timeout]);
  clearTimeout(timer);
}
