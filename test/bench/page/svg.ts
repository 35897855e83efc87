/** A piece of SVG markup. */
export type Markup = string;

type Attributes = Readonly<Record<string, string | number>>;

/** Renders an element; its content must already be markup. */
export function element(name: string, attributes: Attributes, ...content: readonly Markup[]): Markup {
  const attributeTexts = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeMarkup(formatAttribute(value))}"`,
  );
  const start = `<${name}${attributeTexts.join("")}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join("")}</${name}>`;
}

export function escapeMarkup(text: string): Markup {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Rounds numbers to a tenth of a pixel. */
function formatAttribute(value: string | number): string {
  return typeof value === "number" ? String(Number(value.toFixed(1))) : value;
}
