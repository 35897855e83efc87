import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { outputFor } from "./openapi.ts";

const script = fileURLToPath(new URL("openapi.ts", import.meta.url));

function run(...args: string[]) {
  return spawnSync(process.execPath, [script, ...args], { encoding: "utf8", maxBuffer: 1 << 26 });
}

test("prints one document and nothing else", () => {
  const { status, stdout, stderr } = run("--dialect", "svc", "--edition", "self-hosted");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ openapi: "3.1.1", servers: [{ url: "https://{host}/api/v3" }] });
});

test("prints GitHub's document of all editions by default", () => {
  expect(JSON.parse(outputFor([]))).toMatchObject({ servers: [{ url: "https://api.github.com" }, {}] });
});

test("--help lists the flags", () => {
  expect(outputFor(["--help"])).toContain("--edition E");
});

test.each([
  [["--dialect", "hub"], /^--dialect must be github or svc, got "hub"\.$/],
  [["--edition", "cloud"], /^--edition must be all or .*, got "cloud"\.$/],
  [["--speed"], /^.*--speed.*$/],
  [["svc"], /^.*'svc'.*$/],
])("rejects %j in one line", (args, message) => {
  expect(() => outputFor(args)).toThrow(RangeError);
  expect(() => outputFor(args)).toThrow(message);
});

test("exits with status 2 and prints no document if a flag is invalid", () => {
  const stderr = 'openapi: --dialect must be github or svc, got "hub".\n';
  expect(run("--dialect", "hub")).toMatchObject({ status: 2, stdout: "", stderr });
});

test("exits with status 0 if the reader closes the pipe early", async () => {
  const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "pipe"] });
  let errorOutput = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errorOutput += text;
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const [code] = await once(child, "close");
  expect({ code, errorOutput }).toEqual({ code: 0, errorOutput: "" });
});
