import type { Transport } from "@forgehand/core";
import { maskingOf } from "../settings/mask.ts";

/** Masks every token that goes out, before it does: those too that an app gets on the way. */
export function maskingTokens(transport: Transport, mask: (secret: string) => void): Transport {
  const masked = new Set<string>();
  return (request) => {
    const [, token] = /^\S+\s+(\S+)$/.exec(request.headers["authorization"] ?? "") ?? [];
    if (token !== undefined && !masked.has(token)) {
      masked.add(token);
      for (const form of maskingOf(token)) mask(form);
    }
    return transport(request);
  };
}
