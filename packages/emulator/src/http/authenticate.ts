import { ANONYMOUS, type Caller } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Token } from "../state/tokens.ts";
import { findCallToken, identifyCaller } from "./credentials.ts";

/** The result of authenticating a call. */
export interface CallIdentity {
  readonly caller: Caller;
  /** The call's token, valid or not. */
  readonly token: Token | undefined;
  /**
   * The error for invalid credentials. It is thrown later, because rate limits and some other errors take precedence.
   */
  readonly authError: unknown;
}

/** Authenticates a call. It never throws. */
export function authenticate(
  context: EmulatorContext,
  authorization: string | undefined,
): CallIdentity | Promise<CallIdentity> {
  const authenticated = (caller: Caller): CallIdentity => ({ caller, token: caller.token, authError: undefined });
  const rejected = (authError: unknown): CallIdentity => ({
    caller: ANONYMOUS,
    token: findCallToken(context, authorization),
    authError,
  });
  try {
    const caller = identifyCaller(context, authorization);
    return caller instanceof Promise ? caller.then(authenticated, rejected) : authenticated(caller);
  } catch (error) {
    return rejected(error);
  }
}
