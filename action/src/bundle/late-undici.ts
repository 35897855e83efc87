// Stands for `@forgehand/core/undici` in the bundle: undici takes longer to load than everything else together, and a step
// whose inputs are wrong sends nothing.
import type { Transport } from "@forgehand/core";
import type { UndiciTransport } from "@forgehand/core/undici";

/** A transport that is loaded at its first request. */
export function undiciTransport(): UndiciTransport {
  let made: Promise<UndiciTransport> | undefined;
  const send: Transport = async (request) => {
    made ??= load();
    return (await made)(request);
  };
  return Object.assign(send, { close: async () => (await made)?.close() });
}

async function load(): Promise<UndiciTransport> {
  const real = await import("@forgehand/core/undici");
  return real.undiciTransport();
}
