import { useState } from "preact/hooks";
import type { MessageKind, MessagePayload, MessageResponse } from "../messages/protocol.ts";
import type { Problem } from "../model/problem.ts";
import { callWorker, toProblem } from "./call-worker.ts";
import { useSignalEffect } from "./use-signal-effect.ts";

/** The worker's last response to a message. */
export interface LatestResponse<T extends MessageKind> {
  readonly response?: MessageResponse<T>;
  /** The payload of the message that the response is for. */
  readonly request?: MessagePayload<T>;
  /** Reason why the last message failed. */
  readonly problem?: Problem;
}

/**
 * Sends a message to the worker and returns its response. The previous one stays until the next arrives.
 * @param payload undefined sends nothing
 * @param inputs the message is sent again when one of them changes
 */
export function useResponse<T extends MessageKind>(
  kind: T,
  payload: MessagePayload<T> | undefined,
  inputs: readonly unknown[],
): LatestResponse<T> {
  const [latest, setLatest] = useState<LatestResponse<T>>({});
  useSignalEffect((signal) => {
    if (payload === undefined) return;
    callWorker(kind, payload).then(
      (response) => signal.aborted || setLatest({ response, request: payload }),
      (error: unknown) => signal.aborted || setLatest((before) => ({ ...before, problem: toProblem(error) })),
    );
  }, inputs);
  return latest;
}
