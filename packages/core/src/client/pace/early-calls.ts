import type { Clock } from "../clock.ts";
import type { CallRequest, CallResponse, Send } from "../middleware.ts";
import { type LimitResponse, seemsLimitRejection } from "../response/limit-rejection.ts";

// Calls that are sent before the schedulers are loaded. They are so few that they reach no limit; the schedulers take them
// over once they are loaded.

/** Paces calls with schedulers. */
export interface Pacing {
  /** Sends a call once the limits of its quota owner allow it. */
  readonly send: (request: CallRequest, next: Send) => Promise<CallResponse>;
  /**
   * Counts an early call as started.
   * @returns a function that records its end
   */
  readonly takeOver: (request: CallRequest, isEnded: boolean) => (end: EarlyEnd) => void;
}

/** End of an early call. */
export interface EarlyEnd {
  /** Monotonic time. */
  readonly at: number;
  /** Milliseconds that the call took. */
  readonly duration: number;
  /** Undefined if there was no response. */
  readonly response: LimitResponse | undefined;
}

interface EarlyCall<Module> {
  /** Without its content once the call has ended. */
  request: CallRequest;
  readonly pacingOf: (module: Module) => Pacing;
  end?: EarlyEnd;
  /** Set once a scheduler has taken the call over. */
  onEnd?: (end: EarlyEnd) => void;
}

/** Calls that no scheduler has taken over yet, of all clients that load the same module. */
export type EarlyCalls<Module> = Set<EarlyCall<Module>>;

/** Even if each of them creates content, they use a quarter of the limit per minute. */
const MAX_CALLS = 20;
/** As many as a scheduler starts at once. */
const MAX_CONCURRENT = 6;
/** A scheduler reserves a smaller part of the primary limit for urgent calls. */
const RESERVED_SHARE = 1 / 20;

const isWrite = ({ definition }: CallRequest) => definition.retry !== "safe";

/** Whether a call can be sent without a scheduler. Writes are sent alone, since they can conflict. */
export function canStartEarly<Module>(calls: EarlyCalls<Module>, request: CallRequest): boolean {
  const active = [...calls].filter(({ end }) => !end);
  return (
    calls.size < MAX_CALLS &&
    active.length < (isWrite(request) ? 1 : MAX_CONCURRENT) &&
    !active.some((call) => isWrite(call.request)) &&
    ![...calls].some(({ end }) => end?.response && isNearLimit(end.response))
  );
}

function isNearLimit(response: LimitResponse): boolean {
  const numberOf = (name: string) => Number(response.headers.get(`x-ratelimit-${name}`) ?? Number.NaN);
  return seemsLimitRejection(response) || numberOf("remaining") < MAX_CALLS + numberOf("limit") * RESERVED_SHARE;
}

/**
 * Sends a call without a scheduler.
 * @param onNearLimit called if the response shows that further calls need one
 */
export async function sendEarly<Module>(
  calls: EarlyCalls<Module>,
  call: EarlyCall<Module>,
  next: Send,
  clock: Clock,
  onNearLimit: () => void,
): Promise<CallResponse> {
  const started = clock.monotonic();
  calls.add(call);
  const end = (received?: CallResponse) => {
    const at = clock.monotonic();
    const response = received && {
      status: received.status,
      headers: received.headers,
      // Other texts are not needed, and can be large.
      text: seemsLimitRejection(received) ? received.text : "",
    };
    call.end = { at, duration: at - started, response };
    call.request = withoutContent(call.request);
    call.onEnd?.(call.end);
    if (response && isNearLimit(response)) onNearLimit();
  };
  try {
    const response = await next(call.request);
    end(response);
    return response;
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * Returns the request of an ended call without its content, which can be large or secret. Schedulers don't need it, and may
 * never be loaded.
 */
function withoutContent(request: CallRequest): CallRequest {
  const none = { body: undefined, secrets: [], signal: undefined, context: undefined, emit: undefined };
  return { ...request, ...none, input: {}, headers: {}, ownHeaders: {} };
}

/** Lets the loaded schedulers take over the early calls. */
export function handOver<Module>(calls: EarlyCalls<Module>, module: Module): void {
  if (calls.size === 0) return;
  const early = [...calls];
  calls.clear();
  for (const call of early) call.onEnd = call.pacingOf(module).takeOver(call.request, call.end !== undefined);
  // All count as started before the first one ends, because a rejection prevents further starts.
  for (const { end, onEnd } of early.toSorted((a, b) => (a.end?.at ?? 0) - (b.end?.at ?? 0))) if (end) onEnd?.(end);
}
