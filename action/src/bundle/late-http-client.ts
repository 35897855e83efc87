// Stands for `@actions/http-client` where `@actions/core` imports it. The real one loads undici as soon as it is imported,
// which takes longer than refusing a bad input does; and of `@actions/core` only `getIDToken` ever uses it.
import type { HttpClient as RealClient } from "@actions/http-client";

interface Options {
  readonly allowRetries?: boolean;
  readonly maxRetries?: number;
}

/** A token that goes with requests. Called with `new`. */
export function BearerCredentialHandler(token: string) {
  return { token };
}

/** A client whose real one is loaded and made at the first request. Called with `new`. */
export function HttpClient(agent: string, handlers: readonly { readonly token: string }[], options: Options) {
  let made: Promise<RealClient> | undefined;
  return {
    async getJson(url: string) {
      made ??= makeReal();
      return (await made).getJson(url);
    },
  };

  async function makeReal(): Promise<RealClient> {
    const [real, auth] = await Promise.all([import("@actions/http-client"), import("@actions/http-client/lib/auth")]);
    const bearers = handlers.map(({ token }) => new auth.BearerCredentialHandler(token));
    return new real.HttpClient(agent, bearers, options);
  }
}
