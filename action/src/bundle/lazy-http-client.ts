// Replaces `@actions/http-client` for `@actions/core` in the bundle. The real module loads undici on import, which
// takes longer than rejecting an invalid input, and only `getIDToken` uses it.
import type { HttpClient as RealClient } from "@actions/http-client";

interface HttpClientOptions {
  readonly allowRetries?: boolean;
  readonly maxRetries?: number;
}

/** Credentials sent with requests. Called with `new`. */
export function BearerCredentialHandler(token: string) {
  return { token };
}

/** A client that loads the real one at the first request. Called with `new`. */
export function HttpClient(agent: string, handlers: readonly { readonly token: string }[], options: HttpClientOptions) {
  let client: Promise<RealClient> | undefined;
  return {
    async getJson(url: string) {
      client ??= createClient();
      return (await client).getJson(url);
    },
  };

  async function createClient(): Promise<RealClient> {
    const [real, auth] = await Promise.all([import("@actions/http-client"), import("@actions/http-client/lib/auth")]);
    const bearers = handlers.map(({ token }) => new auth.BearerCredentialHandler(token));
    return new real.HttpClient(agent, bearers, options);
  }
}
