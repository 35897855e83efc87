import type { AnyOperation } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import type { Sent } from "./answer.ts";

/** An answer of the API, as it goes out. */
export interface Observed {
  readonly operation: AnyOperation;
  readonly dialect: Dialect;
  /** The operation's own media type that was asked for. */
  readonly media: string | undefined;
  readonly sent: Sent;
}

/** Whoever looks at every answer of every service in this process: tests, which hold them against the contract. */
export const observers = new Set<(answer: Observed) => void>();

export function observe(answer: Observed): void {
  for (const observer of observers) observer(answer);
}
