import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod/mini";

// Collects the license texts that must accompany a bundle. They are determined from the modules that are actually
// bundled.

/** File with the license texts, next to each bundle. */
export const NOTICES_FILE = "THIRD-PARTY-NOTICES.txt";

/** Licenses that allow bundling, as long as their texts are included. */
export const PERMISSIVE_LICENSES: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "Unlicense",
]);

/**
 * Bundled modules under the MIT license that come without a license file: helpers of bundlers, and packages that omit
 * it.
 */
const WITHOUT_LICENSE_FILE = [
  {
    id: /^\0rolldown\//,
    name: "rolldown",
    copyright: "Copyright (c) 2024-present VoidZero Inc. & Contributors",
  },
  {
    id: /^\0@oxc-project\+runtime@/,
    name: "@oxc-project/runtime",
    copyright: [
      "Copyright (c) 2014-present Sebastian McKenzie and other contributors",
      "Copyright (c) 2023 Boshen",
      "Copyright (c) 2024-present VoidZero Inc. & Contributors",
    ].join("\n"),
  },
  {
    id: /^\0vite\//,
    name: "vite",
    copyright: "Copyright (c) 2019-present, VoidZero Inc. and Vite contributors",
  },
  {
    id: /^\0virtual:wxt-|[\\/]node_modules[\\/](?:wxt|@wxt-dev[\\/]browser)[\\/]/,
    name: "wxt",
    copyright: "Copyright (c) 2023 Aaron",
  },
  {
    id: /[\\/]node_modules[\\/]undici[\\/]lib[\\/]llhttp[\\/]/,
    name: "llhttp",
    copyright: "Copyright Fedor Indutny, 2018.",
  },
  {
    id: /[\\/]node_modules[\\/](?:redis|@redis[\\/]client)[\\/]/,
    name: "redis",
    copyright: "Copyright (c) 2022-2025, Redis, inc.",
  },
] as const;

const read = (file: string | URL) => readFileSync(file, "utf8").replaceAll("\r\n", "\n").trim();
const MIT_TEXT = read(new URL("MIT.txt", import.meta.url));
const APACHE_TEXT = read(new URL("Apache-2.0.txt", import.meta.url));

const Manifest = z.object({ name: z.string(), version: z.string(), license: z.optional(z.string()) });

/** A file that a bundler writes. */
interface BundledFile {
  readonly type: string;
  readonly modules?: Readonly<Record<string, { readonly renderedLength: number }>>;
}

type Bundle = Readonly<Record<string, BundledFile>>;

interface EmitContext {
  emitFile(file: { readonly type: "asset"; readonly fileName: string; readonly source: string }): unknown;
}

/** Creates a rolldown plugin that writes the notices of a bundle next to it. */
export function noticesPlugin() {
  const { plugin, text } = createNoticesCollector();
  return {
    name: "third-party-notices",
    generateBundle(this: EmitContext, _: unknown, bundle: Bundle) {
      plugin.generateBundle(_, bundle);
      this.emitFile({ type: "asset", fileName: NOTICES_FILE, source: text() });
    },
  };
}

/** Creates a plugin that collects the notices of several bundles, and a function that returns them all. */
export function createNoticesCollector() {
  /** Notice texts by title. */
  const textsByTitle = new Map<string, Set<string>>();
  return {
    plugin: {
      name: "third-party-notices",
      generateBundle(_: unknown, bundle: Bundle) {
        for (const { modules = {} } of Object.values(bundle)) {
          for (const [id, { renderedLength }] of Object.entries(modules)) {
            if (renderedLength === 0) continue;
            for (const { title, texts } of noticesOf(id)) {
              textsByTitle.set(title, new Set([...(textsByTitle.get(title) ?? []), ...texts]));
            }
          }
        }
      },
    },
    text: () => formatNotices(textsByTitle),
  };
}

interface Notice {
  readonly title: string;
  readonly texts: readonly string[];
}

/** Returns the notices for a module; none if it belongs to this project. */
function noticesOf(id: string): Notice[] {
  const known = WITHOUT_LICENSE_FILE.filter((entry) => entry.id.test(id)).map(({ name, copyright }) => ({
    title: `${name} (MIT)`,
    texts: [`${copyright}\n\n${MIT_TEXT}`],
  }));
  const [, root] = /^([^\0].*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id) ?? [];
  if (root === undefined) {
    if (id.startsWith("\0") && known.length === 0) {
      throw new Error(`The license of the bundled module ${id.slice(1)} must be listed in scripts/notices.`);
    }
    return known;
  }
  const { name, version, license } = z.parse(Manifest, JSON.parse(read(join(root, "package.json"))));
  if (license === undefined || !PERMISSIVE_LICENSES.has(license)) {
    const actual = license === undefined ? "has no license in its manifest" : `is licensed under ${license}`;
    throw new Error(
      `${name} ${version} must have a permissive license to be bundled, but ${actual}. Exclude it from the bundle, or replace it.`,
    );
  }
  const texts = readLicenseTexts(dirname(id.replace(/\?.*$/s, "")), root);
  // The Apache license requires its full text; some packages only link to it.
  if (license === "Apache-2.0" && !texts.some((text) => text.includes("TERMS AND CONDITIONS"))) texts.push(APACHE_TEXT);
  const title = `${name} ${version} (${license})`;
  if (texts.length > 0) return [...known, { title, texts }];
  if (known.length > 0) return known.map((notice) => ({ ...notice, title }));
  throw new Error(`${name} ${version} is bundled, but contains no license text. Add it to scripts/notices.`);
}

/**
 * Reads the license files next to a module and in its parent folders: parts of a package can be under another license.
 */
function readLicenseTexts(folder: string, root: string): string[] {
  const texts = readdirSync(folder)
    .filter((name) => /^(?:(?:un)?licen[cs]e|copying|notice)(?:\.(?:md|txt)|-.*)?$/i.test(name))
    .sort()
    .map((name) => read(join(folder, name)));
  return folder.length > root.length ? [...readLicenseTexts(dirname(folder), root), ...texts] : texts;
}

function formatNotices(textsByTitle: ReadonlyMap<string, ReadonlySet<string>>): string {
  const parts = [...textsByTitle]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, texts]) => [`${"=".repeat(80)}\n${title}`, ...texts].join("\n\n"));
  return `${["This bundle contains third-party code under the following licenses.", ...parts].join("\n\n")}\n`;
}
