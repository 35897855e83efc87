import "../../extension/worker/browser.fixture.ts";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CONTROLS } from "../../extension/controls/index.ts";
import { readAreas } from "../../extension/locales/locale-files.ts";
import { CONTROL_SWITCHES, DEFAULT_SETTINGS } from "../../extension/settings.ts";
import { askFiles, asksIn } from "./asks.ts";
import { broughtBy, sources, sourceText } from "./sources.ts";

const root = (path: string) => new URL(`../../${path}`, import.meta.url);
const textOf = (path: string) => readFileSync(root(path), "utf8");

/** What runs on a forge's pages. */
const ON_PAGES = ["entrypoints/overlay.ts", "entrypoints/rows.ts", "entrypoints/reviewers.ts"];
/** The extension's own pages. */
const OWN_PAGES = sources("entrypoints/*/*.tsx");

describe("each control", () => {
  const ids = CONTROLS.map(({ id }) => id);

  test("can be switched off, and rows can", () => {
    expect([...CONTROL_SWITCHES]).toEqual([...ids, "rows"]);
    expect(Object.keys(DEFAULT_SETTINGS.controls)).toEqual([...CONTROL_SWITCHES]);
    expect(Object.keys(DEFAULT_SETTINGS.shortcuts)).toEqual(ids);
  });

  test.each(ids)("%s has its two halves, each in a file of its name", (id) => {
    expect(sources("controls/*").some((path) => path.replace(/\.tsx?$/, "") === `controls/${id}`)).toBe(true);
    const half = sourceText("worker/controls/index.ts");
    expect(half).toContain(`from "./${id}.ts"`);
    expect(sources("worker/controls/*")).toContain(`worker/controls/${id}.ts`);
  });

  test("that has a file is registered", () => {
    const declared = sources("controls/*").filter((path) =>
      /declareControl\(|: OverlayControl = /.test(sourceText(path)),
    );
    const named = declared.map((path) => path.replace(/^controls\/|\.tsx?$/g, "")).filter((name) => name !== "control");
    expect(named.sort()).toEqual([...ids].sort());
  });

  test.each(CONTROL_SWITCHES)("%s is documented, and has a browser test of its name", (id) => {
    expect(textOf("docs/extension.md")).toMatch(new RegExp(`^### .+ \\(\`${id}\`\\)$`, "m"));
    expect(existsSync(root(`test/browser/${id}.test.ts`))).toBe(true);
  });

  test.each(CONTROL_SWITCHES)("%s can be switched off by a switch with a name", (id) => {
    const named = sources("options-page/**/*.{ts,tsx}").map(sourceText).join("\n");
    const word = new RegExp(`["']?${id}["']?: "(\\w+)"`).exec(named)?.[1] ?? "";
    expect([...readAreas("en").values()].some((texts) => Object.hasOwn(texts, word))).toBe(true);
  });
});

describe("each message", () => {
  const files = askFiles();
  const handlers = sources("worker/serve/*.ts").map(sourceText).join("\n");

  test("is named once", () => {
    const all = files.flatMap(asksIn);
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  });

  test.each(files.flatMap((file) => asksIn(file).map((name) => [name, file] as const)))(
    "%s of %s is parsed, unless there is nothing in it",
    (name, file) => {
      const says = new RegExp(`(?:"${name}"|\\b${name}): MessageSpec<object,`).test(sourceText(file));
      expect(handlers).toMatch(new RegExp(`(?:"${name}"|\\b${name})[:,]`));
      if (!says) expect(handlers).toMatch(new RegExp(`\\bhandler<"${name}"[,>]`));
    },
  );

  test("that pages may send is not one of the extension's own pages'", () => {
    expect(sourceText("messages/protocol.ts")).toMatch(/interface ExtensionPageMessages extends [\w\s,]*\{\}/);
    const own = /interface ExtensionPageMessages extends ([\w\s,]*)\{\}/.exec(sourceText("messages/protocol.ts"))?.[1];
    expect(own).not.toMatch(/\b(PageMessages|RowMessages)/);
    expect(sourceText("worker/serve/serve.ts")).toMatch(/\(sender\.own \? FOR_OWN : FOR_PAGES\)/);
  });
});

describe("what runs on a forge's pages", () => {
  const { files, packages } = broughtBy(...ON_PAGES);

  test("brings nothing but what draws it: no parser, no client", () => {
    const allowed = /^(preact(\/hooks|\/jsx-runtime)?|wxt\/browser|wxt\/utils\/define-unlisted-script)$/;
    expect([...packages].filter((name) => !allowed.test(name))).toEqual([]);
  });

  test("brings nothing of the worker's", () => {
    expect([...files].filter((path) => path.startsWith("worker/"))).toEqual([]);
    // That would say nothing of an empty list.
    expect(files.size).toBeGreaterThan(20);
  });
});

describe("the extension's own pages", () => {
  const { files, packages } = broughtBy(...OWN_PAGES);

  test("bring nothing of the worker's, and call no forge", () => {
    expect([...files].filter((path) => path.startsWith("worker/"))).toEqual([]);
    expect([...packages].filter((name) => /^@forgehand\/core(\/(operations|facade|undici).*)?$/.test(name))).toEqual(
      [],
    );
    expect(OWN_PAGES.length).toBeGreaterThanOrEqual(4);
  });
});

describe("tokens", () => {
  test("are read by the worker alone", () => {
    const readers = sources().filter((path) => /forgehand-accounts|account-store\.ts"/.test(sourceText(path)));
    expect(readers.length).toBeGreaterThan(0);
    expect(readers.filter((path) => !path.startsWith("worker/"))).toEqual([]);
  });
});

test("no text becomes a program or a part of a page", () => {
  const ways =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|srcdoc|\beval\(|new Function\(|setTimeout\(\s*["'`]/;
  expect(sources().filter((path) => ways.test(sourceText(path)))).toEqual([]);
});
