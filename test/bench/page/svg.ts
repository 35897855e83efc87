/** A piece of a picture, or of a text that is in it. */
export type Markup = string;

type Attributes = Readonly<Record<string, string | number>>;

/** An element with its content, which is markup already. */
export function element(name: string, attributes: Attributes, ...content: readonly Markup[]): Markup {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(spelled(value))}"`);
  const start = `<${name}${written.join("")}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join("")}</${name}>`;
}

/** A text as markup. */
export function escaped(text: string): Markup {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A tenth of a pixel is as fine as anybody sees. */
function spelled(value: string | number): string {
  return typeof value === "number" ? String(Number(value.toFixed(1))) : value;
}
