import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { page } from "./openapi.ts";

const script = fileURLToPath(new URL("openapi.ts", import.meta.url));

function run(...args: string[]) {
  return spawnSync(process.execPath, [script, ...args], { encoding: "utf8", maxBuffer: 1 << 26 });
}

test("it prints one document and nothing else", () => {
  const { status, stdout, stderr } = run("--dialect", "svc", "--edition", "self-hosted");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ openapi: "3.1.1", servers: [{ url: "https://{host}/api/v3" }] });
});

test("without flags it is the vendor's document of every edition", () => {
  expect(JSON.parse(page([]))).toMatchObject({ servers: [{ url: "https://api.github.com" }, {}] });
});

test("--help lists the flags", () => {
  expect(page(["--help"])).toContain("--edition E");
});

test.each([
  [["--dialect", "hub"], /^--dialect is "hub"; it must be github or svc\.$/],
  [["--edition", "cloud"], /^--edition is "cloud"; it must be all or .*$/],
  [["--speed"], /^.*--speed.*$/],
  [["svc"], /^.*'svc'.*$/],
])("%j is refused in one line", (args, message) => {
  expect(() => page(args)).toThrow(RangeError);
  expect(() => page(args)).toThrow(message);
});

test("a refusal ends the command with status 2, and prints no document", () => {
  const stderr = 'openapi: --dialect is "hub"; it must be github or svc.\n';
  expect(run("--dialect", "hub")).toMatchObject({ status: 2, stdout: "", stderr });
});

test("a reader that has enough is no failure", async () => {
  const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const [code] = await once(child, "close");
  expect({ code, said }).toEqual({ code: 0, said: "" });
});
