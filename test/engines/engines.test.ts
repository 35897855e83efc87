import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { createClient } from "redis";
import { expect, test } from "vitest";
import { isInstalled } from "../../scripts/debian.mjs";
import { ENGINES } from "../../scripts/engines.mjs";
import { describePostgres } from "./postgres.ts";
import { describeRedis } from "./redis.ts";

/** Returns whether a port accepts connections. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.on("connect", () => end(true)).on("error", () => end(false));
  });
}

describeRedis(
  "Redis",
  (engine) => {
    test("keeps its port and data when it is stopped, killed and started again", async () => {
      const run = async (...command: string[]) => {
        const client = await createClient({ url: engine().url }).connect();
        try {
          return await client.sendCommand(command);
        } finally {
          client.destroy();
        }
      };
      await run("SET", "one", "1");
      await engine().stop();
      expect(await accepts(engine().port)).toBe(false);
      await engine().start();
      expect(await run("INCR", "one")).toBe(2);
      await engine().kill();
      await engine().start();
      expect(await run("GET", "one")).toBe("2");
    });
  },
  ["--appendonly", "yes", "--appendfsync", "always"],
);

describePostgres("PostgreSQL", (engine) => {
  test("keeps its port and data when it is stopped, killed and started again", async () => {
    const run = async (query: string) => {
      const client = new Client({ connectionString: engine().url });
      await client.connect();
      const { rows } = await client.query(query);
      await client.end();
      return rows;
    };
    await run("CREATE TABLE numbers AS SELECT 1 AS value");
    await engine().stop();
    expect(await accepts(engine().port)).toBe(false);
    await engine().start();
    await run("UPDATE numbers SET value = 2");
    await engine().kill();
    await engine().start();
    expect(await run("SELECT value FROM numbers")).toEqual([{ value: 2 }]);
  });
});

test("a server ends with the process that started it", async ({ skip }) => {
  if (!isInstalled(ENGINES.Redis)) skip("Redis is not installed");
  const starter = spawn(process.execPath, [fileURLToPath(new URL("./start-redis.fixture.ts", import.meta.url))]);
  const [line] = await once(starter.stdout.setEncoding("utf8"), "data");
  expect(await accepts(Number(line))).toBe(true);
  starter.kill("SIGKILL");
  await expect.poll(() => accepts(Number(line))).toBe(false);
});
