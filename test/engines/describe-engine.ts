import { afterAll, beforeAll, describe, test } from "vitest";
import { isInstalled } from "../../scripts/debian.mjs";
import { ENGINES } from "../../scripts/engines.mjs";
import type { Engine } from "./engine.ts";

/**
 * Describes tests that need a server, which runs while they do. If it is not installed, there is a single skipped test that
 * says so.
 * @param body gets a function that returns the running server
 */
export function describeEngine<E extends Engine>(
  name: keyof typeof ENGINES,
  title: string,
  start: () => Promise<E>,
  body: (engine: () => E) => void,
): void {
  const { packages } = ENGINES[name];
  if (!isInstalled(ENGINES[name])) {
    const reason = `${name} is not installed: apt-get install ${packages.join(" ")}`;
    describe(title, () => {
      test(`tests with ${name}`, ({ skip }) => skip(reason));
    });
    return;
  }
  describe(title, () => {
    let engine: E | undefined;
    beforeAll(async () => {
      engine = await start();
    });
    afterAll(async () => {
      await engine?.remove();
    });
    body(() => engine ?? notRunning());
  });
}

function notRunning(): never {
  throw new Error("The server runs only during tests.");
}
