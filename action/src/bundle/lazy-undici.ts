// Replaces `@forgehand/core/undici` in the bundle: undici takes longer to load than everything else, and a step with
// invalid inputs sends no requests.
import type { Transport } from "@forgehand/core";
import type { UndiciTransport } from "@forgehand/core/undici";

/** Creates a transport that is loaded at its first request. */
export function undiciTransport(): UndiciTransport {
  let transport: Promise<UndiciTransport> | undefined;
  const send: Transport = async (request) => {
    transport ??= load();
    return (await transport)(request);
  };
  return Object.assign(send, { close: async () => (await transport)?.close() });
}

async function load(): Promise<UndiciTransport> {
  const real = await import("@forgehand/core/undici");
  return real.undiciTransport();
}
