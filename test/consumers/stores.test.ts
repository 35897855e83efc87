import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { describePostgres } from "../engines/postgres.ts";
import { describeRedis } from "../engines/redis.ts";
import { type EmulatorProcess, startEmulatorFrom } from "../service/emulator-process.ts";
import { cleanEnvironment } from "./environment.ts";

// Uses the installed packages for Redis and PostgreSQL as an application does, against real servers.

const FOLDER = join(inject("consumers"), "stores");
const installed = (path: string) => join(inject("consumers"), "node_modules", path);
const TSC = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));

/** Runs a file with Node in the project's folder, and returns what it prints. */
async function runNode(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const options = { cwd: FOLDER, env: cleanEnvironment(environment) };
  // Compilers print errors on standard output.
  return promisify(execFile)(process.execPath, args, options).then(
    ({ stdout }) => stdout,
    (error) => Promise.reject(new Error(`${args.join(" ")} failed\n${error.stdout}${error.stderr}`)),
  );
}

let emulator: EmulatorProcess | undefined;

beforeAll(async () => {
  [emulator] = await Promise.all([
    startEmulatorFrom(installed("@forgehand/emulator/dist/cli.js")),
    runNode([TSC, "-p", "."]),
  ]);
});

afterAll(async () => {
  await emulator?.stop();
});

/** Runs a file of the built project, and parses its output. */
async function run(name: string, environment: Readonly<Record<string, string>>): Promise<unknown> {
  const service = { FORGE_URL: emulator?.apiUrl ?? "", FORGE_TOKEN: emulator?.tokens["alice"] ?? "" };
  return JSON.parse(await runNode([`dist/${name}.js`], { ...service, ...environment }));
}

/** Outcomes of each file: both clients read the branches, and only the first receiver handles the delivery. */
const OUTCOMES = {
  branches: [expect.arrayContaining(["main"]), expect.arrayContaining(["main"])],
  handled: ["first"],
  responses: ["200 Handled.", "200 The delivery was already handled."],
};

test("take every kind of client, and don't connect it", async () => {
  const code = `import("./dist/clients.js").then(({ stores }) => { console.log(stores.length); process.exit(); })`;
  expect(await runNode(["--eval", code])).toBe("23\n");
});

describeRedis("Redis", (engine) => {
  test.each(["redis", "ioredis"])("shares limits, deliveries and responses, by %s", async (name) => {
    expect(await run(name, { REDIS_URL: engine().url })).toEqual(OUTCOMES);
  });
});

describePostgres("PostgreSQL", (engine) => {
  const command = installed(".bin/forgehand-postgres");

  test("has the tables that the command's SQL creates, however often it is run", async () => {
    const create =
      `"${command}" migration --schema github --prefix app_ > forgehand.sql && ` +
      `psql "$DATABASE_URL" --quiet --set ON_ERROR_STOP=1 --file forgehand.sql`;
    const options = { env: cleanEnvironment({ DATABASE_URL: engine().url }), cwd: FOLDER };
    for (let run = 0; run < 2; run++)
      expect(await promisify(execFile)("sh", ["-c", create], options)).toEqual({ stdout: "", stderr: "" });
    const client = new Client({ connectionString: engine().url });
    await client.connect();
    const { rows } = await client.query(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'github' ORDER BY table_name",
    );
    await client.end();
    const tables = ["app_deliveries", "app_quota_commands", "app_quotas"];
    expect(rows).toEqual(tables.map((name) => ({ table_name: name })));
  });

  test("is not reached by the command, which rejects unknown flags and invalid names", async () => {
    const run = (...args: string[]) =>
      promisify(execFile)(command, args, { env: cleanEnvironment({}) }).then(
        ({ stdout }) => ({ code: 0, text: stdout }),
        ({ code, stderr }) => ({ code, text: String(stderr) }),
      );
    const usage = "Usage: forgehand-postgres migration [--prefix PREFIX] [--schema SCHEMA]";
    expect(await run("--help")).toEqual({ code: 0, text: expect.stringContaining(usage) });
    for (const args of [[], ["migrate"], ["migration", "twice"]])
      expect(await run(...args)).toEqual({ code: 2, text: expect.stringContaining(usage) });
    expect(await run("migration", "--prefix", 'a"b')).toEqual({
      code: 2,
      text: expect.stringMatching(/^prefix must contain only letters, digits and underscores/),
    });
    expect(await run("migration", "--table", "a")).toEqual({
      code: 2,
      text: expect.stringMatching(/^Unknown option '--table'/),
    });
  });

  test("shares limits and deliveries, in the tables that the command's migration creates", async () => {
    const client = new Client({ connectionString: engine().url });
    await client.connect();
    await client.query(await runNode([installed("@forgehand/postgres/dist/cli.js"), "migration"]));
    await client.end();
    expect(await run("postgres", { DATABASE_URL: engine().url })).toEqual(OUTCOMES);
  });
});
