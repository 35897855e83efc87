const FORBIDDEN = [" ", "~", "^", ":", "?", "*", "[", "\\", "..", "@{", "//", "\x7f"];

/** Returns whether git accepts a name for a branch or tag (`git check-ref-format`). */
export function isRefName(name: string): boolean {
  return (
    name !== "" &&
    name !== "@" &&
    !/^[-/]|[/.]$/.test(name) &&
    ![...name].some((letter) => letter < " ") &&
    !FORBIDDEN.some((part) => name.includes(part)) &&
    name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"))
  );
}
