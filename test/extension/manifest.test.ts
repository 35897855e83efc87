import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { manifestFor } from "../../extension/manifest/manifest-for.ts";
import PACKAGE from "../../extension/package.json" with { type: "json" };
import { BROWSERS, type BrowserName, builtFiles, builtText } from "./build-output.ts";

const manifestOf = (browser: BrowserName) => JSON.parse(builtText(browser, "manifest.json"));

const ICONS = {
  "16": "icon/16.png",
  "24": "icon/24.png",
  "32": "icon/32.png",
  "48": "icon/48.png",
  "64": "icon/64.png",
  "96": "icon/96.png",
  "128": "icon/128.png",
};

/** Parts of the manifest that both browsers share. */
const SHARED_MANIFEST = {
  manifest_version: 3,
  name: "__MSG_name__",
  description: "__MSG_description__",
  version: PACKAGE.version,
  default_locale: "en",
  icons: ICONS,
  permissions: ["activeTab", "alarms", "scripting", "storage"],
  host_permissions: ["https://github.com/*", "https://api.github.com/*"],
  optional_permissions: ["notifications"],
  optional_host_permissions: ["https://*/*", "http://*/*"],
  content_security_policy: {
    extension_pages: [
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;",
      "connect-src 'self' https: http:;",
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ].join(" "),
  },
  action: { default_title: "Forgehand", default_icon: ICONS, default_popup: "popup.html" },
  commands: { _execute_action: { suggested_key: { default: "Alt+Shift+F" } } },
  options_ui: { open_in_tab: true, page: "options.html" },
};

describe("the manifest", () => {
  test("for Chromium-based browsers has exactly these contents", () => {
    expect(manifestOf("chrome")).toEqual({
      ...SHARED_MANIFEST,
      background: { service_worker: "background.js" },
      minimum_chrome_version: "123",
      storage: { managed_schema: "managed-schema.json" },
    });
  });

  test("for Firefox has exactly these contents", () => {
    expect(manifestOf("firefox")).toEqual({
      ...SHARED_MANIFEST,
      background: { scripts: ["background.js"] },
      browser_specific_settings: {
        gecko: {
          id: "@forgehand",
          strict_min_version: "140.0",
          data_collection_permissions: { required: ["none"] },
        },
        gecko_android: { strict_min_version: "142.0" },
      },
    });
  });

  test.each(BROWSERS)("for %s names only existing files, because the browser rejects it otherwise", (browser) => {
    const files = new Set(builtFiles(browser));
    const text = builtText(browser, "manifest.json");
    const named = [...text.matchAll(/"([\w/-]+\.(?:js|html|png|json))"/g)].flatMap(([, file]) => file ?? []);
    expect(named).toContain("popup.html");
    expect(named.filter((file) => !files.has(file))).toEqual([]);
  });

  test.each(["chrome", "firefox"] as const)("docs/extension.md explains each permission for %s", (browser) => {
    const document = readFileSync(new URL("../../docs/extension.md", import.meta.url), "utf8");
    const { permissions, host_permissions, optional_host_permissions } = manifestFor(browser);
    const permissionsUsed = [...permissions, ...host_permissions, ...optional_host_permissions];
    expect(permissionsUsed.filter((permission) => !document.includes(`\`${permission}\``))).toEqual([]);
  });
});

describe("the build output", () => {
  test("is the same for both browsers except for the manifest and the managed schema", () => {
    const others = (browser: BrowserName) => builtFiles(browser).filter((file) => file !== "manifest.json");
    expect(others("firefox")).toEqual(others("chrome"));
    const texts = others("chrome").filter((file) => /\.(js|html|css|json)$/.test(file));
    expect(texts.filter((file) => builtText("firefox", file) !== builtText("chrome", file))).toEqual([]);
  });

  test.each(builtFiles("chrome").filter((file) => file.endsWith(".html")))(
    "%s contains no inline scripts or styles",
    (file) => {
      const html = builtText("chrome", file);
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=|javascript:/i);
      // Nothing is loaded from other origins either.
      const addresses = [...html.matchAll(/\s(?:src|href)="([^"]+)"/g)].flatMap(([, address]) => address ?? []);
      expect(addresses.length).toBeGreaterThan(0);
      expect(addresses.filter((address) => !/^\/[^/]/.test(address))).toEqual([]);
    },
  );
});
