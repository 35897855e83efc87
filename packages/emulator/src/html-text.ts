const LETTERS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as HTML shows it, between tags and in attributes. */
export const htmlText = (text: string) => text.replace(/[&<>"']/g, (letter) => LETTERS[letter] ?? letter);
