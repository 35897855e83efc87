import {
  isCrossOrigin,
  isCrossSite,
  isLocalRequest,
  isOwnHost,
  type RequestSource,
} from "../../http/request-source.ts";

/** Access rules of the control API. */
export interface ControlAccess {
  /** The service's own base URL. */
  readonly webUrl: string;
  /** Whether clients on other machines are allowed. */
  readonly allowsRemote: boolean;
}

/**
 * Returns the reason for denying a request; undefined if it is allowed. The control API exposes secrets and can change
 * everything, so web pages can't use it under any host name, and other machines only if enabled.
 */
export function accessError(source: RequestSource, { webUrl, allowsRemote }: ControlAccess): string | undefined {
  const { headers } = source;
  if (!allowsRemote && !isLocalRequest(source)) {
    return "The control API is only available on this machine, unless the emulator is started with --control-anyone.";
  }
  if (!allowsRemote && !isOwnHost(headers, webUrl)) {
    return `The control API must be called at ${webUrl}, got the host ${JSON.stringify(headers["host"] ?? "")}.`;
  }
  const isForeignPage = isCrossOrigin(headers) || isCrossSite(headers);
  return isForeignPage ? "The control API can't be called by pages of other origins." : undefined;
}
