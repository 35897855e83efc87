/** A complete request; the transport adds nothing that affects its meaning. */
export interface TransportRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Format in which to read the body of a success; all other bodies are read as text. */
  readonly responseType: "text" | "bytes" | "stream";
  /** Aborts the request when the caller cancels it or it times out. */
  readonly signal: AbortSignal | undefined;
}

/** A response as the transport returns it. */
export interface TransportResponse {
  /** 0 if the platform hides a redirect. */
  readonly status: number;
  readonly headers: Headers;
  /** Empty if the body is in another form. */
  readonly text: string;
  readonly bytes?: Uint8Array;
  readonly stream?: ReadableStream<Uint8Array>;
}

/**
 * Sends one request and reads its response, whatever the status. Must not follow redirects, retry or cache.
 * @throws the platform's own error if there was no response
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Format in which to read the body of a response with this status. */
export function responseTypeFor(
  status: number,
  responseType: TransportRequest["responseType"],
): TransportRequest["responseType"] {
  return status >= 200 && status < 300 ? responseType : "text";
}
