import { writeFileSync } from "node:fs";
import { join } from "node:path";
import preact from "@preact/preset-vite";
import { defineConfig } from "wxt";
import { gatherNotices, NOTICES_FILE } from "../scripts/notices/notices.ts";
import { localeFiles } from "./locales/merge.ts";
import { manifestFor } from "./manifest/manifest.ts";

/** What pages, worker and scripts are made of: each kind is a bundle of its own. */
const notices = gatherNotices();

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
    "build:done"({ config }) {
      writeFileSync(join(config.outDir, NOTICES_FILE), notices.text());
    },
  },
  manifestVersion: 3,
  // Colours for light and dark are written as browsers read them today.
  vite: () => ({ plugins: [preact(), notices.gather], build: { cssTarget: ["chrome123", "firefox140"] } }),
  manifest: ({ browser }) => manifestFor(browser === "firefox" ? "firefox" : "chrome"),
});
