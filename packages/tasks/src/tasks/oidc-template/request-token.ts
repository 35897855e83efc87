import { canReceiveToken, parseJson } from "@forgehand/core/internal";
import { undiciTransport } from "@forgehand/core/undici";
import * as z from "zod/mini";
import { Problem, toOneLine } from "../../problem.ts";
import { pause } from "../../run/pause.ts";
import type { RunContext } from "../../run/run-context.ts";

/** Milliseconds to wait for the issuer's response. */
const TIMEOUT = 30_000;

/** Maximum size of the issuer's response in bytes. */
const MAX_RESPONSE_SIZE = { text: 1_000_000, bytes: 0 };

const MAX_ATTEMPTS = 3;
/** Milliseconds between attempts. */
const RETRY_DELAY = 1000;
/** Statuses of a service that is temporarily unavailable. */
const RETRIED_STATUSES = [502, 503, 504];

/** Maximum number of characters of an issuer's message that are quoted. */
const MAX_QUOTED_LENGTH = 500;

/** Reason why an identity token was not requested or not read. */
export const CANCELLED_REASON = "not compared because the run was cancelled";

/** Responses contain other fields too, which are not needed. */
const TokenResponse = z.object({ value: z.string().check(z.minLength(1)) });
const ErrorResponse = z.object({ message: z.string() });

/** The job's address and credential for requesting identity tokens. */
interface TokenRequest {
  readonly url: string;
  readonly credential: string;
}

/**
 * Returns the address and credential with which this job requests identity tokens.
 * @throws Problem if it has none, or if the address would reveal them
 */
export function tokenRequestOf({ environment, allowHttp }: RunContext): TokenRequest {
  const url = environment["ACTIONS_ID_TOKEN_REQUEST_URL"];
  const credential = environment["ACTIONS_ID_TOKEN_REQUEST_TOKEN"];
  if (url && (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))) {
    throw new Problem("ACTIONS_ID_TOKEN_REQUEST_URL must be an https URL, as the runner sets it.");
  }
  if (url && !allowHttp && !canReceiveToken(new URL(url))) {
    throw new Problem(
      'ACTIONS_ID_TOKEN_REQUEST_URL must be an https URL: with http, everyone on the network can read the identity token. Set "allow-http: true" to request it anyway.',
    );
  }
  if (url && credential) return { url, credential };
  throw new Problem(
    '"expect-subject" needs an identity token, but this job has no permission to request one. Add "permissions: id-token: write" to the job, with "contents: read" and all other permissions that it needs.',
  );
}

/**
 * Requests an identity token of this job, and masks it. Redirects are not followed: their target would receive the
 * job's credential.
 * @throws Problem
 */
export async function requestToken(run: RunContext, audience: string | undefined): Promise<string> {
  const { url, credential } = tokenRequestOf(run);
  const query =
    audience === undefined ? "" : `${url.includes("?") ? "&" : "?"}audience=${encodeURIComponent(audience)}`;
  const send = undiciTransport();
  try {
    for (let attempt = 1; ; attempt++) {
      const { status, text, exceeded } = await sendOnce(run, () =>
        withTimeout(run, (signal) =>
          send({
            method: "GET",
            url: new URL(`${url}${query}`),
            headers: { accept: "application/json", authorization: `Bearer ${credential}` },
            body: undefined,
            responseType: "text",
            maxBytes: MAX_RESPONSE_SIZE,
            signal,
          }),
        ),
      );
      if (!RETRIED_STATUSES.includes(status) || attempt === MAX_ATTEMPTS) {
        return readToken(run, status, exceeded === undefined ? text : undefined);
      }
      await pause(run, RETRY_DELAY);
    }
  } finally {
    // Nothing awaits an issuer that does not respond.
    if (!run.stopping.aborted) await send.close();
  }
}

/** Sends a request and describes its failure. */
async function sendOnce<T>({ stopping }: RunContext, send: () => Promise<T>): Promise<T> {
  try {
    if (stopping.aborted) throw new Problem(CANCELLED_REASON);
    return await send();
  } catch (error) {
    if (stopping.aborted) throw new Problem(CANCELLED_REASON);
    const reason = error instanceof Error ? toOneLine(error.message) : "";
    throw new Problem(`the issuer of identity tokens can't be reached: ${reason}`);
  }
}

/** Aborts work when the run is cancelled, or when it takes too long by the run's clock. */
async function withTimeout<T>({ clock, stopping }: RunContext, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = new AbortController();
  const cancel = clock.after(TIMEOUT, () =>
    timeout.abort(new Error(`it did not respond within ${TIMEOUT / 1000} seconds`)),
  );
  try {
    return await work(AbortSignal.any([stopping, timeout.signal]));
  } finally {
    cancel();
  }
}

/**
 * Reads the token from a response, and masks it.
 * @param text body; undefined if it was not read
 */
function readToken({ log }: RunContext, status: number, text: string | undefined): string {
  if (status >= 300 && status < 400)
    throw new Problem("the issuer redirected the request for an identity token. The redirect was not followed.");
  if (text === undefined) throw new Problem("the issuer's response is not an identity token: it is too large.");
  const body = parseJson(text);
  if (status !== 200) {
    const { data } = z.safeParse(ErrorResponse, body);
    // Redacted before it is shortened, because half of a secret can't be found.
    const message = log
      .redact(data?.message ?? "")
      .replace(/\s+/g, " ")
      .trim();
    const quoted = message.length > MAX_QUOTED_LENGTH ? `${message.slice(0, MAX_QUOTED_LENGTH)}…` : message;
    throw new Problem(
      `the issuer rejected the request for an identity token: ${[`status ${status}.`, quoted].join(" ").trim()}`,
    );
  }
  const { data } = z.safeParse(TokenResponse, body);
  if (data === undefined) {
    throw new Problem('the issuer\'s response is not an identity token: it must be JSON with a text "value".');
  }
  log.mask(data.value);
  return data.value;
}
