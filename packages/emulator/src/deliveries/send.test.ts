import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startReceiver } from "./receiver.fixture.ts";

const SEND = fileURLToPath(new URL("send.ts", import.meta.url));

test("works in scripts passed to `node -e` with any input type or V8 option, and doesn't keep the process alive", async () => {
  await using receiver = await startReceiver();
  await using hanging = await startReceiver();
  const release = hanging.holdResponses();
  const code = `
    import { send } from ${JSON.stringify(SEND)};
    const job = { headers: {}, body: "{}", secret: null, timeout: 600_000, verify: true, allowsPrivate: true };
    const delivery = (url) => ({ ...job, url });
    const { signal } = new AbortController();
    // A pending delivery must not keep the process alive.
    const alive = setInterval(() => {}, 1000);
    const { outcome } = await send(delivery(${JSON.stringify(receiver.url)}), signal);
    void send(delivery(${JSON.stringify(hanging.url)}), signal);
    console.log(outcome.status);
    clearInterval(alive);`;
  const run = (...options: string[]) =>
    promisify(execFile)(process.execPath, [...options, "-e", code], { timeout: 50_000 });
  const options = [["--input-type=module"], ["--input-type", "module"], ["--expose-gc"]];
  const results = await Promise.all(options.map((list) => run(...list)));
  expect(results.map(({ stdout }) => stdout)).toEqual(["200\n", "200\n", "200\n"]);
  release();
});
