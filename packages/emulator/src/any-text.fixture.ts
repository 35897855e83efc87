import fc from "fast-check";

const [SURROGATES_START, SURROGATES_END, END] = [0xd800, 0xe000, 0x110000];
const GAP = SURROGATES_END - SURROGATES_START;

const codePoint = fc.integer({ min: 0, max: END - GAP - 1 }).map(
  (index) => String.fromCodePoint(index < SURROGATES_START ? index : index + GAP),
  (text) => {
    const [point, ...others] = [...String(text)].map((part) => part.codePointAt(0) ?? 0);
    if (point === undefined || others.length > 0) throw new Error("text must be a single character.");
    return point < SURROGATES_START ? point : point - GAP;
  },
);

/** Generates text of arbitrary characters. Equivalent to fast-check's unit "binary", whose first use takes a second. */
export function anyText(constraints: { readonly minLength?: number; readonly maxLength?: number } = {}) {
  return fc.string({ ...constraints, unit: codePoint });
}
