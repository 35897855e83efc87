import type { JobItem } from "../../lists/job.ts";
import type { Reason, ReasonKind } from "../../lists/reason.ts";

/** Consecutive refusals of one kind that stop a job: before its first success, and after it. */
const THRESHOLD_BEFORE_SUCCESS = 5;
const THRESHOLD_AFTER_SUCCESS = 25;

/** Detects consecutive refusals of the same kind. */
export interface CircuitBreaker {
  /** Resets the count. */
  readonly recordSuccess: () => void;
  /**
   * Counts a refused item.
   * @returns all items of the current series once it reaches the threshold, otherwise undefined
   */
  readonly recordRefusal: (item: JobItem, reason: Reason) => readonly JobItem[] | undefined;
}

/**
 * @param toleratedKinds kinds of refusals that the user chose to ignore by resuming the job
 * @param hasSucceeded whether the job has changed anything before
 */
export function createCircuitBreaker(toleratedKinds: readonly ReasonKind[], hasSucceeded: boolean): CircuitBreaker {
  let threshold = hasSucceeded ? THRESHOLD_AFTER_SUCCESS : THRESHOLD_BEFORE_SUCCESS;
  let kind: ReasonKind | undefined;
  let items: JobItem[] = [];
  return {
    recordSuccess() {
      threshold = THRESHOLD_AFTER_SUCCESS;
      items = [];
    },
    recordRefusal(item, reason) {
      if (toleratedKinds.includes(reason.kind)) return undefined;
      items = reason.kind === kind ? [...items, item] : [item];
      kind = reason.kind;
      return items.length >= threshold ? items : undefined;
    },
  };
}
