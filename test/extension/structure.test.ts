import "../../extension/worker/browser.fixture.ts";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CONTROLS } from "../../extension/controls/index.ts";
import { readAreas } from "../../extension/locales/locale-files.ts";
import { SWITCH_TEXTS } from "../../extension/options-page/settings/controls.tsx";
import { CONTROL_SWITCHES, DEFAULT_SETTINGS } from "../../extension/settings.ts";
import { messageFiles, messagesIn } from "./messages.ts";
import { dependenciesOf, sources, sourceText } from "./sources.ts";

const root = (path: string) => new URL(`../../${path}`, import.meta.url);
const textOf = (path: string) => readFileSync(root(path), "utf8");

/** Entry points of the scripts that run on GitHub's pages. */
const PAGE_ENTRYPOINTS = ["entrypoints/overlay.ts", "entrypoints/rows.ts", "entrypoints/reviewers.ts"];
/** Entry points of the extension's own pages. */
const EXTENSION_PAGES = sources("entrypoints/*/*.tsx");

describe("each control", () => {
  const ids = CONTROLS.map(({ id }) => id);

  test("can be switched off, as can rows", () => {
    expect([...CONTROL_SWITCHES]).toEqual([...ids, "rows"]);
    expect(Object.keys(DEFAULT_SETTINGS.controls)).toEqual([...CONTROL_SWITCHES]);
    expect(Object.keys(DEFAULT_SETTINGS.shortcuts)).toEqual(ids);
  });

  test.each(ids)("%s has a page half and a worker half, each in a file of its name", (id) => {
    expect(sources("controls/*").some((path) => path.replace(/\.tsx?$/, "") === `controls/${id}`)).toBe(true);
    const workerControls = sourceText("worker/controls/index.ts");
    expect(workerControls).toContain(`from "./${id}.ts"`);
    expect(sources("worker/controls/*")).toContain(`worker/controls/${id}.ts`);
  });

  test("that has a file is registered", () => {
    const declared = sources("controls/*").filter((path) =>
      /declareControl\(|: OverlayControl = /.test(sourceText(path)),
    );
    const named = declared.map((path) => path.replace(/^controls\/|\.tsx?$/g, "")).filter((name) => name !== "control");
    expect(named.sort()).toEqual([...ids].sort());
  });

  test.each(CONTROL_SWITCHES)("%s is documented and has a browser test of its name", (id) => {
    expect(textOf("docs/extension.md")).toMatch(new RegExp(`^### .+ \\(\`${id}\`\\)$`, "m"));
    expect(existsSync(root(`test/browser/${id}.test.ts`))).toBe(true);
  });

  test.each(CONTROL_SWITCHES)("%s can be switched off by a labeled switch", (id) => {
    const { name, description } = SWITCH_TEXTS[id];
    const keys = [...readAreas("en").values()].flatMap((texts) => Object.keys(texts));
    expect(keys).toEqual(expect.arrayContaining([name, description]));
  });
});

describe("each message", () => {
  const files = messageFiles();
  const handlers = sources("worker/handlers/*.ts").map(sourceText).join("\n");

  test("has a unique name", () => {
    const all = files.flatMap(messagesIn);
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  });

  test.each(files.flatMap((file) => messagesIn(file).map((name) => [name, file] as const)))(
    "%s of %s has a handler, which validates it unless it has no fields",
    (name, file) => {
      const isEmpty = new RegExp(`(?:"${name}"|\\b${name}): MessageSpec<object,`).test(sourceText(file));
      expect(handlers).toMatch(new RegExp(`(?:"${name}"|\\b${name})[:,]`));
      if (!isEmpty) expect(handlers).toMatch(new RegExp(`(?:"${name}"|\\b${name}): validatingHandler\\(`));
    },
  );

  test("is either for web pages or for the extension's own pages", () => {
    expect(sourceText("messages/protocol.ts")).toMatch(/interface ExtensionPageMessages\s+extends [\w\s,]*\{\}/);
    const own = /interface ExtensionPageMessages\s+extends ([\w\s,]*)\{\}/.exec(
      sourceText("messages/protocol.ts"),
    )?.[1];
    expect(own).not.toMatch(/\b(PageMessages|RowMessages)/);
    expect(sourceText("worker/handlers/handle-message.ts")).toMatch(
      /\(sender\.isExtensionPage \? HANDLERS_FOR_EXTENSION_PAGES : HANDLERS_FOR_WEB_PAGES\)/,
    );
  });
});

describe("scripts on GitHub's pages", () => {
  const { files, packages } = dependenciesOf(...PAGE_ENTRYPOINTS);

  test("import only what they need for rendering: no parser and no client", () => {
    const allowed = /^(preact(\/hooks|\/jsx-runtime)?|wxt\/browser|wxt\/utils\/define-unlisted-script)$/;
    expect([...packages].filter((name) => !allowed.test(name))).toEqual([]);
  });

  test("import no module of the worker", () => {
    expect([...files].filter((path) => path.startsWith("worker/"))).toEqual([]);
    // Guards against an empty list, which would pass.
    expect(files.size).toBeGreaterThan(20);
  });
});

describe("the extension's own pages", () => {
  const { files, packages } = dependenciesOf(...EXTENSION_PAGES);

  test("import no module of the worker and make no API calls", () => {
    expect([...files].filter((path) => path.startsWith("worker/"))).toEqual([]);
    expect(
      [...packages].filter((name) => /^@forgehand\/core(\/(operations|namespaced-client|undici).*)?$/.test(name)),
    ).toEqual([]);
    expect(EXTENSION_PAGES.length).toBeGreaterThanOrEqual(4);
  });
});

describe("tokens", () => {
  test("are read only by the worker", () => {
    const readers = sources().filter((path) => /forgehand-accounts|account-store\.ts"/.test(sourceText(path)));
    expect(readers.length).toBeGreaterThan(0);
    expect(readers.filter((path) => !path.startsWith("worker/"))).toEqual([]);
  });
});

test("nothing is stored where content scripts can read or change it", () => {
  const STORAGE_USE = /storage\.(local|sync)\.(get|set|remove|clear|onChanged)|localStorage|sessionStorage/;
  expect(sources().filter((path) => STORAGE_USE.test(sourceText(path)))).toEqual([]);
});

test("no string is evaluated as code or inserted as HTML", () => {
  const FORBIDDEN = [
    /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|setHTMLUnsafe|createContextualFragment/,
    /document\.write|srcdoc|javascript:/,
    /\beval\(|new Function\(|set(?:Timeout|Interval)\(\s*["'`]|\bimport\(\s*[^\s"'`]/,
  ];
  expect(sources().filter((path) => FORBIDDEN.some((pattern) => pattern.test(sourceText(path))))).toEqual([]);
});
