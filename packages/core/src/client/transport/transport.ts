/** What a transport sends: everything is said, nothing is added. */
export interface TransportRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** What a success's body is read as; every other answer's is read as text. */
  readonly reads: "text" | "bytes" | "stream";
  /** Ends it, by its caller's wish or because its time is up. */
  readonly signal: AbortSignal | undefined;
}

/** What a transport brings. */
export interface TransportAnswer {
  /** 0 where the platform hides a redirect. */
  readonly status: number;
  readonly headers: Headers;
  /** Empty where the body is in another form. */
  readonly text: string;
  readonly bytes?: Uint8Array;
  readonly stream?: ReadableStream<Uint8Array>;
}

/**
 * Sends one request and reads its answer, whatever the status. It follows no redirect, repeats nothing, and keeps nothing.
 * @throws whatever the platform throws where no answer came
 */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>;

/** Is an answer of this status read as the caller wishes, and not as text? */
export function readsAs(status: number, reads: TransportRequest["reads"]): TransportRequest["reads"] {
  return status >= 200 && status < 300 ? reads : "text";
}
