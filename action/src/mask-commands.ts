/** Returns the runner's commands that mask texts in its log: one line each. */
export function maskCommands(forms: readonly string[]): string {
  return forms.map((form) => `::add-mask::${escapeData(form)}\n`).join("");
}

/** Escapes the characters that end or change a command's data. */
function escapeData(data: string): string {
  return data.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
