import { customFieldError } from "../../http-error.ts";
import { licenseName } from "../../objects/license.ts";

/** Fields of a new repository that determine its first commit. */
export interface InitialContent {
  readonly auto_init?: boolean | undefined;
  readonly description?: string | undefined;
  readonly gitignore_template?: string | undefined;
  readonly license_template?: string | undefined;
}

/**
 * Returns the files of a new repository's first commit, text by path.
 * @param now time of the copyright
 * @throws HttpError 422 for an unknown template
 */
export function initialFiles(
  name: string,
  { auto_init = false, description = "", gitignore_template, license_template }: InitialContent,
  now: Date,
): ReadonlyMap<string, string> {
  const readme = description === "" ? `# ${name}` : `# ${name}\n${description}\n`;
  return new Map([
    ...(auto_init ? [["README.md", readme] as const] : []),
    ...(gitignore_template ? [[".gitignore", ignoredFiles(gitignore_template)] as const] : []),
    ...(license_template ? [["LICENSE", licenseText(license_template, now)] as const] : []),
  ]);
}

/** Ignored files by template: the most common ones of each. */
const IGNORED_FILES: Readonly<Record<string, readonly string[]>> = {
  C: ["*.o", "*.a", "*.so", "*.out"],
  "C++": ["*.o", "*.a", "*.so", "*.out"],
  Elixir: ["/_build", "/deps", "*.ez"],
  Go: ["*.exe", "*.test", "*.out", "go.work"],
  Gradle: [".gradle", "build/"],
  Haskell: ["dist-newstyle", "*.hi", "*.o"],
  Java: ["*.class", "*.jar", "*.log"],
  Maven: ["target/"],
  Node: ["logs", "*.log", "node_modules/", ".env"],
  Python: ["__pycache__/", "*.py[cod]", "build/", "dist/", ".venv"],
  Rails: ["/log/*", "/storage/*", "*.sqlite3"],
  Ruby: ["*.gem", "/.bundle/", "/pkg/"],
  Rust: ["target/", "**/*.rs.bk"],
  Scala: ["*.class", "target/"],
  Swift: [".build/", "xcuserdata/"],
  Terraform: [".terraform/", "*.tfstate", "*.tfstate.*"],
  VisualStudio: ["[Bb]in/", "[Oo]bj/", "*.user"],
};

function ignoredFiles(template: string): string {
  const lines = Object.hasOwn(IGNORED_FILES, template) ? IGNORED_FILES[template] : undefined;
  if (lines) return `${lines.join("\n")}\n`;
  throw unknownTemplate("gitignore_template", template);
}

function licenseText(key: string, now: Date): string {
  const name = licenseName(key);
  if (name === undefined) throw unknownTemplate("license_template", key);
  return `${name}\n\nCopyright (c) ${now.getUTCFullYear()}\n`;
}

const unknownTemplate = (field: string, template: string) =>
  customFieldError("Repository", field, `${template} is an unknown template.`);
