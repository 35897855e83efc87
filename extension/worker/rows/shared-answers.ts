import type { Client } from "@forgehand/core";

/**
 * Clients for several who look at one thing at the same time: what one of them asked, the others need not ask. Whoever asks
 * once more wants to know what is so by now, and is not told what was. For readings alone.
 */
export function sharedAnswers(client: Client): () => Client {
  const answers = new Map<string, unknown>();
  return () => {
    const asked = new Set<string>();
    const call = new Proxy(client.call, {
      apply(target, self, given: readonly unknown[]) {
        const [operation, input] = given;
        const key = JSON.stringify([operation, input]);
        if (asked.has(key) || !answers.has(key)) answers.set(key, Reflect.apply(target, self, given));
        asked.add(key);
        return answers.get(key);
      },
    });
    return { ...client, call };
  };
}
