import { isSameSecret } from "../../http/access-keys.ts";
import { isCrossOrigin, isCrossSite, isLocalRequest, type RequestSource } from "../../http/request-source.ts";

/** Access rules of the control API. */
export interface ControlAccess {
  /** Token that every request needs. */
  readonly controlToken: string;
  /** Whether clients on other machines are allowed. */
  readonly allowsRemote: boolean;
}

/** The reason for denying a request. */
export interface AccessDenial {
  readonly status: 401 | 403;
  readonly message: string;
}

/**
 * Checks a request; returns undefined if it is allowed. The control API exposes secrets and can change everything, so
 * every request needs the token. A proxy or another page that has the token still can't use it.
 */
export function denyAccess(source: RequestSource, access: ControlAccess): AccessDenial | undefined {
  const { headers } = source;
  if (!access.allowsRemote && !isLocalRequest(source)) {
    const message =
      "The control API is only available on this machine, unless the emulator is started with --control-anyone.";
    return { status: 403, message };
  }
  if (isCrossOrigin(headers) || isCrossSite(headers)) {
    return { status: 403, message: "The control API can't be called by pages of other origins." };
  }
  const [, token] = /^bearer +(\S+)$/i.exec(headers["authorization"] ?? "") ?? [];
  if (isSameSecret(token, access.controlToken)) return undefined;
  const message =
    "The control API requires the header Authorization: Bearer CONTROL_TOKEN, with the controlToken that the emulator printed when it started.";
  return { status: 401, message };
}
