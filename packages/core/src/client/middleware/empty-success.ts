import type { CallRequest, CallResponse } from "../middleware.ts";

/** The empty response of a success; undefined if the operation has none. */
export function emptySuccess({ definition: { success } }: CallRequest): CallResponse | undefined {
  const [empty] = Object.entries(success).filter(([, response]) => typeof response !== "object" || response === null);
  return empty && { status: Number(empty[0]), headers: new Headers(), text: "" };
}
