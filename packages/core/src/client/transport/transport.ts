/** Maximum size of bodies in bytes after decompression, by format; streams are not limited. */
export interface BodyLimits {
  /** Also of the bodies of errors. */
  readonly text: number;
  readonly bytes: number;
}

/** A complete request; the transport adds nothing that affects its meaning. */
export interface TransportRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or a file to send as it is. */
  readonly body: string | Blob | undefined;
  /** Format in which to read the body of a success; all other bodies are read as text. */
  readonly responseType: "text" | "bytes" | "stream";
  /**
   * Maximum size of the body. Stop reading as soon as it is exceeded, and set `exceeded` in the response. The client
   * rejects larger bodies in any case, but only after they have been read.
   */
  readonly maxBytes: BodyLimits;
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
  /** Set if the body was not read: it is larger than `maxBytes`, or has more than five content encodings. */
  readonly exceeded?: "size" | "encodings";
}

/**
 * Sends one request and reads its response, whatever the status. Must not follow redirects, retry or cache.
 * @throws the platform's own error if there was no response
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Maximum number of content encodings: each one can multiply the work for the same number of bytes. */
export const MAX_ENCODINGS = 5;

/** Whether a `content-encoding` header has too many encodings. */
export function hasTooManyEncodings(encodings: string | null): boolean {
  return encodings !== null && encodings.split(",").length > MAX_ENCODINGS;
}

/** Format in which to read the body of a response with this status. */
export function responseTypeFor(
  status: number,
  responseType: TransportRequest["responseType"],
): TransportRequest["responseType"] {
  return status >= 200 && status < 300 ? responseType : "text";
}
