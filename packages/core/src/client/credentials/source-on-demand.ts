import type { TokenKind } from "../../contract/access.ts";
import { loadClientParts } from "../load-client-parts.ts";
import { loadBeforeSending } from "../on-demand.ts";
import type { TokenSource } from "./token-source.ts";

/** The part of a token source that is loaded at first use. */
type Tokens = Pick<TokenSource, "getToken" | "invalidate">;

/**
 * Token source whose tokens come from a part that is loaded at first use.
 * @param label account name that is safe to store; undefined if no stable one is known
 * @param create creates that part
 */
export function sourceOnDemand(
  account: string,
  label: string | undefined,
  kind: TokenKind | undefined,
  create: (parts: typeof import("../client-parts.ts")) => Tokens,
): TokenSource {
  let created: Tokens | undefined;
  const createOnce = (parts: typeof import("../client-parts.ts")) => {
    created ??= create(parts);
    return created;
  };
  return {
    account,
    label: async () => label,
    known: { token: undefined, kind },
    getToken(exchange) {
      if (created) return created.getToken(exchange);
      const parts = loadClientParts();
      return parts instanceof Promise
        ? loadBeforeSending(loadClientParts, undefined).then((loaded) => createOnce(loaded).getToken(exchange))
        : createOnce(parts).getToken(exchange);
    },
    // A token that was sent came from that part, so it has been created.
    invalidate: (token) => created?.invalidate(token) ?? false,
  };
}

/** One account name per function, so that clients with the same function share cache and quota. */
const accountNames = /* @__PURE__ */ new WeakMap<() => unknown, string>();
let namedCount = 0;

/** Returns the account name of a credentials function. */
export function accountNameOf(provideToken: () => unknown): string {
  const name = accountNames.get(provideToken) ?? `function ${++namedCount}`;
  accountNames.set(provideToken, name);
  return name;
}
