import type { AnyOperation } from "@forgehand/core/contract";
import { withoutSecrets } from "../../http/without-secrets.ts";
import type { LoggedCall } from "../../public.ts";
import type { Token } from "../../state/tokens.ts";
import { nameOf } from "../operation-names.ts";
import { shownBody } from "./shown-body.ts";

/** A call that is over, in what was there of it anyway: most are never looked at. */
export interface EndedCall {
  readonly id: number;
  /** When it came, in milliseconds since 1970 by the service's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly operation: AnyOperation | undefined;
  /** The token that it came with, whether that held or not. */
  readonly token: Token | undefined;
  /** It came from an app in its own name. */
  readonly isApp: boolean;
  readonly user: string | null;
  /** What it carried; or only how many bytes that were. */
  readonly body: string | number | undefined;
  readonly status: number | null;
  readonly duration: number;
  readonly requestId: string | null;
  readonly fault: number | null;
}

/** The calls that came in lately. */
export interface CallLog {
  /** A call comes in. @returns its number */
  begin(): number;
  /** A call is over. */
  add(call: EndedCall): void;
  /** In the order in which they came. */
  list(): LoggedCall[];
  /** @param listener hears of each call that is over, and throws nothing. @returns what ends that */
  onCall(listener: (call: LoggedCall) => void): () => void;
  clear(): void;
}

/** How many calls are kept. */
const MOST_CALLS = 10_000;
/** How many bytes a body may have that is kept, and how many characters all of them. */
const LARGEST_BODY = 64 * 1024;
const MOST_TEXT = 32 * 1024 * 1024;

export function createCallLog(): CallLog {
  const listeners = new Set<(call: LoggedCall) => void>();
  // The call of number n since the log was emptied is at n modulo the size; bodies are there from `lightest` on.
  let ring: EndedCall[] = [];
  let added = 0;
  let lightest = 0;
  let text = 0;
  let last = 0;

  /** Only the size of the oldest body is kept. */
  function lighten(): void {
    const at = lightest % MOST_CALLS;
    const call = ring[at];
    lightest++;
    if (typeof call?.body !== "string") return;
    text -= call.body.length;
    ring[at] = { ...call, body: Buffer.byteLength(call.body) };
  }

  return {
    begin: () => ++last,
    add(told) {
      const call = isLarge(told.body) ? { ...told, body: Buffer.byteLength(told.body) } : told;
      if (lightest <= added - MOST_CALLS) lighten();
      ring[added % MOST_CALLS] = call;
      added++;
      if (typeof call.body === "string") text += call.body.length;
      while (text > MOST_TEXT) lighten();
      for (const listener of listeners) listener(logged(call));
    },
    list: () => ring.toSorted((one, other) => one.id - other.id).map(logged),
    onCall(listener) {
      // The same one twice is told twice.
      const own = (call: LoggedCall) => listener(call);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    clear: () => {
      ring = [];
      added = lightest = text = 0;
    },
  };
}

function isLarge(body: EndedCall["body"]): body is string {
  // No text has fewer bytes than characters, nor more than three of them for each.
  if (typeof body !== "string" || body.length * 3 <= LARGEST_BODY) return false;
  return body.length > LARGEST_BODY || Buffer.byteLength(body) > LARGEST_BODY;
}

function logged(call: EndedCall): LoggedCall {
  const { id, at, method, operation, token, isApp, user, status, duration, requestId, fault } = call;
  return {
    id,
    at: new Date(at).toISOString(),
    method,
    path: `${call.path}${withoutSecrets(call.search)}`,
    operation: operation === undefined ? null : nameOf(operation),
    token: token?.name ?? token?.kind ?? (isApp ? "app" : null),
    user,
    body: shownBody(operation, call.body),
    status,
    duration: Math.round(duration * 1000) / 1000,
    requestId,
    fault,
  };
}
