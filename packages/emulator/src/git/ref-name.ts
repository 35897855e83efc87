const REFUSED = [" ", "~", "^", ":", "?", "*", "[", "\\", "..", "@{", "//", "\x7f"];

/** Whether git takes this as the name of a branch or a tag (git's own rules, `git check-ref-format`). */
export function isRefName(name: string): boolean {
  return (
    name !== "" &&
    name !== "@" &&
    !/^[-/]|[/.]$/.test(name) &&
    ![...name].some((letter) => letter < " ") &&
    !REFUSED.some((part) => name.includes(part)) &&
    name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"))
  );
}
