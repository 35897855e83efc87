import type { Client } from "@forgehand/core";

/**
 * Returns a factory of clients that share the responses of equal reads. Each client gets a shared response once;
 * repeating the call sends a new request.
 */
export function shareResponses(client: Client): () => Client {
  const responses = new Map<string, unknown>();
  return () => {
    const requested = new Set<string>();
    const call = new Proxy(client.call, {
      apply(target, self, args: readonly unknown[]) {
        const [operation, input] = args;
        const key = JSON.stringify([operation, input]);
        if (requested.has(key) || !responses.has(key)) responses.set(key, Reflect.apply(target, self, args));
        requested.add(key);
        return responses.get(key);
      },
    });
    return { ...client, call };
  };
}
