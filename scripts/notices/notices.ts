import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod/mini";

// Whoever gives a bundle on gives on what is in it, and its licences want their texts to come along. Which texts those are is
// read off the modules that really got into the bundle.

/** The file with the texts, next to each bundle. */
export const NOTICES_FILE = "THIRD-PARTY-NOTICES.txt";

/** Licences under which code may be given on inside of something else, as long as their texts come with it. */
export const PERMITTED: ReadonlySet<string> = new Set([
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "Unlicense"],
]);

/** What is under the MIT licence, and has no text of it in any package: what bundlers add, and what packages leave out. */
const WITHOUT_TEXT = [
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
] as const;

const read = (file: string | URL) => readFileSync(file, "utf8").replaceAll("\r\n", "\n").trim();
const MIT = read(new URL("MIT.txt", import.meta.url));
const APACHE = read(new URL("Apache-2.0.txt", import.meta.url));

const Manifest = z.object({ name: z.string(), version: z.string(), license: z.optional(z.string()) });

/** What a bundler says of a file that it writes. */
interface BundledFile {
  readonly type: string;
  readonly modules?: Readonly<Record<string, { readonly renderedLength: number }>>;
}

type Bundle = Readonly<Record<string, BundledFile>>;

interface Emits {
  emitFile(file: { readonly type: "asset"; readonly fileName: string; readonly source: string }): unknown;
}

/** A plugin for rolldown that writes the notices of a bundle next to it. */
export function notices() {
  const { gather, text } = gatherNotices();
  return {
    name: "third-party-notices",
    generateBundle(this: Emits, _: unknown, bundle: Bundle) {
      gather.generateBundle(_, bundle);
      this.emitFile({ type: "asset", fileName: NOTICES_FILE, source: text() });
    },
  };
}

/** The same for what is made of several bundles: a plugin that takes part in each, and the text of them all. */
export function gatherNotices() {
  /** Each notice's text by its title. */
  const gathered = new Map<string, Set<string>>();
  return {
    gather: {
      name: "third-party-notices",
      generateBundle(_: unknown, bundle: Bundle) {
        for (const { modules = {} } of Object.values(bundle)) {
          for (const [id, { renderedLength }] of Object.entries(modules)) {
            if (renderedLength === 0) continue;
            for (const { title, texts } of noticesOf(id)) {
              gathered.set(title, new Set([...(gathered.get(title) ?? []), ...texts]));
            }
          }
        }
      },
    },
    text: () => textOf(gathered),
  };
}

interface Notice {
  readonly title: string;
  readonly texts: readonly string[];
}

/** Whose licences a module is under; nobody's, where it is of this project. */
function noticesOf(id: string): Notice[] {
  const known = WITHOUT_TEXT.filter((one) => one.id.test(id)).map(({ name, copyright }) => ({
    title: `${name} (MIT)`,
    texts: [`${copyright}\n\n${MIT}`],
  }));
  const [, root] = /^([^\0].*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id) ?? [];
  if (root === undefined) {
    if (id.startsWith("\0") && known.length === 0) {
      throw new Error(`Nobody knows whose ${id.slice(1)} is, which gets bundled. Add it to scripts/notices.`);
    }
    return known;
  }
  const { name, version, license } = z.parse(Manifest, JSON.parse(read(join(root, "package.json"))));
  if (license === undefined || !PERMITTED.has(license)) {
    const found = license === undefined ? "names no licence" : `is under the licence ${license}`;
    throw new Error(
      `${name} ${version} gets bundled, and ${found}. Leave it out of the bundle, or take something else.`,
    );
  }
  const texts = licenceTexts(dirname(id.replace(/\?.*$/s, "")), root);
  // This one's notice names an address for the rest, and the licence wants all of it to come along.
  if (license === "Apache-2.0" && !texts.some((text) => text.includes("TERMS AND CONDITIONS"))) texts.push(APACHE);
  if (texts.length > 0) return [...known, { title: `${name} ${version} (${license})`, texts }];
  if (known.length > 0) return known;
  throw new Error(`${name} ${version} gets bundled, and brings no text of its licence. Add it to scripts/notices.`);
}

/** What lies beside a module, and further out: parts of a package may be somebody else's. */
function licenceTexts(folder: string, root: string): string[] {
  const texts = readdirSync(folder)
    .filter((name) => /^(?:(?:un)?licen[cs]e|copying|notice)(?:\.(?:md|txt)|-.*)?$/i.test(name))
    .sort()
    .map((name) => read(join(folder, name)));
  return folder.length > root.length ? [...licenceTexts(dirname(folder), root), ...texts] : texts;
}

function textOf(gathered: ReadonlyMap<string, ReadonlySet<string>>): string {
  const parts = [...gathered]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, texts]) => [`${"=".repeat(80)}\n${title}`, ...texts].join("\n\n"));
  return `${["What is bundled here holds code of others, under these licences.", ...parts].join("\n\n")}\n`;
}
