import { afterEach, expect, test, vi } from "vitest";
import { findChromium } from "./chromium.mjs";

afterEach(() => vi.unstubAllEnvs());

test("CHROMIUM_PATH comes before what the PATH has", () => {
  vi.stubEnv("CHROMIUM_PATH", process.execPath);
  expect(findChromium()).toBe(process.execPath);
});

test("a CHROMIUM_PATH that can't be run is named, not passed over", () => {
  vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium");
  expect(findChromium).toThrow("CHROMIUM_PATH is /nowhere/chromium, which is not an executable file.");
});

test("without either there is none", () => {
  vi.stubEnv("CHROMIUM_PATH", "");
  vi.stubEnv("PATH", "/nowhere");
  expect(findChromium()).toBeUndefined();
});
