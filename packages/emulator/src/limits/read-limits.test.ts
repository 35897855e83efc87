import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readLimits } from "./read-limits.ts";
import { LIMIT_PRESETS, LimitSettings } from "./settings.ts";

const { published } = LIMIT_PRESETS;

const folder = await mkdtemp(join(tmpdir(), "forgehand-limits-"));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, "limits.yaml");

async function readText(text: string) {
  await writeFile(file, text);
  return readLimits(file);
}

test("a YAML file overrides only the parts that it names", async () => {
  expect(await readText("primary:\n  user:\n    core:\n      limit: 100\n")).toEqual({
    ...published,
    primary: { ...published.primary, user: { ...published.primary.user, core: { limit: 100, seconds: 3600 } } },
  });
  expect(await readText("# nothing\n")).toEqual(published);
});

test("a JSON file and an object override only the parts that they name", async () => {
  const change = { secondary: { inFlight: { limit: 3 } } };
  const changed = { ...published, secondary: { ...published.secondary, inFlight: { limit: 3 } } };
  expect(await readText(JSON.stringify(change))).toEqual(changed);
  expect(await readLimits(change)).toEqual(changed);
});

test('"off" removes a limit at every level', async () => {
  expect(await readText("primary: off")).toEqual({ secondary: published.secondary });
  expect((await readText("secondary: { points: off }")).secondary).toEqual({
    inFlight: published.secondary.inFlight,
    content: published.secondary.content,
  });
  expect((await readText("primary: { user: off }")).primary?.user).toBeUndefined();
  expect((await readText("primary: { user: { scim: off } }")).primary?.user?.scim).toBeUndefined();
  expect(await readText("primary: off\nsecondary: off")).toEqual(LIMIT_PRESETS.off);
});

test("accepts a complete limit that is not published", async () => {
  const settings = await readText("primary: { anonymous: { scim: { limit: 1, seconds: 2 } } }");
  expect(settings.primary?.anonymous?.scim).toEqual({ limit: 1, seconds: 2 });
});

test.each([
  ["primary:\n  user:\n    core:\n      limit: -1", ":4:7: primary.user.core.limit must be at least 0."],
  ["secondary:\n  points: { limit: 4 }", ":2:13: secondary.points.limit must be at least 5."],
  ["secondary:\n  points:\n    seconds: 0", ":3:5: secondary.points.seconds must be at least 0.001."],
  ["secondary:\n  inflight:\n    limit: 1", ":2:3: secondary.inflight is not a known limit."],
  ["primary:\n  user: no", ":2:3: primary.user must be an object, or the word off."],
  ["primary:\n  user:\n    core: off", ":3:5: primary.user.core is missing: must be an object."],
  ["primary: { app: { search: { limit: many } } }", ":1:29: primary.app.search.limit must be a number."],
  [
    "primary: { anonymous: { scim: { limit: 3 } } }",
    ":1:25: primary.anonymous.scim.seconds is missing: must be a number",
  ],
  ["off", ":1:1: limits must be an object."],
  ["secondary:\n  __proto__: { points: { limit: 9 } }", ":2:3: secondary.__proto__ is not a known limit."],
  ["primary: off\nprimary: off", ":2:1: Map keys must be unique"],
])("reports the location of an error: %j", async (text, message) => {
  await expect(readText(text)).rejects.toThrow(`${file}${message}`);
});

test("reports the choices, and errors in an object", async () => {
  await expect(readLimits("some")).rejects.toThrow(
    'limits must be off, published or the path of a YAML or JSON file, got "some".',
  );
  await expect(readLimits({ secondary: { points: 3 } })).rejects.toThrow("secondary.points must be an object");
});

test("the presets match their schema", () => {
  for (const preset of Object.values(LIMIT_PRESETS)) expect(LimitSettings.parse(preset)).toEqual(preset);
});

test("only known limits can be off", async () => {
  await expect(readLimits({ secondary: { pionts: "off" } })).rejects.toThrow("secondary.pionts is not a known limit.");
  expect((await readLimits({ primary: { anonymous: { scim: "off" } } })).primary?.anonymous?.scim).toBeUndefined();
});
