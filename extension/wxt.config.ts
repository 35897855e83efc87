import preact from "@preact/preset-vite";
import { defineConfig } from "wxt";
import { localeFiles } from "./locales/merge.ts";

export default defineConfig({
  imports: false,
  hooks: {
    // Switched off it still rewrites sources: whatever is called `storage`, say, would get an import.
    "config:resolved"({ config }) {
      Object.assign(config.imports, { exclude: [/./] });
    },
    // What a browser reads is one file a language.
    "build:publicAssets"(_, files) {
      files.push(...localeFiles());
    },
  },
  manifestVersion: 3,
  // Colours for light and dark are written as browsers read them today.
  vite: () => ({ plugins: [preact()], build: { cssTarget: ["chrome123", "firefox128"] } }),
  manifest: {
    name: "__MSG_name__",
    description: "__MSG_description__",
    default_locale: "en",
    permissions: ["alarms", "scripting", "storage"],
    host_permissions: ["https://github.com/*", "https://api.github.com/*"],
    // Every other host is asked for when a person adds it.
    optional_host_permissions: ["https://*/*", "http://*/*"],
    // By hand: the bundle is the same that is registered for every other host.
    content_scripts: [{ matches: ["https://github.com/*"], js: ["overlay.js"], run_at: "document_start" }],
    action: { default_title: "Forgehand" },
  },
});
