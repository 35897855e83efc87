import type { Transport } from "@forgehand/core";

/** Masks every token before it is sent, including the installation tokens that an app obtains. */
export function maskTokens(transport: Transport, mask: (secret: string) => void): Transport {
  const masked = new Set<string>();
  return (request) => {
    const [, token] = /^\S+\s+(\S+)$/.exec(request.headers["authorization"] ?? "") ?? [];
    if (token !== undefined && !masked.has(token)) {
      masked.add(token);
      mask(token);
    }
    return transport(request);
  };
}
