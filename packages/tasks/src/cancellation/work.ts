/**
 * Work whose calls belong together, such as one change. It is passed to its calls as their option `context`, so that
 * they can be ended together when the run is cancelled.
 */
export class Work {
  #writes = 0;

  /** Returns the time until which it may continue after cancellation; undefined: as long as any other call. */
  deadline: (() => number) | undefined;

  /** True if a write was sent that the service has not rejected. */
  get hasWritten(): boolean {
    return this.#writes > 0;
  }

  /** Counts a write that was sent. */
  addWrite(): void {
    this.#writes += 1;
  }

  /** Takes back a write that the service rejected. */
  removeWrite(): void {
    this.#writes -= 1;
  }
}
