import type { AnyOperation } from "@forgehand/core/contract";
import type { ApiResponse } from "./api-response.ts";
import type { WireFormat } from "./wire-format.ts";

/** An API response that is about to be sent. */
export interface ObservedResponse {
  readonly operation: AnyOperation;
  readonly format: WireFormat;
  /** The requested custom media type. */
  readonly media: string | undefined;
  readonly sent: ApiResponse;
}

/**
 * Observers of every response of every emulator in this process: tests that validate responses against the contract.
 */
export const responseObservers = new Set<(response: ObservedResponse) => void>();

export function notifyObservers(response: ObservedResponse): void {
  for (const observer of responseObservers) observer(response);
}
