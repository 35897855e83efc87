import { expect } from "vitest";
import { describeRedis } from "../engines/redis.ts";
import { runCli } from "./cli-process.ts";
import { test, variablesFor } from "./run-cli.ts";

const PASSWORD = "a-password-of-redis";
const CHECK = [
  "check",
  "--task",
  "oidc-template",
  "--repositories",
  "acme/widgets",
  "--include-claim-keys",
  "repo,context",
];

describeRedis(
  "commands with FORGEHAND_REDIS_URL",
  (engine) => {
    test("share their limits through Redis", async ({ emulator, folder }) => {
      const url = `redis://:${PASSWORD}@127.0.0.1:${engine().port}`;
      const variables = { ...variablesFor(emulator), FORGEHAND_REDIS_URL: url };
      const { exitCode, stdout, stderr } = await runCli(folder, CHECK, variables);
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(stdout).not.toContain(PASSWORD);
      expect(emulator.control.calls()).toHaveLength(1);
    });

    test("say that the password is wrong, without it", async ({ emulator, folder }) => {
      const url = `redis://:${PASSWORD}2@127.0.0.1:${engine().port}`;
      const variables = { ...variablesFor(emulator), FORGEHAND_REDIS_URL: url };
      const { exitCode, stdout, stderr } = await runCli(folder, CHECK, variables);
      expect(exitCode).toBe(1);
      expect(stderr).toContain(`Redis at 127.0.0.1:${engine().port} refused the user name or password`);
      expect(stdout + stderr).not.toContain(PASSWORD);
      expect(emulator.control.calls()).toEqual([]);
    });
  },
  ["--requirepass", PASSWORD],
);
