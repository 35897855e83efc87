// Languages of files by their extension: those that are common enough to be searched for.

const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  c: ["c", "h"],
  "c#": ["cs"],
  "c++": ["cc", "cpp", "cxx", "hh", "hpp"],
  css: ["css"],
  dockerfile: ["dockerfile"],
  go: ["go"],
  html: ["htm", "html"],
  java: ["java"],
  javascript: ["cjs", "js", "jsx", "mjs"],
  json: ["json"],
  kotlin: ["kt", "kts"],
  markdown: ["markdown", "md"],
  php: ["php"],
  python: ["py", "pyi"],
  ruby: ["rb"],
  rust: ["rs"],
  scala: ["scala"],
  shell: ["bash", "sh", "zsh"],
  sql: ["sql"],
  swift: ["swift"],
  toml: ["toml"],
  typescript: ["cts", "mts", "ts", "tsx"],
  xml: ["xml"],
  yaml: ["yaml", "yml"],
};

/** Returns the extension of a file's name in lower case, or the whole name without one. */
export function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}

/** Whether a file is written in a language; its name compares case-insensitively. */
export function isInLanguage(name: string, language: string): boolean {
  return EXTENSIONS[language.toLowerCase()]?.includes(extensionOf(name)) ?? false;
}
