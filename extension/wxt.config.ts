import preact from "@preact/preset-vite";
import { defineConfig } from "wxt";
import { localeFiles } from "./locales/merge.ts";
import { manifestFor } from "./manifest/manifest.ts";

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
  vite: () => ({ plugins: [preact()], build: { cssTarget: ["chrome123", "firefox140"] } }),
  manifest: ({ browser }) => manifestFor(browser === "firefox" ? "firefox" : "chrome"),
});
